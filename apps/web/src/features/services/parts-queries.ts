import { queryOptions } from '@tanstack/react-query';
import { listParts } from '@wayside/contract/catalogue';
import { call } from '../../lib/api.ts';
import { forgetUnseen, type LoadCause, loadForScreen } from '../../lib/query-client.ts';
import { type ListView, listUrl } from '../../list/list-url.ts';
import { wholePage } from '../../list/whole-page.ts';
import { servicesQuery } from './services-queries.ts';

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
