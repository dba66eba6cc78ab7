import * as calls from '@wayside/contract/catalogue';
import { createRecord, deleteRecord, updateRecord } from '../../crud/change-record.ts';
import { listRecords } from '../../crud/list-records.ts';
import { type FeatureRoutes, route } from '../../http/route.ts';
import { actorOf } from '../../http/signed-in.ts';
import { PARTS, SERVICES, SOS_SERVICES } from './catalogue-collections.ts';
import { deleteService } from './delete-service.ts';
import { requireService } from './require-service.ts';

/** Roadside services, regular services and their parts (API-10). */
export const catalogueRoutes: FeatureRoutes = (context) => [
  route(calls.listSosServices, async () => ({ rows: await listRecords(context, SOS_SERVICES) })),
  route(calls.createSosService, async ({ body, caller }) => ({
    record: await createRecord(context, actorOf(caller), SOS_SERVICES, body),
  })),
  route(calls.updateSosService, async ({ body: { id, ...given }, caller }) => ({
    record: await updateRecord(context, actorOf(caller), SOS_SERVICES, id, given),
  })),
  route(calls.deleteSosService, async ({ params, caller }) => {
    await deleteRecord(context, actorOf(caller), SOS_SERVICES, params.id);
    return {};
  }),

  route(calls.listServices, async () => ({ rows: await listRecords(context, SERVICES) })),
  route(calls.createService, async ({ body, caller }) => {
    const createdAt = context.now().toISOString();
    return { record: await createRecord(context, actorOf(caller), SERVICES, { ...body, createdAt }) };
  }),
  route(calls.updateService, async ({ body: { id, ...given }, caller }) => ({
    record: await updateRecord(context, actorOf(caller), SERVICES, id, given),
  })),
  route(calls.deleteService, async ({ params, caller }) => {
    await deleteService(context, actorOf(caller), params.id);
    return {};
  }),

  route(calls.listParts, async ({ params }) => {
    await requireService(context, params.serviceId);
    return { rows: await listRecords(context, PARTS, { column: 'service_id', id: params.serviceId }) };
  }),
  route(calls.createPart, async ({ body: { serviceId, ...values }, caller }) => {
    await requireService(context, serviceId);
    return {
      record: await createRecord(context, actorOf(caller), PARTS, { ...values, service: { id: serviceId } }),
    };
  }),
  route(calls.updatePart, async ({ body: { id, serviceId, ...given }, caller }) => {
    if (serviceId !== undefined) await requireService(context, serviceId);
    const service = serviceId === undefined ? undefined : { id: serviceId };
    return { record: await updateRecord(context, actorOf(caller), PARTS, id, { ...given, service }) };
  }),
  route(calls.deletePart, async ({ params, caller }) => {
    await deleteRecord(context, actorOf(caller), PARTS, params.id);
    return {};
  }),
];
