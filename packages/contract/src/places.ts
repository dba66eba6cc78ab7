import { endpoint } from './wire/endpoint.ts';
import { maybe, text } from './wire/fields.ts';
import { between } from './wire/request-fields.ts';
import { success, wireObject } from './wire/wire-object.ts';

/** GET /admin/places: what people call a point (DESK-02). */
export const getPlace = endpoint({
  name: 'getPlace',
  method: 'GET',
  path: '/admin/places',
  permission: 'records:read',
  summary:
    'Names a point by the nearest place of the gazetteer, which is part of the installation: "Hadapsar, Pune, 3 km SE", without the distance where it is under 1 km; null where no place is within 40 km.',
  tag: 'bookings',
  query: wireObject({ latitude: between(-90, 90), longitude: between(-180, 180) }),
  answer: success({ place: maybe(text) }),
});
