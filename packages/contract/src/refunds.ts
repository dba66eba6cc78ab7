import { REFUND_KINDS, REFUND_RESPONSE_DAYS, REFUND_STATES } from './filter-values.ts';
import { REFUND_LIST } from './lists.ts';
import { MAX_REASON_LENGTH } from './payments-out.ts';
import { endpointsOf } from './wire/endpoint.ts';
import { fileText, flag, instant, maybe, numeric, oneOf, recordId, text } from './wire/fields.ts';
import { listEndpoints } from './wire/list-endpoints.ts';
import { payableRupees, rupees, signedRupees } from './wire/money.ts';
import { pagedResponse } from './wire/paging.ts';
import { type PersonRef, personRef } from './wire/person-ref.ts';
import { calendarDay, recordInPath, requiredName, requiredNote, wholeNumber } from './wire/request-fields.ts';
import { sentenceFields } from './wire/sentence-fields.ts';
import type { Wire } from './wire/wire.ts';
import { type DomainOf, success, wireObject } from './wire/wire-object.ts';

const endpoint = endpointsOf('refunds');

export type RefundKind = (typeof REFUND_KINDS)[number];
export type RefundState = (typeof REFUND_STATES)[number];

/** The kinds that a user can request. Disputes are excluded because the customer's bank opens them. */
export const REQUESTED_KINDS = ['full', 'part', 'goodwill'] as const satisfies readonly RefundKind[];

/** The number of days after which an unapproved refund expires (TEAM-06). */
export const REFUND_APPROVAL_DAYS = 7;

/** An open dispute needs attention when its deadline is at most this many hours away (REFD-03). */
export const DISPUTE_DUE_HOURS = 48;

/** Returns the part of an amount that the mechanic bears, rounded half up to a paisa (REFD-02). */
export const mechanicShare = (amountPaise: number, mechanicPercent: number): number =>
  Math.floor((amountPaise * mechanicPercent + 50) / 100);

const fields = {
  id: recordId,
  paymentId: recordId,
  bookingId: maybe(recordId),
  customer: maybe<PersonRef>(personRef),
  mechanic: maybe<PersonRef>(personRef),
  kind: oneOf(REFUND_KINDS),
  state: oneOf(REFUND_STATES),
  amountPaise: rupees,
  /** The amount returned to the customer; a lost dispute returns at most what is left of the payment. */
  returnedPaise: rupees,
  /** The part of the amount that the mechanic bears; the platform bears the rest. */
  mechanicPercent: numeric,
  mechanicPaise: rupees,
  /** Null for a refund made by the marketplace, and after its customer and mechanic are erased. */
  reason: maybe(text),
  /** For a dispute, the bank's deadline for evidence. */
  dueAt: maybe(instant),
  /** For a dispute, whether the payment had already been refunded, so that nothing was left to return. */
  isAfterRefund: flag,
  /** Null for a refund made by the marketplace. */
  requestedById: maybe(recordId),
  requestedBy: maybe(text),
  requestedAt: instant,
  approvedBy: maybe(text),
  approvedAt: maybe(instant),
  /**
   * The user who rejected, withdrew or cancelled the refund, or recorded the outcome of the dispute; null if the
   * marketplace did.
   */
  decidedBy: maybe(text),
  decidedAt: maybe(instant),
  outcomeReason: maybe(text),
};
/** A refund of a payment, or a dispute about one (REFD-01, REFD-03). */
export type Refund = DomainOf<typeof fields>;
export const refund: Wire<Refund> = wireObject(fields, {
  id: '_id',
  amountPaise: 'amount',
  returnedPaise: 'returned',
  mechanicPaise: 'mechanicAmount',
  isAfterRefund: 'afterRefund',
});

/** REFD-01 */
export const { list: listRefunds, count: countRefunds } = listEndpoints(REFUND_LIST, {
  name: 'Refunds',
  path: '/admin/refunds',
  permission: 'payments:read',
  readScope: 'read:payments',
  tag: 'refunds',
  response: pagedResponse(refund),
  summary:
    'A page of refunds and disputes, newest first; `state` takes several values with commas between them, `kind` one, `paymentId` asks for those of one payment, `customerId` for those of one customer; `search` finds ids of refunds, payments and bookings, names, phone numbers and amounts; `from` and `to` are days, both included; `sort=date` is oldest first.',
});

