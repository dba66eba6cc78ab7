import * as z from 'zod/mini';
import { EVENT_TYPES, type EventType, TEST_EVENT_TYPE } from './event-types.ts';
import { applicationStatus } from './mechanics.ts';
import { optionalFields } from './wire/crud.ts';
import { endpointsOf } from './wire/endpoint.ts';
import { fieldIssue } from './wire/field-sentences.ts';
import {
  descriptionText,
  flag,
  instant,
  jsonRecord,
  linkText,
  list,
  maybe,
  numeric,
  oneOf,
  openEnum,
  recordId,
  text,
  vehicleType,
} from './wire/fields.ts';
import { rupees, signedRupees } from './wire/money.ts';
import { wholeNumberOr } from './wire/request-fields.ts';
import { documented, type Wire, wireValue } from './wire/wire.ts';
import { type DomainOf, type Spellings, success, wireObject } from './wire/wire-object.ts';

const endpoint = endpointsOf('changes');

type Fields = Record<string, Wire<unknown>>;

/**
 * Describes the data of an event: the record and its changes. A missing field did not change, and a null field was
 * cleared.
 */
const data = <F extends Fields>(entity: string, fields: F, spellings: Spellings<F> = {}): Wire<never> => {
  const all: Fields = { entity: oneOf([entity]), id: recordId, ...optionalFields(fields) };
  return wireObject(all, spellings) as Wire<unknown> as Wire<never>;
};

const idOnlyData = (entity: string): Wire<never> => data(entity, {});

/** Describes the catalogue's fields as their lists spell them; a deletion contains only the record's id. */
function catalogue<const E extends string, F extends Fields>(entity: E, fields: F, spellings: Spellings<F>) {
  const changed = data(entity, fields, spellings);
  return {
    [`${entity}.created`]: changed,
    [`${entity}.updated`]: changed,
    [`${entity}.deleted`]: idOnlyData(entity),
  } as { readonly [K in `${E}.${'created' | 'updated' | 'deleted'}`]: Wire<never> };
}

const BLOCK = { isBlocked: flag };
const DECISION = { status: applicationStatus, remarks: maybe(descriptionText) };
const LOYALTY = { walletPaise: signedRupees, amountPaise: rupees, transactionId: text };
const LOYALTY_SPELLINGS = {
  walletPaise: 'wallet_amount',
  amountPaise: 'amount',
  transactionId: 'transaction_id',
} as const;
const PAYOUT = {
  mechanicId: recordId,
  transactionId: text,
  amountPaise: rupees,
  method: text,
  paidAt: instant,
};
const PAYOUT_SPELLINGS = { amountPaise: 'amount', method: 'paymentMethod', paidAt: 'payoutDate' } as const;
/**
 * Excludes the reason, because it is free text about a person. For a loyalty payout, the wallet is the one after the
 * void.
 */
const VOIDED = { ...PAYOUT, userId: recordId, voidedAt: instant, walletPaise: signedRupees };
/** Excludes the reason, because it is free text about a person. */
const REFUND = { paymentId: recordId, kind: text, amountPaise: rupees };
const DISPUTE = { paymentId: recordId, amountPaise: rupees, dueAt: instant };
const LOST_DISPUTE = { ...DISPUTE, returnedPaise: rupees };
const REFUND_SPELLINGS = { amountPaise: 'amount' } as const;
const image = maybe(linkText);

/**
 * The payload of each event type (HOOK-01). Its domain keys are the fields of the activity entry. Fields that are not
 * listed here are never sent, and no bank or identity data is listed.
 */
