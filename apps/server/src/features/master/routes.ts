import * as calls from '@wayside/contract/master';
import { createRecord, deleteRecord, updateRecord } from '../../crud/change-record.ts';
import { listRecords } from '../../crud/list-records.ts';
import { type FeatureRoutes, route } from '../../http/route.ts';
import { knownDuration } from './known-duration.ts';
import { SLOTS, VEHICLE_MODELS } from './master-collections.ts';
import { updateSlot } from './update-slot.ts';

/** Time slots (API-11) and makers of vehicles (API-12). */
export const masterRoutes: FeatureRoutes = [
  route(calls.listSlots, async (context) => ({ rows: await listRecords(context, SLOTS) })),
  route(calls.createSlot, async (context, { body }) => ({
    record: await createRecord(context, context.actor, SLOTS, { ...body, duration: knownDuration(body) }),
  })),
  route(calls.updateSlot, async (context, { params, body }) => ({
    record: await updateSlot(context, context.actor, params.id, body),
  })),
  route(calls.deleteSlot, async (context, { params }) => {
    await deleteRecord(context, context.actor, SLOTS, params.id);
    return {};
  }),

  route(calls.listVehicleModels, async (context) => ({ rows: await listRecords(context, VEHICLE_MODELS) })),
  route(calls.createVehicleModel, async (context, { body }) => {
    const createdAt = context.now().toISOString();
    return { record: await createRecord(context, context.actor, VEHICLE_MODELS, { ...body, createdAt }) };
  }),
  route(calls.updateVehicleModel, async (context, { params, body }) => ({
    record: await updateRecord(context, context.actor, VEHICLE_MODELS, params.id, body),
  })),
  route(calls.deleteVehicleModel, async (context, { params }) => {
    await deleteRecord(context, context.actor, VEHICLE_MODELS, params.id);
    return {};
  }),
];
