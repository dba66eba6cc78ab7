import { BOOKING_KINDS } from './filter-values.ts';
import { bookingStatus } from './lists.ts';
import { endpointsOf } from './wire/endpoint.ts';
import { flag, instant, list, maybe, nameText, numeric, openEnum, phone, recordId, text } from './wire/fields.ts';
import { rupees } from './wire/money.ts';
import { fullList } from './wire/paging.ts';
import { recordInPath } from './wire/request-fields.ts';
import { type DomainOf, success, wireObject } from './wire/wire-object.ts';

const endpoint = endpointsOf('calls');

/** How long the screen shows the card of an unanswered call, in milliseconds (PEOP-07). */
export const OPEN_CALL_MS = 120_000;
export const CALL_RETENTION_DAYS = 90;
/** The maximum number of open bookings on a caller card. The server reads one more to detect that there are others. */
export const MAX_NAMED_BOOKINGS = 3;

const bookingFields = {
  id: recordId,
  kind: maybe(openEnum(BOOKING_KINDS)),
  status: maybe(bookingStatus),
  at: maybe(instant),
};
const paymentFields = { id: recordId, amountPaise: maybe(rupees), status: maybe(text), at: maybe(instant) };

const personFields = {
  kind: openEnum(['user', 'mechanic']),
  id: recordId,
  name: maybe(nameText),
  isBlocked: flag,
  /** Open bookings, newest first. */
  openBookings: list(wireObject(bookingFields, { id: '_id' })),
  /** The last payment of a customer or the last payout of a mechanic; null if the role may not read it. */
  lastPayment: maybe(wireObject(paymentFields, { id: '_id', amountPaise: 'amount' })),
};
/** A customer or mechanic with the phone number of a call. */
export type Caller = DomainOf<typeof personFields>;

const callFields = {
  id: recordId,
  phone,
  line: maybe(text),
  at: instant,
  /** How much longer the call stays open, in milliseconds. */
  remainingMs: numeric,
  /** All people with the number; empty for an unknown caller. */
  people: list(wireObject(personFields, { id: '_id' })),
};
/** A call that no user has taken (PEOP-07). */
export type OpenCall = DomainOf<typeof callFields>;

/** Lists the calls of the last two minutes that no user has taken, newest first (PEOP-07). */
export const listOpenCalls = endpoint('listOpenCalls', 'GET /admin/calls/open', {
  permission: 'records:read',
  summary:
    'Unanswered calls of the last two minutes, newest first, each with the people who have the number, their open bookings and last payment. Omits what the caller’s role may not read.',
  response: fullList(wireObject(callFields, { id: '_id', remainingMs: 'remaining' })),
});

/** PEOP-07 */
export const takeCall = endpoint('takeCall', 'POST /admin/calls/{id}/take', {
  permission: 'notes:write',
  summary:
    'Takes a call, which closes its card on every screen. Repeating it changes nothing; 409 names the colleague who took it.',
  params: recordInPath,
  response: success({}),
  errorCodes: [404, 409],
});
