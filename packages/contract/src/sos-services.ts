import { imageUrl, recordName, recordResponse, updateBody } from './wire/crud.ts';
import { endpointsOf } from './wire/endpoint.ts';
import { linkText, maybe, nameText, oneOf, recordId, VEHICLE_TYPES, vehicleType } from './wire/fields.ts';
import { rupees } from './wire/money.ts';
import { fullList } from './wire/paging.ts';
import { recordInPath } from './wire/request-fields.ts';
import { conflictResponse, type Versioned, versioned } from './wire/versioned.ts';
import type { Wire } from './wire/wire.ts';
import { type DomainOf, success, wireObject } from './wire/wire-object.ts';

const endpoint = endpointsOf('sos-services');

const sosServiceFields = {
  id: recordId,
  name: maybe(nameText),
  vehicleType: maybe(vehicleType),
  pricePaise: maybe(rupees),
  image: maybe(linkText),
};
/** A roadside service (SOS-01). */
export type SosService = DomainOf<typeof sosServiceFields>;
const SPELLINGS = { name: 'servicename', vehicleType: 'vehicle_type', pricePaise: 'price' } as const;
const WIRE_KEYS = { id: '_id', ...SPELLINGS } as const;
export const sosService: Wire<SosService> = wireObject(sosServiceFields, WIRE_KEYS);
const storedSosService = versioned(sosServiceFields, WIRE_KEYS);
export type StoredSosService = SosService & Versioned;

const sosServiceBody = { name: recordName, vehicleType: oneOf(VEHICLE_TYPES), pricePaise: rupees, image: imageUrl };

/** API-10, SOS-01 */
export const listSosServices = endpoint('listSosServices', 'GET /service/sos/getall', {
  permission: 'records:read',
  readScope: 'read:catalogue',
  summary: 'All roadside services, newest first.',
  response: fullList(storedSosService),
});

/** API-10, SOS-02 */
export const createSosService = endpoint('createSosService', 'POST /service/sos/create', {
  permission: 'catalogue:change',
  summary: 'Adds a roadside service.',
  body: wireObject(sosServiceBody, SPELLINGS),
  response: recordResponse(storedSosService),
});

export const updateSosService = endpoint('updateSosService', 'PATCH /service/sos/update', {
  permission: 'catalogue:change',
  summary: 'Changes a roadside service; omitted fields keep their values.',
  body: updateBody(sosServiceBody, SPELLINGS),
  response: recordResponse(storedSosService),
  conflict: conflictResponse(storedSosService),
  errorCodes: [404],
});

/** API-10 */
export const deleteSosService = endpoint('deleteSosService', 'DELETE /service/sos/delete/{id}', {
  permission: 'catalogue:change',
  summary: 'Removes a roadside service.',
  params: recordInPath,
  response: success({}),
  errorCodes: [404],
});
