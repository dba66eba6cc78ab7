import { queryOptions } from '@tanstack/react-query';
import { listParts } from '@wayside/contract/parts';
import { listServices } from '@wayside/contract/services';
import { call } from '../../lib/api.ts';
import { forgetUnseen, type LoadCause, loadForScreen } from '../../lib/query-client.ts';
import { type ListView, listUrl, wholePage } from '../../list/list-url.ts';

/** The URL of the regular services (NAV-09). */
export const servicesUrl = listUrl({});

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

/** The URL of the parts: search and service (NAV-09). */
export const partsUrl = listUrl({ filters: { service: 'id' } });

/** The first elements of the query keys of parts. */
export const PART_KEYS = { list: 'parts', one: 'part' } as const;

/** All parts of a service (API-10). */
export function partsQuery(serviceId: string) {
  return queryOptions({
    queryKey: [PART_KEYS.list, serviceId],
    queryFn: ({ signal }) => call(listParts, { params: { serviceId }, signal }),
  });
}

/** The parts of a service whose name matches a search (PART-01). */
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
