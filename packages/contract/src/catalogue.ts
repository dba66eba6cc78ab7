import { VEHICLE_TYPES } from './people.ts';
import { imageUrl, recordAnswer, recordName, updateBody, wholeList } from './wire/crud.ts';
import { endpoint } from './wire/endpoint.ts';
import { instant, maybe, oneOf, openEnum, recordId, text } from './wire/fields.ts';
import { idRef } from './wire/id-ref.ts';
import { positiveRupees, rupees } from './wire/money.ts';
import { recordInPath } from './wire/query.ts';
import type { Wire } from './wire/wire.ts';
import { type DomainOf, success, wireObject } from './wire/wire-object.ts';

const vehicleType = openEnum(VEHICLE_TYPES);

const sosServiceFields = {
  id: recordId,
  name: maybe(text),
  vehicleType: maybe(vehicleType),
  pricePaise: maybe(rupees),
  image: maybe(text),
};
/** A roadside service (SOS-01). */
export type SosService = DomainOf<typeof sosServiceFields>;
/** A roadside service on the wire. */
export const sosService: Wire<SosService> = wireObject(sosServiceFields, {
  id: '_id',
  name: 'servicename',
  vehicleType: 'vehicle_type',
  pricePaise: 'price',
});

const serviceFields = {
  id: recordId,
  name: maybe(text),
  vehicleType: maybe(vehicleType),
  image: maybe(text),
  createdAt: maybe(instant),
};
/** A regular service (SERV-01). */
export type Service = DomainOf<typeof serviceFields>;
/** A regular service on the wire. */
export const service: Wire<Service> = wireObject(serviceFields, {
  id: '_id',
  name: 'servicename',
  vehicleType: 'vehicle_type',
});

const partFields = {
  id: recordId,
  service: maybe(idRef),
  name: maybe(text),
  pricePaise: maybe(rupees),
  image: maybe(text),
};
/** A spare part of a service (PART-01). */
export type Part = DomainOf<typeof partFields>;
/** A spare part on the wire. */
export const part: Wire<Part> = wireObject(partFields, {
  id: '_id',
  service: 'serviceId',
  name: 'partname',
  pricePaise: 'amount',
});

const oneVehicleType = oneOf(VEHICLE_TYPES);

const sosServiceBody = { name: recordName, vehicleType: oneVehicleType, pricePaise: rupees, image: imageUrl };
const SOS_SPELLINGS = { name: 'servicename', vehicleType: 'vehicle_type', pricePaise: 'price' } as const;

/** GET /service/sos/getall (API-10, SOS-01). */
export const listSosServices = endpoint({
  name: 'listSosServices',
  method: 'GET',
  path: '/service/sos/getall',
  summary: 'All roadside services, newest first.',
  tag: 'catalogue',
  successNeeds: [],
  answer: wholeList(sosService),
});

/** POST /service/sos/create (API-10, SOS-02). */
export const createSosService = endpoint({
  name: 'createSosService',
  method: 'POST',
  path: '/service/sos/create',
  summary: 'Adds a roadside service.',
  tag: 'catalogue',
  successNeeds: [],
  body: wireObject(sosServiceBody, SOS_SPELLINGS),
  answer: recordAnswer(sosService),
});

/** The update-style call /service/sos/update (API-10, API-13). */
export const updateSosService = endpoint({
  name: 'updateSosService',
  method: 'PATCH',
  path: '/service/sos/update',
  summary: 'Changes a roadside service; what is left out stays.',
  tag: 'catalogue',
  successNeeds: [],
  body: updateBody(sosServiceBody, SOS_SPELLINGS),
  answer: recordAnswer(sosService),
  refusals: [404],
});

/** DELETE /service/sos/delete/{id} (API-10). */
export const deleteSosService = endpoint({
  name: 'deleteSosService',
  method: 'DELETE',
  path: '/service/sos/delete/{id}',
  summary: 'Removes a roadside service.',
  tag: 'catalogue',
  successNeeds: [],
  params: recordInPath,
  answer: success({}),
  refusals: [404],
});

const serviceBody = { name: recordName, vehicleType: oneVehicleType, image: imageUrl };
const SERVICE_SPELLINGS = { name: 'servicename', vehicleType: 'vehicle_type' } as const;

/** GET /service/getall (API-10, SERV-01). */
export const listServices = endpoint({
  name: 'listServices',
  method: 'GET',
  path: '/service/getall',
  summary: 'All regular services, newest first.',
  tag: 'catalogue',
  successNeeds: [],
  answer: wholeList(service),
});

/** POST /service/create (API-10, SERV-02). */
export const createService = endpoint({
  name: 'createService',
  method: 'POST',
  path: '/service/create',
  summary: 'Adds a regular service.',
  tag: 'catalogue',
  successNeeds: [],
  body: wireObject(serviceBody, SERVICE_SPELLINGS),
  answer: recordAnswer(service),
});

/** The update-style call /service/update (API-10, API-13). */
export const updateService = endpoint({
  name: 'updateService',
  method: 'PATCH',
  path: '/service/update',
  summary: 'Changes a regular service; what is left out stays.',
  tag: 'catalogue',
  successNeeds: [],
  body: updateBody(serviceBody, SERVICE_SPELLINGS),
  answer: recordAnswer(service),
  refusals: [404],
});

/** DELETE /service/delete/{id}: its parts go with it (API-10, PART-01). */
export const deleteService = endpoint({
  name: 'deleteService',
  method: 'DELETE',
  path: '/service/delete/{id}',
  summary: 'Removes a regular service with its parts.',
  tag: 'catalogue',
  successNeeds: [],
  params: recordInPath,
  answer: success({}),
  refusals: [404],
});

const partBody = { serviceId: recordId, name: recordName, pricePaise: positiveRupees, image: imageUrl };
const PART_SPELLINGS = { name: 'partname', pricePaise: 'amount' } as const;

/** GET /service/getall/parts/{serviceId} (API-10, PART-01). */
export const listParts = endpoint({
  name: 'listParts',
  method: 'GET',
  path: '/service/getall/parts/{serviceId}',
  summary: 'All parts of a service, newest first.',
  tag: 'catalogue',
  successNeeds: [],
  params: wireObject({ serviceId: recordId }),
  answer: wholeList(part),
  refusals: [404],
});

/** POST /service/parts/create (API-10, PART-02). */
export const createPart = endpoint({
  name: 'createPart',
  method: 'POST',
  path: '/service/parts/create',
  summary: 'Adds a part to a service.',
  tag: 'catalogue',
  successNeeds: [],
  body: wireObject(partBody, PART_SPELLINGS),
  answer: recordAnswer(part),
  refusals: [404],
});

/** The update-style call /service/parts/update (API-10, API-13). */
export const updatePart = endpoint({
  name: 'updatePart',
  method: 'PATCH',
  path: '/service/parts/update',
  summary: 'Changes a part; what is left out stays.',
  tag: 'catalogue',
  successNeeds: [],
  body: updateBody(partBody, PART_SPELLINGS),
  answer: recordAnswer(part),
  refusals: [404],
});

/** DELETE /service/parts/delete/{id} (API-10). */
export const deletePart = endpoint({
  name: 'deletePart',
  method: 'DELETE',
  path: '/service/parts/delete/{id}',
  summary: 'Removes a part.',
  tag: 'catalogue',
  successNeeds: [],
  params: recordInPath,
  answer: success({}),
  refusals: [404],
});
