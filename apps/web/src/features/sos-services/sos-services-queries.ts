import { queryOptions } from '@tanstack/react-query';
import { listSosServices } from '@wayside/contract/sos-services';
import { call } from '../../lib/api.ts';
import { type ListView, listUrl } from '../../list/list-url.ts';
import { wholePage } from '../../list/whole-page.ts';

/** How the SOS services stand in the address (NAV-09). */
export const sosServicesUrl = listUrl({});

/** Where SOS services are in the query cache. */
export const SOS_KEYS = { list: 'sos-services', one: 'sos-service' } as const;

/** All SOS services (API-10). */
export const sosServicesQuery = queryOptions({
  queryKey: [SOS_KEYS.list],
  queryFn: ({ signal }) => call(listSosServices, { signal }),
});

/** Those that match a search for name or vehicle type (SOS-01). */
export function foundSosServicesQuery({ search }: ListView<never>) {
  return queryOptions({
    ...sosServicesQuery,
    select: (answer) => wholePage(answer, search, (service) => [service.name, service.vehicleType]),
  });
}
