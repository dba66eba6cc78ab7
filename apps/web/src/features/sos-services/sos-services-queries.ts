import {
  createSosService,
  listSosServices,
  type StoredSosService,
  updateSosService,
} from '@wayside/contract/sos-services';
import { call } from '../../lib/api.ts';
import { type Before, type InputOf, updateOf } from '../../lib/changed-fields.ts';
import { fullListQueries } from '../../list/full-list.ts';

export const SOS_KEYS = { list: 'sos-services', one: 'sos-service', entity: 'sos_service' } as const;

export const { all: sosServicesQuery, found: foundSosServicesQuery } = fullListQueries(
  SOS_KEYS,
  listSosServices,
  ({ name, vehicleType }) => [name, vehicleType],
);

export const sendSosService = (
  body: InputOf<typeof createSosService>,
  before: Before<StoredSosService, InputOf<typeof createSosService>> | null,
) => (before ? call(updateSosService, updateOf(body, before)) : call(createSosService, { body }));
