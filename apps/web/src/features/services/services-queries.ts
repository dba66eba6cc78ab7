import { queryOptions } from '@tanstack/react-query';
import { listParts } from '@wayside/contract/parts';
import {
  createService,
  listServices,
  type Service,
  type StoredService,
  updateService,
} from '@wayside/contract/services';
import { foldText } from '@wayside/contract/wire/fold-text';
import { call } from '../../lib/api.ts';
import { type Before, type InputOf, updateOf } from '../../lib/changed-fields.ts';
import { UNCACHED_OPTIONS } from '../../lib/query-client.ts';
import { fullListQueries } from '../../list/full-list.ts';

export const SERVICE_KEYS = { list: 'services', one: 'service', entity: 'service' } as const;

export const { all: servicesQuery, found: foundServicesQuery } = fullListQueries(
  SERVICE_KEYS,
  listServices,
  ({ name, vehicleType }) => [name, vehicleType],
);

/** Query of the parts that are deleted with a service. */
export const deletedPartsQuery = (serviceId: string) =>
  queryOptions({
    queryKey: ['deleted-parts', serviceId],
    queryFn: ({ signal }) => call(listParts, { params: { serviceId }, signal }),
    ...UNCACHED_OPTIONS,
  });

export const sendService = (
  body: InputOf<typeof createService>,
  before: Before<StoredService, InputOf<typeof createService>> | null,
) => (before ? call(updateService, updateOf(body, before)) : call(createService, { body }));

const nameOf = (name: string | null): string => foldText(name ?? '');

/** Returns another service with the typed name and vehicle type, if there is one (SERV-02). */
export function duplicateService(
  services: readonly Service[],
  typed: { readonly name: string; readonly vehicleType: string },
  ownId: string | null,
): Service | undefined {
  const name = nameOf(typed.name);
  if (name === '') return undefined;
  return services.find(
    (service) =>
      service.id !== ownId && nameOf(service.name) === name && (service.vehicleType ?? '') === typed.vehicleType,
  );
}
