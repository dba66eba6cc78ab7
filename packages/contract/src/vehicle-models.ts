import { imageUrl, optionalFields, recordName, recordResponse } from './wire/crud.ts';
import { endpointsOf } from './wire/endpoint.ts';
import { instant, linkText, maybe, nameText, recordId } from './wire/fields.ts';
import { fullList } from './wire/paging.ts';
import { recordInPath } from './wire/request-fields.ts';
import { conflictResponse, type Versioned, versioned } from './wire/versioned.ts';
import type { Wire } from './wire/wire.ts';
import { type DomainOf, success, wireObject } from './wire/wire-object.ts';

const endpoint = endpointsOf('vehicle-models');

const vehicleModelFields = {
  id: recordId,
  companyName: maybe(nameText),
  image: maybe(linkText),
  createdAt: maybe(instant),
};
/** A vehicle manufacturer (MODL-01). */
export type VehicleModel = DomainOf<typeof vehicleModelFields>;
const WIRE_KEYS = { id: '_id', companyName: 'companyname' } as const;
export const vehicleModel: Wire<VehicleModel> = wireObject(vehicleModelFields, WIRE_KEYS);
const storedVehicleModel = versioned(vehicleModelFields, WIRE_KEYS);
export type StoredVehicleModel = VehicleModel & Versioned;

/** API-12, MODL-01 */
export const listVehicleModels = endpoint('listVehicleModels', 'GET /master/global/company/get', {
  permission: 'records:read',
  readScope: 'read:catalogue',
  summary: 'All makers of vehicles, newest first.',
  response: fullList(storedVehicleModel),
});

/** API-12, MODL-02 */
export const createVehicleModel = endpoint('createVehicleModel', 'POST /master/global/company/create', {
  permission: 'catalogue:change',
  summary: 'Adds a vehicle maker.',
  body: wireObject({ companyName: recordName, image: imageUrl }, { companyName: 'companyname' }),
  response: recordResponse(storedVehicleModel),
});

/** API-12, API-13 */
export const updateVehicleModel = endpoint('updateVehicleModel', 'PUT /master/global/company/update/{id}', {
  permission: 'catalogue:change',
  summary: 'Changes a vehicle maker; omitted fields keep their values.',
  params: recordInPath,
  body: wireObject(optionalFields({ companyName: recordName, image: imageUrl }), { companyName: 'companyname' }),
  response: recordResponse(storedVehicleModel),
  conflict: conflictResponse(storedVehicleModel),
  errorCodes: [404],
});

/** API-12 */
export const deleteVehicleModel = endpoint('deleteVehicleModel', 'DELETE /master/global/company/delete/{id}', {
  permission: 'catalogue:change',
  summary: 'Deletes a vehicle maker.',
  params: recordInPath,
  response: success({}),
  errorCodes: [404],
});
