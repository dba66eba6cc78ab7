import * as calls from '@wayside/contract/vehicle-models';
import { createRecord, deleteRecord, updateRecord } from '../../crud/change-record.ts';
import { type CrudResource, listRecords } from '../../crud/crud-resource.ts';
import { type FeatureRoutes, route } from '../../http/route.ts';
import { vehicleModelRecord } from '../../records/vehicle-models.ts';

/** Makers of vehicles (MODL-01). */
const VEHICLE_MODELS: CrudResource<calls.VehicleModel> = {
  record: vehicleModelRecord,
  entity: 'vehicle_model',
  noun: 'vehicle model',
  orderBy: 'b.created_at DESC NULLS LAST, b.id DESC',
};

/** Makers of vehicles (API-12). */
export const vehicleModelRoutes: FeatureRoutes = [
  route(calls.listVehicleModels, async (context) => ({ rows: await listRecords(context, VEHICLE_MODELS) })),
  route(calls.createVehicleModel, async (context, { body }) => {
    const createdAt = context.now().toISOString();
    return { record: await createRecord(context, VEHICLE_MODELS, { ...body, createdAt }) };
  }),
  route(calls.updateVehicleModel, async (context, { params: { id }, body: given, ifMatch }) => ({
    record: await updateRecord(context, VEHICLE_MODELS, { id, ifMatch, given }),
  })),
  route(calls.deleteVehicleModel, (context, { params }) => deleteRecord(context, VEHICLE_MODELS, params.id)),
];
