import { idRef } from './payments.ts';
import { VEHICLE_TYPES } from './people.ts';
import { instant, maybe, openWords, recordId, text } from './wire/fields.ts';
import { rupees } from './wire/money.ts';
import type { Wire } from './wire/wire.ts';
import { type DomainOf, wireObject } from './wire/wire-object.ts';

const vehicleType = openWords(VEHICLE_TYPES);

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