export const eventData: Readonly<Record<EventType, Wire<never>>> = {
  'user.blocked': data('user', BLOCK),
  'user.unblocked': data('user', BLOCK),
  'user.deleted': idOnlyData('user'),
  'user.loyalty_paid': data('user', LOYALTY, LOYALTY_SPELLINGS),
  'mechanic.approved': data('mechanic', DECISION),
  'mechanic.rejected': data('mechanic', DECISION),
  'mechanic.resubmission_requested': data('mechanic', DECISION),
  'mechanic.blocked': data('mechanic', BLOCK),
  'mechanic.unblocked': data('mechanic', BLOCK),
  'mechanic.expert_changed': data('mechanic', { isExpert: flag }, { isExpert: 'isexpert' }),
  'mechanic.deleted': idOnlyData('mechanic'),
  'mechanic.loyalty_paid': data('mechanic', LOYALTY, LOYALTY_SPELLINGS),
  'payout.created': data('payout', PAYOUT, PAYOUT_SPELLINGS),
  'payout.voided': data('payout', VOIDED, { ...PAYOUT_SPELLINGS, userId: 'userid', walletPaise: 'wallet_amount' }),
  // Requests a refund from the marketplace. The refunded payment, or a record of `refunds`, confirms it (REFD-01).
  'refund.requested': data('refund', REFUND, REFUND_SPELLINGS),
  'refund.cancelled': data('refund', REFUND, REFUND_SPELLINGS),
  'refund.confirmed': data('refund', REFUND, REFUND_SPELLINGS),
  'dispute.opened': data('dispute', DISPUTE, REFUND_SPELLINGS),
  'dispute.lost': data('dispute', LOST_DISPUTE, { ...REFUND_SPELLINGS, returnedPaise: 'returned' }),
  'dispute.won': data('dispute', DISPUTE, REFUND_SPELLINGS),
  // Requests to the marketplace. Its next record of the booking shows the outcome (ROAD-05).
  'booking.assign_requested': data('booking', { mechanicId: recordId }, { mechanicId: 'mechanicid' }),
  'booking.cancel_requested': data('booking', { reason: text }),
  ...catalogue(
    'service',
    { name: maybe(text), vehicleType: maybe(vehicleType), image, createdAt: maybe(instant) },
    { name: 'servicename', vehicleType: 'vehicle_type' },
  ),
  ...catalogue(
    'part',
    { serviceId: maybe(recordId), name: maybe(text), pricePaise: maybe(rupees), image },
    { name: 'partname', pricePaise: 'amount' },
  ),
  ...catalogue(
    'sos_service',
    { name: maybe(text), vehicleType: maybe(vehicleType), pricePaise: maybe(rupees), image },
    { name: 'servicename', vehicleType: 'vehicle_type', pricePaise: 'price' },
  ),
  ...catalogue(
    'slot',
    { startTime: maybe(text), endTime: maybe(text), duration: maybe(text) },
    { startTime: 'starttime', endTime: 'endtime', duration: 'no_of_hour' },
  ),
  ...catalogue(
    'vehicle_model',
    { companyName: maybe(text), image, createdAt: maybe(instant) },
    { companyName: 'companyname' },
  ),
  // Excludes the UPI id, because it is bank data.
  'configuration.updated': data(
    'configuration',
    {
      chargePerKmPaise: maybe(rupees),
      platformFeePaise: maybe(rupees),
      commissionPercent: maybe(numeric),
      referralBonusPaise: maybe(rupees),
      mechanicChargePaise: maybe(rupees),
      discountPercent: maybe(numeric),
      loyaltyPoints: maybe(numeric),
    },
    {
      chargePerKmPaise: 'charge_per_km',
      platformFeePaise: 'platform_fee',
      commissionPercent: 'commision_percentage',
      referralBonusPaise: 'referral_bonus',
      mechanicChargePaise: 'mechanic_charge',
      discountPercent: 'discount_percentage',
      loyaltyPoints: 'Loyality_points',
    },
  ),
  'notification.created': data(
    'notification',
    { message: descriptionText, type: text, userId: maybe(recordId), mechanicId: maybe(recordId) },
    { userId: 'user_id', mechanicId: 'mechanicid' },
  ),
};

const fields = {
  /** The id of the event, which is the same in each delivery (`webhook-id`) and in the feed. */
  id: text,
  type: openEnum([...EVENT_TYPES, TEST_EVENT_TYPE]),
  timestamp: instant,
  /** The data, encoded by `eventData` for the type. */
  data: jsonRecord,
};

/** A change by an administrator, as sent by the feed and the webhooks (HOOK-01). */
export type Event = DomainOf<typeof fields>;
export const event: Wire<Event> = wireObject(fields);

const CURSOR = /^c([0-9a-z]{1,10})$/;
const cursorText = (position: number): string => `c${position.toString(36)}`;

/** A position in the feed, after the previous event. It is opaque to the caller. */
export const feedCursor: Wire<number> = wireValue(
  documented(z.string(), { examples: ['c1k'] }),
  (value, fail) => {
    const position = Number.parseInt(CURSOR.exec(value)?.[1] ?? '', 36);
    return cursorText(position) === value ? position : fail(fieldIssue('feed_cursor'));
  },
  cursorText,
);

const PAGE_SIZE = 100;
const MAX_PAGE_SIZE = 1000;

/** HOOK-04 */
export const listChanges = endpoint('listChanges', 'GET /changes', {
  permission: 'service-key',
  summary:
    'Events after a cursor, without gaps; without a cursor, from the oldest stored event. 410 with the oldest cursor when the cursor is older than 30 days.',
  query: wireObject({
    after: maybe(feedCursor),
    limit: wholeNumberOr(PAGE_SIZE, 1, MAX_PAGE_SIZE),
  }),
  response: success({ rows: list(event), cursor: feedCursor }, { rows: 'data' }),
  errorCodes: [403, 410],
});
