import { queryOptions } from '@tanstack/react-query';
import { listParts } from '@wayside/contract/parts';
import { listServices } from '@wayside/contract/services';
import { call } from '../../lib/api.ts';
import { forgetUnseen, type LoadCause, loadForScreen } from '../../lib/query-client.ts';
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

/** How the parts stand in the address: search and the service whose parts they are (NAV-09). */
export const partsUrl = listUrl({ filters: { service: 'id' } });

/** Where parts are in the query cache. */
export const PART_KEYS = { list: 'parts', one: 'part' } as const;

/** All parts of a service (API-10). */
export function partsQuery(serviceId: string) {
  return queryOptions({
    queryKey: [PART_KEYS.list, serviceId],
    queryFn: ({ signal }) => call(listParts, { params: { serviceId }, signal }),
  });
}

/** Those whose name matches a search (PART-01). */
export function foundPartsQuery(serviceId: string, { search }: ListView<'service'>) {
  return queryOptions({
    ...partsQuery(serviceId),
    select: (answer) => wholePage(answer, search, (part) => [part.name]),
  });
}

/** Loads the services to choose from; without one in the address the screen asks for the parts of the first one anew. */
export async function loadServicesOfParts({ service }: ListView<'service'>, cause: LoadCause): Promise<void> {
  if (service === null) forgetUnseen({ queryKey: [PART_KEYS.list] });
  await loadForScreen(servicesQuery, cause);
}
