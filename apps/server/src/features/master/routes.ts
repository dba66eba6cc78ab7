import * as calls from '@wayside/contract/master';
import { createRecord, deleteRecord, updateRecord } from '../../crud/change-record.ts';
import { listRecords } from '../../crud/list-records.ts';
import { type FeatureRoutes, route } from '../../http/route.ts';
import { actorOf } from '../../http/signed-in.ts';
import { knownDuration } from './known-duration.ts';
import { SLOTS, VEHICLE_MODELS } from './master-collections.ts';
import { updateSlot } from './update-slot.ts';

/** Time slots (API-11) and makers of vehicles (API-12). */
export const masterRoutes: FeatureRoutes = (context) => [
  route(calls.listSlots, async () => ({ rows: await listRecords(context, SLOTS) })),
  route(calls.createSlot, async ({ body, caller }) => ({
    record: await createRecord(context, actorOf(caller), SLOTS, { ...body, duration: knownDuration(body) }),
  })),
  route(calls.updateSlot, async ({ params, body, caller }) => ({
    record: await updateSlot(context, actorOf(caller), params.id, body),
  })),
  route(calls.deleteSlot, async ({ params, caller }) => {
    await deleteRecord(context, actorOf(caller), SLOTS, params.id);
    return {};
  }),

  route(calls.listVehicleModels, async () => ({ rows: await listRecords(context, VEHICLE_MODELS) })),
  route(calls.createVehicleModel, async ({ body, caller }) => {
    const createdAt = context.now().toISOString();
    return { record: await createRecord(context, actorOf(caller), VEHICLE_MODELS, { ...body, createdAt }) };
  }),
  route(calls.updateVehicleModel, async ({ params, body, caller }) => ({
    record: await updateRecord(context, actorOf(caller), VEHICLE_MODELS, params.id, body),
  })),
  route(calls.deleteVehicleModel, async ({ params, caller }) => {
    await deleteRecord(context, actorOf(caller), VEHICLE_MODELS, params.id);
    return {};
  }),
];
