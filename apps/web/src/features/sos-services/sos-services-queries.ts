import { queryOptions } from '@tanstack/react-query';
import { listSosServices } from '@wayside/contract/sos-services';
import { call } from '../../lib/api.ts';
import { type ListView, wholePage } from '../../list/list-url.ts';

/** The first elements of the query keys of SOS services. */
export const SOS_KEYS = { list: 'sos-services', one: 'sos-service' } as const;

/** All SOS services (API-10). */
export const sosServicesQuery = queryOptions({
  queryKey: [SOS_KEYS.list],
  queryFn: ({ signal }) => call(listSosServices, { signal }),
});

/** The SOS services whose name or vehicle type matches a search (SOS-01). */
export function foundSosServicesQuery({ search }: ListView<never>) {
  return queryOptions({
    ...sosServicesQuery,
    select: (answer) => wholePage(answer, search, (service) => [service.name, service.vehicleType]),
  });
}
