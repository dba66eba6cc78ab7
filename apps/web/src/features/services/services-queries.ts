import { queryOptions } from '@tanstack/react-query';
import { listServices } from '@wayside/contract/services';
import { call } from '../../lib/api.ts';
import { type ListView, listUrl } from '../../list/list-url.ts';
import { wholePage } from '../../list/whole-page.ts';

/** How the regular services stand in the address (NAV-09). */
export const servicesUrl = listUrl({});

/** Where regular services are in the query cache. */
export const SERVICE_KEYS = { list: 'services', one: 'service' } as const;

/** All regular services (API-10). */
export const servicesQuery = queryOptions({
  queryKey: [SERVICE_KEYS.list],
  queryFn: ({ signal }) => call(listServices, { signal }),
});

/** Those that match a search for name or vehicle type (SERV-01). */
export function foundServicesQuery({ search }: ListView<never>) {
  return queryOptions({
    ...servicesQuery,
    select: (answer) => wholePage(answer, search, (service) => [service.name, service.vehicleType]),
  });
}
