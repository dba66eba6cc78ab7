import { queryOptions } from '@tanstack/react-query';
import {
  createSosService,
  listSosServices,
  type StoredSosService,
  updateSosService,
} from '@wayside/contract/sos-services';
import { call } from '../../lib/api.ts';
import { type Before, type InputOf, updateOf } from '../../lib/changed-fields.ts';
import { type ListView, wholePage } from '../../list/list-url.ts';

export const SOS_KEYS = { list: 'sos-services', one: 'sos-service' } as const;

export const sosServicesQuery = queryOptions({
  queryKey: [SOS_KEYS.list],
  queryFn: ({ signal }) => call(listSosServices, { signal }),
});

export function foundSosServicesQuery({ search }: ListView<never>) {
  return queryOptions({
    ...sosServicesQuery,
    select: (answer) => wholePage(answer, search, (service) => [service.name, service.vehicleType]),
  });
}

export const sendSosService = (
  body: InputOf<typeof createSosService>,
  before: Before<StoredSosService, InputOf<typeof createSosService>> | null,
) => (before ? call(updateSosService, updateOf(body, before)) : call(createSosService, { body }));