export const getRefund = endpoint('getRefund', 'GET /admin/refunds/{id}', {
  permission: 'payments:read',
  readScope: 'read:payments',
  summary: 'One refund or dispute.',
  params: recordInPath,
  response: success({ record: refund }, { record: 'data' }),
  errorCodes: [404],
});

const refundableFields = {
  paidPaise: rupees,
  /** The sum of confirmed refunds and lost disputes. */
  returnedPaise: rupees,
  /** The sum of refunds that are pending approval or waiting for the marketplace. */
  pendingPaise: rupees,
  /** The sum of open disputes. */
  disputedPaise: rupees,
  /** The amount that can still be refunded. */
  remainingPaise: rupees,
  /** The amount that a lost dispute can still return; open disputes do not reduce it. */
  leftPaise: rupees,
  mechanic: maybe<PersonRef>(personRef),
  /** The mechanic's current balance; null if there is no mechanic or the role may not read payouts. */
  balancePaise: maybe(signedRupees),
  /** The mechanic's share of all pending refunds of all payments; null if the balance is null. */
  pendingMechanicPaise: maybe(rupees),
  /** The part of the balance reserved by requested payouts and payment runs; null if the balance is null. */
  reservedPaise: maybe(rupees),
  /** The amount that the caller may refund today without approval; null means no limit. */
  freePaise: maybe(rupees),
};
/** How much of a payment can be refunded, and how much the caller can refund without approval (REFD-01, REFD-02). */
export type Refundable = DomainOf<typeof refundableFields>;

/** REFD-01, REFD-02 */
export const getRefundable = endpoint('getRefundable', 'GET /admin/payments/{id}/refundable', {
  permission: 'payments:read',
  summary:
    'Paid, returned, pending and refundable amounts of a payment, the mechanic’s balance with other pending deductions, and the amount that the caller may refund today without approval.',
  params: recordInPath,
  response: success(
    {
      record: wireObject(refundableFields, {
        paidPaise: 'paid',
        returnedPaise: 'returned',
        pendingPaise: 'pending',
        disputedPaise: 'disputed',
        remainingPaise: 'remaining',
        leftPaise: 'left',
        balancePaise: 'balance',
        pendingMechanicPaise: 'pendingMechanicAmount',
        reservedPaise: 'reserved',
        freePaise: 'free',
      }),
    },
    { record: 'data' },
  ),
  errorCodes: [404],
});

const MAX_KEY_LENGTH = 100;
const key = requiredName(MAX_KEY_LENGTH);
const reason = requiredNote(MAX_REASON_LENGTH);
const mechanicPercent = wholeNumber(0, 100);
const refundResponse = success({ ...sentenceFields, record: refund }, { record: 'data' });

/** REFD-01, REFD-02 */
export const requestRefund = endpoint('requestRefund', 'POST /admin/payments/{id}/refunds', {
  permission: 'money:move',
  needsProof: true,
  summary:
    'Requests a refund of a paid payment from the marketplace by the event `refund.requested`. `mechanicPercent` is the share that the mechanic bears. Above the role’s limit, another user must approve it first. Repeating the same `key` with the same content returns the first response; other content returns 409. 409 when the refund would exceed what was paid.',
  params: recordInPath,
  body: wireObject(
    { kind: oneOf(REQUESTED_KINDS), amountPaise: payableRupees, mechanicPercent, reason, key },
    { amountPaise: 'amount' },
  ),
  response: refundResponse,
  errorCodes: [404, 409],
});

/** TEAM-06, REFD-02 */
export const approveRefund = endpoint('approveRefund', 'POST /admin/refunds/{id}/approve', {
  permission: 'money:move',
  needsProof: true,
  summary: 'Approves a refund that another user requested, and sends it to the marketplace.',
  params: recordInPath,
  response: refundResponse,
  errorCodes: [404, 409],
});

export const rejectRefund = endpoint('rejectRefund', 'POST /admin/refunds/{id}/reject', {
  permission: 'money:move',
  summary: 'Rejects a refund that another user requested and that is not approved yet.',
  params: recordInPath,
  body: wireObject({ reason }),
  response: refundResponse,
  errorCodes: [404, 409],
});

