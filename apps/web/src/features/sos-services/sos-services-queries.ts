import { queryOptions } from '@tanstack/react-query';
import {
  createSosService,
  deleteSosService,
  listSosServices,
  type StoredSosService,
  updateSosService,
} from '@wayside/contract/sos-services';
import { call } from '../../lib/api.ts';
import { type Before, type InputOf, updateOf } from '../../lib/changed-fields.ts';
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

/** Deletes an SOS service (SOS-02). */
export const sendSosServiceDeletion = (id: string) => call(deleteSosService, { params: { id } });

/** Creates an SOS service, or sends what was changed of the stored one (SOS-02). */
export const sendSosService = (
  body: InputOf<typeof createSosService>,
  before: Before<StoredSosService, InputOf<typeof createSosService>> | null,
) => (before ? call(updateSosService, updateOf(body, before)) : call(createSosService, { body }));
