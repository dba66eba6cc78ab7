import * as calls from '@wayside/contract/parts';
import { notFound } from '../../api-error.ts';
import type { AppContext } from '../../context.ts';
import { createRecord, deleteRecord, updateRecord } from '../../crud/change-record.ts';
import { type CrudResource, listRecords } from '../../crud/crud-resource.ts';
import { type FeatureRoutes, route } from '../../http/route.ts';
import { partRecord } from '../../records/parts.ts';

/** Spare parts (PART-01). */
const PARTS: CrudResource<calls.Part> = {
  record: partRecord,
  entity: 'part',
  noun: 'part',
  orderBy: 'b.id DESC',
};

const FIND_SERVICE = {
  name: 'find-service',
  text: `SELECT id FROM services WHERE id = $1 AND record_state = 'full'`,
};

/** @throws 404 where there is no service to list the parts of or to add one to */
async function requireService({ database }: AppContext, id: string): Promise<void> {
  if ((await database.rows(FIND_SERVICE, [id])).length === 0) throw notFound('service');
}

/** Parts of services (API-10). */
export const partRoutes: FeatureRoutes = [
  route(calls.listParts, async (context, { params: { serviceId } }) => {
    await requireService(context, serviceId);
    return { rows: await listRecords(context, PARTS, { column: 'service_id', id: serviceId }) };
  }),
  route(calls.createPart, async (context, { body: { serviceId, ...values } }) => {
    await requireService(context, serviceId);
    return { record: await createRecord(context, PARTS, { ...values, service: { id: serviceId } }) };
  }),
  route(calls.updatePart, async (context, { body: { id, serviceId, ...given } }) => {
    if (serviceId !== undefined) await requireService(context, serviceId);
    const service = serviceId === undefined ? undefined : { id: serviceId };
    return { record: await updateRecord(context, PARTS, id, { ...given, service }) };
  }),
  route(calls.deletePart, async (context, { params }) => {
    await deleteRecord(context, PARTS, params.id);
    return {};
  }),
];
