import { type ExternalResponse, findById, type ReceivedRequest, type Route, removeById } from './exchange.ts';
import type { makeCrudRecords } from './records.ts';

const notFoundResponse: ExternalResponse = { status: 404, json: { status: false, message: 'Not found' } };

/** Routes that create, update and delete records of a list, each with a different response format. */
function listRoutes(
  records: unknown[],
  paths: { create: string; update: string; delete: string },
): readonly Route[] {
  const change = ({ id, body }: ReceivedRequest & { readonly id: string }): ExternalResponse => {
    const given = body as Record<string, unknown>;
    const record = findById(records, id || String(given['_id']));
    if (!record) return notFoundResponse;
    // Some databases return the record as it was before the change.
    const before = { ...record };
    Object.assign(record, given);
    return { json: { status: true, data: before } };
  };
  return [
    {
      method: 'POST',
      path: paths.create,
      respond: ({ body }) => {
        records.unshift({ _id: `new-${records.length}`, ...(body as object) });
        return { status: 201, body: 'Created', type: 'text/plain' };
      },
    },
    { method: 'PUT', path: paths.update, respond: change },
    {
      method: 'DELETE',
      path: paths.delete,
      respond: ({ id }) => (removeById(records, id) ? { json: { deletedCount: 1 } } : notFoundResponse),
    },
  ];
}

const crud = (base: string, hasIdInPath: boolean) => ({
  create: `${base}/create`,
  update: `${base}/update${hasIdInPath ? '/{}' : ''}`,
  delete: `${base}/delete/{}`,
});

/** Routes of services, parts, slots, models and the configuration. */
export function crudRoutes(records: ReturnType<typeof makeCrudRecords>): readonly Route[] {
  const partsOf = (id: string) => records.parts.filter((part) => JSON.stringify(part).includes(id));
  return [
    { method: 'GET', path: '/service/sos/getall', respond: () => ({ json: records.sosServices }) },
    ...listRoutes(records.sosServices, crud('/service/sos', false)),
    { method: 'GET', path: '/service/getall', respond: () => ({ json: { status: true, data: records.services } }) },
    { method: 'GET', path: '/service/getall/parts/{}', respond: ({ id }) => ({ json: { data: partsOf(id) } }) },
    ...listRoutes(records.parts, crud('/service/parts', false)),
    ...listRoutes(records.services, crud('/service', false)),
    { method: 'GET', path: '/slot/getall', respond: () => ({ json: records.slots }) },
    ...listRoutes(records.slots, crud('/slot', true)),
    { method: 'GET', path: '/master/global/company/get', respond: () => ({ json: { data: records.models } }) },
    ...listRoutes(records.models, crud('/master/global/company', true)),
    { method: 'GET', path: '/master/globalget', respond: () => ({ json: { data: records.configuration } }) },
    {
      method: 'POST',
      path: '/master/global/create',
      respond: ({ body }) => {
        records.configuration = { _id: 'cfg-9', ...(body as object) };
        return { json: { acknowledged: true } };
      },
    },
    {
      method: 'PUT',
      path: '/master/global/update/{}',
      respond: ({ body }) => {
        Object.assign(records.configuration ?? {}, body);
        return { json: { data: { acknowledged: true, modifiedCount: 1 } } };
      },
    },
  ];
}
