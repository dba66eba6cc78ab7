import * as exports from '@wayside/contract/exports';
import * as calls from '@wayside/contract/vehicle-models';
import { createRecord, deleteRecord, updateRecord } from '../../platform/crud/change-record.ts';
import { listRecords } from '../../platform/crud/crud-resource.ts';
import { exportRoute } from '../../platform/exports/export-route.ts';
import { type FeatureRoutes, route } from '../../platform/http/route.ts';
import { exportVehicleModels, VEHICLE_MODELS } from './vehicle-models.ts';

/** Routes for vehicle models (API-12). */
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
  exportRoute(exports.exportVehicleModels, exportVehicleModels),
];
