import type { ActivityAction } from './activity.ts';
import { endpointsOf } from './wire/endpoint.ts';
import { descriptionText, instant, list, maybe, numeric, oneOf, openEnum, recordId, text } from './wire/fields.ts';
import { signedRupees } from './wire/money.ts';
import { optionalText } from './wire/request-fields.ts';
import { type DomainOf, success, wireObject } from './wire/wire-object.ts';

const endpoint = endpointsOf('timeline');

/** The records that have a timeline (PEOP-02). */
export const TIMELINE_ENTITIES = ['booking', 'user', 'mechanic'] as const;
export type TimelineEntity = (typeof TIMELINE_ENTITIES)[number];

/** The activity entries that change the status of a customer or mechanic. */
export const PERSON_STATUS_ACTIONS = [
  'blocked',
  'unblocked',
  'approved',
  'rejected',
  'resubmission_requested',
  'marked_expert',
  'marked_regular',
] as const satisfies readonly ActivityAction[];

/** The sources of timeline entries. Entries with the same timestamp are shown in reverse of this order. */
export const TIMELINE_KINDS = [
  'person_created',
  'booking_created',
  'current_status',
  'booking_status',
  'emergency_step',
  'payment',
  'refund',
  'payout',
  'loyalty_payout',
  'notification',
  'note',
  'person_status',
  'call',
] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];

/** The number of entries per page. */
export const TIMELINE_LENGTH = 20;

const fields = {
  id: text,
  kind: openEnum(TIMELINE_KINDS),
  /** Null if the record has no date. */
  at: maybe(instant),
  /** The linked record: a booking, payment, refund, payout, notification or person. */
  recordId: maybe(text),
  /**
   * The status of the booking, payment or notification, the step of an emergency, or the action of an activity entry.
   */
  status: maybe(text),
  amountPaise: maybe(signedRupees),
  /**
   * The kind of a booking or refund, the method of a payment or payout, the text of a note or notification, the
   * reason for a step, or the phone line of a call.
   */
  text: maybe(descriptionText),
  /** The name or email of the user who did it. */
  by: maybe(text),
  /** The mechanic or colleague whom a step concerns. */
  other: maybe(text),
};
/** An entry of a timeline (PEOP-02). */
export type TimelineEntry = DomainOf<typeof fields>;

const MAX_CURSOR_LENGTH = 200;
const params = wireObject({ entity: oneOf(TIMELINE_ENTITIES), id: recordId });

/** PEOP-02 */
export const getTimeline = endpoint('getTimeline', 'GET /admin/timeline/{entity}/{id}', {
  permission: 'records:read',
  summary:
    'Twenty entries about a booking, customer or mechanic, newest first: bookings and their statuses, payments, refunds, payouts, notes, notifications, calls, changes of the person, steps of an emergency. Omits what the caller’s role may not read. Pass `next` as `before` to get the following entries; null at the end.',
  params,
  query: wireObject({ before: optionalText(MAX_CURSOR_LENGTH) }),
  response: success(
    { rows: list(wireObject(fields, { amountPaise: 'amount' })), next: maybe(text) },
    { rows: 'data' },
  ),
  errorCodes: [404],
});

/** The maximum count. The web app shows "999+" for it (PEOP-01). */
export const MAX_RECORD_COUNT = 1000;

const countFields = {
  bookings: maybe(numeric),
  payments: maybe(numeric),
  earnings: maybe(numeric),
  payouts: maybe(numeric),
  notes: maybe(numeric),
  activity: maybe(numeric),
};
/**
 * The number of records of each kind that a person has, up to 1,000; null for a kind that does not apply or that the
 * role may not read.
 */
export type RecordCounts = DomainOf<typeof countFields>;

/** PEOP-01 */
export const getRecordCounts = endpoint('getRecordCounts', 'GET /admin/record-counts/{entity}/{id}', {
  permission: 'records:read',
  summary:
    'The numbers of bookings, payments, earnings, payouts, notes and activity entries of a customer or mechanic, each counted up to 1,000. Null if the caller’s role may not read them.',
  params: wireObject({ entity: oneOf(['user', 'mechanic']), id: recordId }),
  response: success({ record: wireObject(countFields) }, { record: 'data' }),
  errorCodes: [404],
});
