import { imageUrl, recordName, recordResponse, updateBody } from './wire/crud.ts';
import { endpointsOf } from './wire/endpoint.ts';
import { linkText, maybe, nameText, recordId } from './wire/fields.ts';
import { positiveRupees, rupees } from './wire/money.ts';
import { fullList } from './wire/paging.ts';
import { idRef } from './wire/person-ref.ts';
import { recordInPath } from './wire/request-fields.ts';
import { conflictResponse, type Versioned, versioned } from './wire/versioned.ts';
import type { Wire } from './wire/wire.ts';
import { type DomainOf, success, wireObject } from './wire/wire-object.ts';

const endpoint = endpointsOf('parts');

const partFields = {
  id: recordId,
  service: maybe(idRef),
  name: maybe(nameText),
  pricePaise: maybe(rupees),
  image: maybe(linkText),
};
/** A spare part of a service (PART-01). */
export type Part = DomainOf<typeof partFields>;
const WIRE_KEYS = { id: '_id', service: 'serviceId', name: 'partname', pricePaise: 'amount' } as const;
export const part: Wire<Part> = wireObject(partFields, WIRE_KEYS);
const storedPart = versioned(partFields, WIRE_KEYS);
export type StoredPart = Part & Versioned;

const partBody = { serviceId: recordId, name: recordName, pricePaise: positiveRupees, image: imageUrl };
const PART_SPELLINGS = { name: 'partname', pricePaise: 'amount' } as const;

/** API-10, PART-01 */
export const listParts = endpoint('listParts', 'GET /service/getall/parts/{serviceId}', {
  permission: 'records:read',
  readScope: 'read:catalogue',
  summary: 'All parts of a service, newest first.',
  params: wireObject({ serviceId: recordId }),
  response: fullList(storedPart),
  errorCodes: [404],
});

/** API-10, PART-02 */
export const createPart = endpoint('createPart', 'POST /service/parts/create', {
  permission: 'catalogue:change',
  summary: 'Adds a part to a service.',
  body: wireObject(partBody, PART_SPELLINGS),
  response: recordResponse(storedPart),
  errorCodes: [404],
});

export const updatePart = endpoint('updatePart', 'PATCH /service/parts/update', {
  permission: 'catalogue:change',
  summary: 'Changes a part; omitted fields keep their values.',
  body: updateBody(partBody, PART_SPELLINGS),
  response: recordResponse(storedPart),
  conflict: conflictResponse(storedPart),
  errorCodes: [404],
});

/** API-10 */
export const deletePart = endpoint('deletePart', 'DELETE /service/parts/delete/{id}', {
  permission: 'catalogue:change',
  summary: 'Removes a part.',
  params: recordInPath,
  response: success({}),
  errorCodes: [404],
});
