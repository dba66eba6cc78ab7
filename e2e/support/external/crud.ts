import type { makeCrudRecord } from './crud-records.ts';
import type { Answer, Asked, Route } from './exchange.ts';
import { findById, removeById } from './paging.ts';

const missing: Answer = { status: 404, json: { status: false, message: 'It is gone' } };

/** Adding, changing and deleting in a list; each in the way that the stranger happens to answer it. */
function keepRoutes(
  records: unknown[],
  paths: { create: string; update: string; delete: string },
): readonly Route[] {
  const change = ({ id, body }: Asked & { readonly id: string }): Answer => {
    const given = body as Record<string, unknown>;
    const record = findById(records, id || String(given['_id']));
    if (!record) return missing;
    // As it was before: so does the stranger's database.
    const before = { ...record };
    Object.assign(record, given);
    return { json: { status: true, data: before } };
  };
  return [
    {
      method: 'POST',
      path: paths.create,
      answer: ({ body }) => {
        records.unshift({ _id: `new-${records.length}`, ...(body as object) });
        return { status: 201, body: 'Created', type: 'text/plain' };
      },
    },
    { method: 'PUT', path: paths.update, answer: change },
    {
      method: 'DELETE',
      path: paths.delete,
      answer: ({ id }) => (removeById(records, id) ? { json: { deletedCount: 1 } } : missing),
    },
  ];
}

const crud = (base: string, hasIdInPath: boolean) => ({
  create: `${base}/create`,
  update: `${base}/update${hasIdInPath ? '/{}' : ''}`,
  delete: `${base}/delete/{}`,
});

/** Services, parts, slots, models and the configuration. */
export function crudRoutes(kept: ReturnType<typeof makeCrudRecord>): readonly Route[] {
  const partsOf = (id: string) => kept.parts.filter((part) => JSON.stringify(part).includes(id));
  return [
    { method: 'GET', path: '/service/sos/getall', answer: () => ({ json: kept.sosServices }) },
    ...keepRoutes(kept.sosServices, crud('/service/sos', false)),
    { method: 'GET', path: '/service/getall', answer: () => ({ json: { status: true, data: kept.services } }) },
    { method: 'GET', path: '/service/getall/parts/{}', answer: ({ id }) => ({ json: { data: partsOf(id) } }) },
    ...keepRoutes(kept.parts, crud('/service/parts', false)),
    ...keepRoutes(kept.services, crud('/service', false)),
    { method: 'GET', path: '/slot/getall', answer: () => ({ json: kept.slots }) },
    ...keepRoutes(kept.slots, crud('/slot', true)),
    { method: 'GET', path: '/master/global/company/get', answer: () => ({ json: { data: kept.models } }) },
    ...keepRoutes(kept.models, crud('/master/global/company', true)),
    { method: 'GET', path: '/master/globalget', answer: () => ({ json: { data: kept.configuration } }) },
    {
      method: 'POST',
      path: '/master/global/create',
      answer: ({ body }) => {
        kept.configuration = { _id: 'cfg-9', ...(body as object) };
        return { json: { acknowledged: true } };
      },
    },
    {
      method: 'PUT',
      path: '/master/global/update/{}',
      answer: ({ body }) => {
        Object.assign(kept.configuration ?? {}, body);
        return { json: { data: { acknowledged: true, modifiedCount: 1 } } };
      },
    },
  ];
}
