import {
  createVehicleModel,
  listVehicleModels,
  type StoredVehicleModel,
  updateVehicleModel,
} from '@wayside/contract/vehicle-models';
import { call } from '../../lib/api.ts';
import { type Before, changedFields, type InputOf, versionOf } from '../../lib/changed-fields.ts';
import { fullListQueries } from '../../list/full-list.ts';

export const VEHICLE_MODEL_KEYS = {
  list: 'vehicle-models',
  one: 'vehicle-model',
  entity: 'vehicle_model',
} as const;

export const { all: vehicleModelsQuery, found: foundVehicleModelsQuery } = fullListQueries(
  VEHICLE_MODEL_KEYS,
  listVehicleModels,
  ({ companyName }) => [companyName],
);

export const sendVehicleModel = (
  body: InputOf<typeof createVehicleModel>,
  before: Before<StoredVehicleModel, InputOf<typeof createVehicleModel>> | null,
) => {
  if (!before) return call(createVehicleModel, { body });
  const { id } = before.record;
  const changed = changedFields(body, before.body);
  return call(updateVehicleModel, { params: { id }, body: changed, ifMatch: versionOf(before.record) });
};
