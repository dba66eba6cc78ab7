import { queryOptions } from '@tanstack/react-query';
import { createPart, listParts, type StoredPart, updatePart } from '@wayside/contract/parts';
import { listServices, type Service } from '@wayside/contract/services';
import { call } from '../../lib/api.ts';
import { type Before, type InputOf, updateOf } from '../../lib/changed-fields.ts';
import { orNotAvailable } from '../../lib/format.ts';
import { type LoadCause, loadForScreen, removeUnusedQueries } from '../../lib/query-client.ts';
import { vehicleTypeName } from '../../lib/vehicle-types.ts';
import { filterToPage } from '../../list/full-list.ts';
import type { ListView } from '../../list/list-url.ts';
import type { SelectOption } from '../../ui/select.tsx';

export const PART_KEYS = { list: 'parts', one: 'part' } as const;

export function partsQuery(serviceId: string) {
  return queryOptions({
    queryKey: [PART_KEYS.list, serviceId],
    queryFn: ({ signal }) => call(listParts, { params: { serviceId }, signal }),
  });
}

export function filteredPartsQuery(serviceId: string, { search }: ListView<'service'>) {
  return queryOptions({
    ...partsQuery(serviceId),
    select: (response) => filterToPage(response, search, (part) => [part.name]),
  });
}

export const serviceChoicesQuery = queryOptions({
  queryKey: ['services-of-parts'],
  queryFn: ({ signal }) => call(listServices, { signal }),
});

/** Loads the services. If the URL contains no service, the screen loads the parts of the first one. */
export async function loadServiceChoices({ service }: ListView<'service'>, cause: LoadCause): Promise<void> {
  if (service === null) removeUnusedQueries({ queryKey: [PART_KEYS.list] });
  await loadForScreen(serviceChoicesQuery, cause);
}

export const sendPart = (
  body: InputOf<typeof createPart>,
  before: Before<StoredPart, InputOf<typeof createPart>> | null,
) => (before ? call(updatePart, updateOf(body, before)) : call(createPart, { body }));

/** Returns the services as options. Services with the same name also show their vehicles (PART-01). */
export function serviceOptions(services: readonly Service[]): SelectOption[] {
  const isShared = (name: string | null) => services.filter((other) => other.name === name).length > 1;
  return services.map(({ id, name, vehicleType }) => ({
    value: id,
    label:
      isShared(name) && vehicleType
        ? `${orNotAvailable(name)} · ${vehicleTypeName(vehicleType)}`
        : orNotAvailable(name),
  }));
}
