import { queryOptions } from '@tanstack/react-query';
import {
  createVehicleModel,
  listVehicleModels,
  type StoredVehicleModel,
  updateVehicleModel,
} from '@wayside/contract/vehicle-models';
import { call } from '../../lib/api.ts';
import { type Before, changedFields, type InputOf, versionOf } from '../../lib/changed-fields.ts';
import { type ListView, wholePage } from '../../list/list-url.ts';

export const VEHICLE_MODEL_KEYS = { list: 'vehicle-models', one: 'vehicle-model' } as const;

export const vehicleModelsQuery = queryOptions({
  queryKey: [VEHICLE_MODEL_KEYS.list],
  queryFn: ({ signal }) => call(listVehicleModels, { signal }),
});

export function foundVehicleModelsQuery({ search }: ListView<never>) {
  return queryOptions({
    ...vehicleModelsQuery,
    select: (answer) => wholePage(answer, search, (model) => [model.companyName]),
  });
}

export const sendVehicleModel = (
  body: InputOf<typeof createVehicleModel>,
  before: Before<StoredVehicleModel, InputOf<typeof createVehicleModel>> | null,
) => {
  if (!before) return call(createVehicleModel, { body });
  const { id } = before.record;
  const changed = changedFields(body, before.body);
  return call(updateVehicleModel, { params: { id }, body: changed, ifMatch: versionOf(before.record) });
};
