import { queryOptions } from '@tanstack/react-query';
import { listServices } from '@wayside/contract/services';
import { call } from '../../lib/api.ts';
import { type ListView, wholePage } from '../../list/list-url.ts';

/** The first elements of the query keys of regular services. */
export const SERVICE_KEYS = { list: 'services', one: 'service' } as const;

/** All regular services (API-10). */
export const servicesQuery = queryOptions({
  queryKey: [SERVICE_KEYS.list],
  queryFn: ({ signal }) => call(listServices, { signal }),
});

/** The services whose name or vehicle type matches a search (SERV-01). */
export function foundServicesQuery({ search }: ListView<never>) {
  return queryOptions({
    ...servicesQuery,
    select: (answer) => wholePage(answer, search, (service) => [service.name, service.vehicleType]),
  });
}
