import * as calls from '@wayside/contract/catalogue';
import { createRecord, deleteRecord, updateRecord } from '../../crud/change-record.ts';
import { listRecords } from '../../crud/list-records.ts';
import { type FeatureRoutes, route } from '../../http/route.ts';
import { PARTS, SERVICES, SOS_SERVICES } from './catalogue-collections.ts';
import { deleteService } from './delete-service.ts';
import { requireService } from './require-service.ts';

/** Roadside services, regular services and their parts (API-10). */
export const catalogueRoutes: FeatureRoutes = [
  route(calls.listSosServices, async (context) => ({ rows: await listRecords(context, SOS_SERVICES) })),
  route(calls.createSosService, async (context, { body }) => ({
    record: await createRecord(context, context.actor, SOS_SERVICES, body),
  })),
  route(calls.updateSosService, async (context, { body: { id, ...given } }) => ({
    record: await updateRecord(context, context.actor, SOS_SERVICES, id, given),
  })),
  route(calls.deleteSosService, async (context, { params }) => {
    await deleteRecord(context, context.actor, SOS_SERVICES, params.id);
    return {};
  }),

  route(calls.listServices, async (context) => ({ rows: await listRecords(context, SERVICES) })),
  route(calls.createService, async (context, { body }) => {
    const createdAt = context.now().toISOString();
    return { record: await createRecord(context, context.actor, SERVICES, { ...body, createdAt }) };
  }),
  route(calls.updateService, async (context, { body: { id, ...given } }) => ({
    record: await updateRecord(context, context.actor, SERVICES, id, given),
  })),
  route(calls.deleteService, async (context, { params }) => {
    await deleteService(context, context.actor, params.id);
    return {};
  }),

  route(calls.listParts, async (context, { params }) => {
    await requireService(context, params.serviceId);
    return { rows: await listRecords(context, PARTS, { column: 'service_id', id: params.serviceId }) };
  }),
  route(calls.createPart, async (context, { body: { serviceId, ...values } }) => {
    await requireService(context, serviceId);
    return {
      record: await createRecord(context, context.actor, PARTS, { ...values, service: { id: serviceId } }),
    };
  }),
  route(calls.updatePart, async (context, { body: { id, serviceId, ...given } }) => {
    if (serviceId !== undefined) await requireService(context, serviceId);
    const service = serviceId === undefined ? undefined : { id: serviceId };
    return { record: await updateRecord(context, context.actor, PARTS, id, { ...given, service }) };
  }),
  route(calls.deletePart, async (context, { params }) => {
    await deleteRecord(context, context.actor, PARTS, params.id);
    return {};
  }),
];
