import { BOOKING_KINDS, type BOOKING_STATUSES } from './filter-values.ts';
import { BOOKING_LIST, bookingStatus } from './lists.ts';
import { paymentStatus } from './payments.ts';
import { endpointsOf } from './wire/endpoint.ts';
import {
  descriptionText,
  instant,
  list,
  maybe,
  nameText,
  numeric,
  openEnum,
  recordId,
  text,
  unlessNull,
} from './wire/fields.ts';
import { geoPoint } from './wire/geo-point.ts';
import { listEndpoints } from './wire/list-endpoints.ts';
import { rupees } from './wire/money.ts';
import { pagedResponse } from './wire/paging.ts';
import { type PersonRef, personRef } from './wire/person-ref.ts';
import { between } from './wire/request-fields.ts';
import type { Wire } from './wire/wire.ts';
import { type DomainOf, success, wireObject } from './wire/wire-object.ts';

const endpoint = endpointsOf('bookings');

export type BookingStatus = (typeof BOOKING_STATUSES)[number];

const bookedService = wireObject(
  { name: maybe(nameText), pricePaise: maybe(rupees) },
  { name: 'servicename', pricePaise: 'price' },
);

const amounts = wireObject(
  { totalPaise: maybe(rupees), paidPaise: maybe(rupees), duePaise: maybe(rupees), discountPaise: maybe(rupees) },
  { totalPaise: 'totalamount', paidPaise: 'paidamount', duePaise: 'dueamount', discountPaise: 'discount' },
);

const charges = wireObject(
  {
    platformFeePaise: maybe(rupees),
    mechanicChargePaise: maybe(rupees),
    serviceCostPaise: maybe(rupees),
    pricePerKmPaise: maybe(rupees),
    additionalServiceCostPaise: maybe(rupees),
  },
  {
    platformFeePaise: 'platform_fee',
    mechanicChargePaise: 'mechanic_charge',
    serviceCostPaise: 'service_cost',
    pricePerKmPaise: 'price_per_km',
    additionalServiceCostPaise: 'additional_service_cost',
  },
);

const fields = {
  id: recordId,
  kind: maybe(openEnum(BOOKING_KINDS)),
  status: maybe(bookingStatus),
  paymentStatus: maybe(paymentStatus),
  services: list(bookedService),
  problem: maybe(descriptionText),
  scheduledAt: maybe(instant),
  createdAt: maybe(instant),
  updatedAt: maybe(instant),
  location: maybe(geoPoint),
  /** The number of stars, up to 5; 0 and null mean "not rated" (BOOK-08). */
  rating: maybe(numeric),
  customer: maybe<PersonRef>(personRef),
  mechanic: maybe<PersonRef>(personRef),
  amounts: maybe(amounts),
  serviceCharges: maybe(charges),
  emergencyCharges: maybe(charges),
  /**
   * The number of notes on the record; null if there are none or an external provider does not support them
   * (WORK-04). Never imported.
   */
  noteCount: unlessNull(numeric),
};

/** A booking (BOOK-04, BOOK-08). All amounts are integers in paise. */
export type Booking = DomainOf<typeof fields>;
export type BookingCharges = NonNullable<Booking['serviceCharges']>;

export const booking: Wire<Booking> = wireObject(fields, {
  id: '_id',
  kind: 'bookingtype',
  paymentStatus: 'payment_status',
  scheduledAt: 'service_date',
  location: 'userLocation',
  rating: 'reviewstar',
  customer: 'userid',
  mechanic: 'mechanicid',
  amounts: 'payment_details',
  serviceCharges: 'payment_ser_summary',
  emergencyCharges: 'payment_emerg_summary',
});

/** Returns the charges of a booking, depending on its kind (BOOK-10). */
export function chargesOf(booking: Booking): BookingCharges | null {
  return booking.kind === 'emergency' ? booking.emergencyCharges : booking.serviceCharges;
}

/** API-03, BOOK-01 to BOOK-03, VIEW-01 to VIEW-03 */
export const { list: listBookings, count: countBookings } = listEndpoints(BOOKING_LIST, {
  name: 'Bookings',
  path: '/booking/admin/booking',
  permission: 'records:read',
  readScope: 'read:bookings',
  tag: 'bookings',
  response: pagedResponse(booking),
  summary:
    'A page of bookings, newest first; `search` matches any part of the id, a phone number, the words of a customer’s or mechanic’s name, an email address, a day (“4 March”, “04/03/2026”), an amount in rupees as far as it is typed and the transaction id of a person who was paid, `status=all` is no filter. `userid` and `mechanicid` ask for one person’s, `from` and `to` for the days on which they were made, both included; `status` takes several values with commas between them; `kind` and `unassigned` leave the others out, `waiting` those that were made in the last so many minutes; `sort=date` is oldest first.',
});

/** DESK-02 */
export const getPlace = endpoint('getPlace', 'GET /admin/places', {
  permission: 'records:read',
  summary:
    'Returns the nearest place of the bundled gazetteer: "Hadapsar, Pune, 3 km SE", without the distance if it is under 1 km; null if no place is within 40 km.',
  query: wireObject({ latitude: between(-90, 90), longitude: between(-180, 180) }),
  response: success({ place: maybe(text) }),
});
