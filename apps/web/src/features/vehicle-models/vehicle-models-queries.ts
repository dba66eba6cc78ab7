import { queryOptions } from '@tanstack/react-query';
import { listVehicleModels } from '@wayside/contract/vehicle-models';
import { call } from '../../lib/api.ts';
import { type ListView, wholePage } from '../../list/list-url.ts';

/** The first elements of the query keys of vehicle models. */
export const VEHICLE_MODEL_KEYS = { list: 'vehicle-models', one: 'vehicle-model' } as const;

/** All makers of vehicles (API-12). */
export const vehicleModelsQuery = queryOptions({
  queryKey: [VEHICLE_MODEL_KEYS.list],
  queryFn: ({ signal }) => call(listVehicleModels, { signal }),
});

/** The vehicle models whose company name matches a search (MODL-01). */
export function foundVehicleModelsQuery({ search }: ListView<never>) {
  return queryOptions({
    ...vehicleModelsQuery,
    select: (answer) => wholePage(answer, search, (model) => [model.companyName]),
  });
}
