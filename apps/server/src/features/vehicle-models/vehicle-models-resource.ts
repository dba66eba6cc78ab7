import type { VehicleModel } from '@wayside/contract/vehicle-models';
import type { CrudResource } from '../../platform/crud/crud-resource.ts';
import { vehicleModelRecord } from '../../records/collections.ts';

/** Makers of vehicles (MODL-01). */
export const VEHICLE_MODELS: CrudResource<VehicleModel> = {
  record: vehicleModelRecord,
  entity: 'vehicle_model',
  noun: 'vehicle model',
  orderBy: 'b.created_at DESC NULLS LAST, b.id DESC',
};
