import { imageUrl, recordName, recordResponse, updateBody } from './wire/crud.ts';
import { endpointsOf } from './wire/endpoint.ts';
import { instant, linkText, maybe, nameText, oneOf, recordId, VEHICLE_TYPES, vehicleType } from './wire/fields.ts';
import { fullList } from './wire/paging.ts';
import { recordInPath } from './wire/request-fields.ts';
import { conflictResponse, type Versioned, versioned } from './wire/versioned.ts';
import type { Wire } from './wire/wire.ts';
import { type DomainOf, success, wireObject } from './wire/wire-object.ts';

const endpoint = endpointsOf('services');

const serviceFields = {
  id: recordId,
  name: maybe(nameText),
  vehicleType: maybe(vehicleType),
  image: maybe(linkText),
  createdAt: maybe(instant),
};
/** A regular service (SERV-01). */
export type Service = DomainOf<typeof serviceFields>;
const SPELLINGS = { name: 'servicename', vehicleType: 'vehicle_type' } as const;
const WIRE_KEYS = { id: '_id', ...SPELLINGS } as const;
export const service: Wire<Service> = wireObject(serviceFields, WIRE_KEYS);
const storedService = versioned(serviceFields, WIRE_KEYS);
export type StoredService = Service & Versioned;

const serviceBody = { name: recordName, vehicleType: oneOf(VEHICLE_TYPES), image: imageUrl };

/** API-10, SERV-01 */
export const listServices = endpoint('listServices', 'GET /service/getall', {
  permission: 'records:read',
  readScope: 'read:catalogue',
  summary: 'All regular services, newest first.',
  response: fullList(storedService),
});

/** API-10, SERV-02 */
export const createService = endpoint('createService', 'POST /service/create', {
  permission: 'catalogue:change',
  summary: 'Adds a regular service.',
  body: wireObject(serviceBody, SPELLINGS),
  response: recordResponse(storedService),
});

export const updateService = endpoint('updateService', 'PATCH /service/update', {
  permission: 'catalogue:change',
  summary: 'Changes a regular service; omitted fields keep their values.',
  body: updateBody(serviceBody, SPELLINGS),
  response: recordResponse(storedService),
  conflict: conflictResponse(storedService),
  errorCodes: [404],
});

/** API-10, PART-01 */
export const deleteService = endpoint('deleteService', 'DELETE /service/delete/{id}', {
  permission: 'catalogue:change',
  summary: 'Removes a regular service with its parts.',
  params: recordInPath,
  response: success({}),
  errorCodes: [404],
});