export const withdrawRefund = endpoint('withdrawRefund', 'POST /admin/refunds/{id}/withdraw', {
  permission: 'money:move',
  summary: 'Withdraws one’s own refund request before it is approved.',
  params: recordInPath,
  response: refundResponse,
  errorCodes: [404, 409],
});

/** REFD-01 */
export const cancelRefund = endpoint('cancelRefund', 'POST /admin/refunds/{id}/cancel', {
  permission: 'money:move',
  needsProof: true,
  summary: `Ends a refund to which the marketplace has not responded within ${REFUND_RESPONSE_DAYS} days, and sends \`refund.cancelled\`. A later response that it was made still counts.`,
  params: recordInPath,
  body: wireObject({ reason }),
  response: refundResponse,
  errorCodes: [404, 409],
});

/** REFD-01 */
export const linkRefund = endpoint('linkRefund', 'POST /admin/refunds/{id}/link', {
  permission: 'money:move',
  needsProof: true,
  summary:
    'Links the refund `madeId`, which the marketplace made without naming a request, to this request: the request is confirmed, and the other refund is ignored. Both have the same payment and amount.',
  params: recordInPath,
  body: wireObject({ madeId: recordId }),
  response: refundResponse,
  errorCodes: [404, 409],
});

/** REFD-03 */
export const openDispute = endpoint('openDispute', 'POST /admin/payments/{id}/disputes', {
  permission: 'money:move',
  needsProof: true,
  summary:
    'Records that the customer’s bank disputes a payment. While the dispute is open, its amount cannot be refunded; a dispute of an already refunded payment returns nothing when it is lost. A cash payment has no bank: 409. `dueOn` is the last day for evidence, today or later. Repeating the same `key` with the same content returns the first response.',
  params: recordInPath,
  body: wireObject({ amountPaise: payableRupees, dueOn: calendarDay, reason, key }, { amountPaise: 'amount' }),
  response: refundResponse,
  errorCodes: [404, 409],
});

/** REFD-03 */
export const correctDueDay = endpoint('correctDueDay', 'POST /admin/refunds/{id}/due-day', {
  permission: 'money:move',
  summary:
    'Corrects the due day for evidence of an open dispute. The activity log keeps the previous day. 400 for a past day, 409 after the outcome.',
  params: recordInPath,
  body: wireObject({ dueOn: calendarDay }),
  response: refundResponse,
  errorCodes: [404, 409],
});

/** REFD-03 */
export const decideDispute = endpoint('decideDispute', 'POST /admin/refunds/{id}/outcome', {
  permission: 'money:move',
  needsProof: true,
  summary:
    'Records the outcome of a dispute. A lost dispute returns its amount minus what is already refunded; the mechanic bears `mechanicPercent` of that. If this share is above the role’s limit, a user other than the one who opened the dispute must record it. 409 for a lost dispute while a refund of the payment is pending or requested.',
  params: recordInPath,
  body: wireObject({ isLost: flag, mechanicPercent, reason }, { isLost: 'lost' }),
  response: refundResponse,
  errorCodes: [404, 409],
});

/** REFD-03 */
export const downloadEvidence = endpoint('downloadEvidence', 'GET /admin/refunds/{id}/evidence', {
  permission: 'lists:export',
  needsProof: true,
  summary:
    'The evidence of a dispute as a ZIP file: payment, notes, screenshot and timeline of the booking. Each download is recorded.',
  isChange: true,
  params: recordInPath,
  isTable: true,
  response: fileText,
  errorCodes: [404, 409],
});

const sourceFields = {
  /** The marketplace's id of the refund. */
  id: recordId,
  paymentId: recordId,
  /** The `id` of the event `refund.requested`; missing for a refund that was not requested in Wayside. */
  refundId: maybe(recordId),
  amountPaise: payableRupees,
  status: oneOf(['confirmed', 'failed']),
  refundedAt: maybe(instant),
};
/** A refund in the body of POST /ingest/refunds (REFD-01). */
export type RefundOfSource = DomainOf<typeof sourceFields>;
export const refundOfSource: Wire<RefundOfSource> = wireObject(sourceFields, { id: '_id', amountPaise: 'amount' });
