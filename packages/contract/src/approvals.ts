import { APPROVAL_LIST } from './lists.ts';
import { PAYOUT_METHODS } from './payouts.ts';
import { optionalFields } from './wire/crud.ts';
import { endpointsOf } from './wire/endpoint.ts';
import { instant, maybe, numeric, oneOf, openEnum, orNull, recordId, text } from './wire/fields.ts';
import { listEndpoints } from './wire/list-endpoints.ts';
import { limitRupees, payableRupees, payableRupeesText, rupees, signedRupees } from './wire/money.ts';
import { pagedResponse } from './wire/paging.ts';
import { recordInPath, requiredName, requiredNote } from './wire/request-fields.ts';
import { sentenceFields } from './wire/sentence-fields.ts';
import { transactionId } from './wire/transaction-id.ts';
import type { Wire } from './wire/wire.ts';
import { type DomainOf, success, wireObject } from './wire/wire-object.ts';

/**
 * The states of a stored payment request. A `waiting` request reserves its amount, even after another user has
 * approved it. An `approved` request has been paid (TEAM-06, OWN-08).
 */
export const STORED_APPROVAL_STATES = ['waiting', 'approved', 'rejected', 'withdrawn', 'lapsed'] as const;

/**
 * The states of a payment request that the API reports. `to_be_paid`: another user has approved it, but its payment
 * is not recorded. `approved`: it is paid. `cancelled`: it was approved, and another user cancelled it before it was
 * paid (OWN-08).
 */
export const APPROVAL_STATES = [...STORED_APPROVAL_STATES, 'to_be_paid', 'cancelled'] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

/** Why a payment needs approval: its own amount, or the total that its requester pays out within the day. */
export const APPROVAL_CAUSES = ['limit', 'day_limit'] as const;
export type ApprovalCause = (typeof APPROVAL_CAUSES)[number];

/**
 * The number of days after which a request expires, and after which an approved payment that is not recorded expires
 * (TEAM-06, OWN-08).
 */
export const APPROVAL_DAYS = 7;

export const WAITS_FOR_APPROVAL = 'Sent for approval. Another person must approve it.';

const fields = {
  id: recordId,
  kind: openEnum(['payout', 'loyalty']),
  payeeKind: openEnum(['user', 'mechanic']),
  payeeId: recordId,
  payeeName: maybe(text),
  amountPaise: rupees,
  /** The current balance or wallet, before this payment. */
  owedPaise: signedRupees,
  /** For a payout, the payment method that was requested or used; null for a loyalty payment. */
  method: maybe(text),
  /** The transaction id of the payment, or the id in the request if there is one. */
  transactionId: maybe(text),
  /** The requester's reason for the payment; null for a request through the payout calls of the wire contract. */
  note: maybe(text),
  cause: openEnum(APPROVAL_CAUSES),
  requestedById: recordId,
  requestedBy: text,
  requestedAt: instant,
  lapsesAt: instant,
  state: openEnum(APPROVAL_STATES),
  approvedBy: maybe(text),
  approvedAt: maybe(instant),
  paidBy: maybe(text),
  /**
   * The user who approved the paid request, or rejected, cancelled or withdrew it; null for an open or expired
   * request.
   */
  decidedBy: maybe(text),
  /** When the request was paid, rejected, cancelled or withdrawn, or when it expired. */
  decidedAt: maybe(instant),
  reason: maybe(text),
};

/** A payment out that needs, or needed, another user's approval (TEAM-06). */
export type Approval = DomainOf<typeof fields>;
const approval: Wire<Approval> = wireObject(fields, { id: '_id', amountPaise: 'amount', owedPaise: 'owed' });

const limits = {
  /** A payment above this amount needs approval; null for no limit. */
  limitPaise: maybe(payableRupees),
  /** A payment also needs approval if its requester would pay out more than this within a day; null for no limit. */
  dayLimitPaise: maybe(payableRupees),
};
const LIMIT_SPELLINGS = {
  limitPaise: 'limit',
  dayLimitPaise: 'dayLimit',
  managerAdjustmentPaise: 'managerAdjustment',
  financeAdjustmentPaise: 'financeAdjustment',
  managerAdjustmentDayPaise: 'managerAdjustmentDay',
  financeAdjustmentDayPaise: 'financeAdjustmentDay',
  managerRefundPaise: 'managerRefund',
  financeRefundPaise: 'financeRefund',
} as const;

/**
 * The limits of adjustments by role, for one adjustment and for a user's total within a day. 0 allows no adjustments;
 * null is no limit (PAYO-11, OWN-07).
 */
const adjustmentLimits = {
  managerAdjustmentPaise: maybe(limitRupees),
  financeAdjustmentPaise: maybe(limitRupees),
  managerAdjustmentDayPaise: maybe(limitRupees),
  financeAdjustmentDayPaise: maybe(limitRupees),
};

/** The limits of adjustments until an owner sets others. Each daily limit is five times the limit of one adjustment. */
export const DEFAULT_ADJUSTMENT_LIMITS = {
  managerAdjustmentPaise: 5_000_000,
  financeAdjustmentPaise: 500_000,
  managerAdjustmentDayPaise: 25_000_000,
  financeAdjustmentDayPaise: 2_500_000,
} as const;

/**
 * A user's daily limit of refunds without approval, by role. With 0 every refund needs approval, with null none does
 * (REFD-02).
 */
const refundLimits = { managerRefundPaise: maybe(limitRupees), financeRefundPaise: maybe(limitRupees) };

/** The limits of refunds until an owner sets others. */
export const DEFAULT_REFUND_LIMITS = { managerRefundPaise: 5_000_000, financeRefundPaise: 500_000 } as const;

const settingsFields = {
  ...limits,
  ...adjustmentLimits,
  ...refundLimits,
  /** The number of other active administrators who may approve. */
  otherApprovers: numeric,
};
/**
 * When payments need approval (TEAM-06) and the limits of adjustments (PAYO-11). If both payment limits are null, no
 * payment needs approval.
 */
export type ApprovalSettings = DomainOf<typeof settingsFields>;
const settingsResponse = success({ record: wireObject(settingsFields, LIMIT_SPELLINGS) }, { record: 'data' });

const PATH = '/admin/approvals';
const tag = 'approvals';
/**
 * The calls implement requirement TEAM-06 unless their comments name other requirements. (same in payment-runs,
 * exports, closes, jobs)
 */
const endpoint = endpointsOf(tag);

export const getApprovalSettings = endpoint('getApprovalSettings', `GET ${PATH}/settings`, {
  permission: 'signed-in',
  summary:
    'The limits above which an outgoing payment needs approval (null means no limit), and the limits up to which a manager and finance may adjust a balance and refund without approval.',
  response: settingsResponse,
});

/** TEAM-06, PAYO-11, OWN-07 */
export const updateApprovalSettings = endpoint('updateApprovalSettings', `PATCH ${PATH}/settings`, {
  permission: 'approvals:configure',
  needsProof: true,
  summary:
    'Changes the given limits. A missing limit stays unchanged, null switches a limit off, and an unknown field is a 400; for adjustments, 0 allows none. Pending requests are not affected.',
  body: wireObject(
    optionalFields({
      limitPaise: orNull(payableRupees),
      dayLimitPaise: orNull(payableRupees),
      managerAdjustmentPaise: orNull(limitRupees),
      financeAdjustmentPaise: orNull(limitRupees),
      managerAdjustmentDayPaise: orNull(limitRupees),
      financeAdjustmentDayPaise: orNull(limitRupees),
      managerRefundPaise: orNull(limitRupees),
      financeRefundPaise: orNull(limitRupees),
    }),
    LIMIT_SPELLINGS,
    {},
    'reject',
  ),
  response: settingsResponse,
});

/** OWN-08 */
export const checkApproval = endpoint('checkApproval', `GET ${PATH}/check`, {
  permission: 'money:move',
  summary:
    'Returns whether a payment of `amount` by the caller needs approval now, and why: `limit`, `day_limit`, or null. The payment itself is checked again.',
  query: wireObject({ amountPaise: payableRupeesText }, { amountPaise: 'amount' }),
  response: success({ cause: maybe(openEnum(APPROVAL_CAUSES)) }),
});

/** Lists pending requests, oldest first, or ended ones, newest first (TEAM-06, OWN-08). */
export const { list: listApprovals, count: countApprovals } = listEndpoints(APPROVAL_LIST, {
  name: 'Approvals',
  path: PATH,
  permission: 'money:move',
  tag,
  response: pagedResponse(approval),
  summary:
    'A page of the payments that are pending approval or approved and to be paid, oldest first, or of those that have ended, newest first.',
});

const decisionResponse = success({ ...sentenceFields, record: approval }, { record: 'data' });

export const getApproval = endpoint('getApproval', `GET ${PATH}/{id}`, {
  permission: 'money:move',
  summary: 'One payment that is or was pending approval.',
  params: recordInPath,
  response: success({ record: approval }, { record: 'data' }),
  errorCodes: [404],
});

const MAX_REASON_LENGTH = 500;
const MAX_KEY_LENGTH = 100;

/** Requests a payment that needs approval, without a transaction id (OWN-08). */
export const requestPayment = endpoint('requestPayment', `POST ${PATH}`, {
  permission: 'money:move',
  summary:
    'Requests a payment that needs approval and reserves its amount. Nothing is paid: the transaction id is recorded after the approval. Repeating the same `key` with the same content returns the first response; other content returns 409. 409 when the payment needs no approval. A payout requires a mechanic and a `method`.',
  body: wireObject(
    {
      kind: oneOf(['payout', 'loyalty']),
      payeeKind: oneOf(['user', 'mechanic']),
      payeeId: recordId,
      amountPaise: payableRupees,
      method: maybe(oneOf(PAYOUT_METHODS)),
      note: requiredName(MAX_REASON_LENGTH),
      key: requiredName(MAX_KEY_LENGTH),
    },
    { amountPaise: 'amount' },
  ),
  response: decisionResponse,
  errorCodes: [404, 409],
});

/** TEAM-06, OWN-08 */
export const approvePayment = endpoint('approvePayment', `POST ${PATH}/{id}/approve`, {
  permission: 'money:move',
  needsProof: true,
  summary:
    'Approves a payment that another user requested. Nothing is paid yet: the amount stays reserved until the payment is recorded, for at most 7 days. 409 if the request is no longer pending or cannot be paid now; in the second case it stays pending.',
  params: recordInPath,
  response: decisionResponse,
  errorCodes: [404, 409],
});

/** OWN-08 */
export const recordPayment = endpoint('recordPayment', `POST ${PATH}/{id}/record`, {
  permission: 'money:move',
  needsProof: true,
  summary:
    'Records the transaction id of an approved payment that was made at the bank. The amount is posted even if less is owed now: the message then states the amount owed back. `method` defaults to that of the request. Repeating the same transaction id returns the first response; another id returns 409. Also 409 when the payment is not approved or has expired, or the id belongs to another payment.',
  params: recordInPath,
  body: wireObject({ transactionId, method: maybe(oneOf(PAYOUT_METHODS)) }),
  response: decisionResponse,
  errorCodes: [404, 409],
});

/** Rejects a request, or cancels one that is to be paid, with a reason (TEAM-06, OWN-08). */
export const rejectPayment = endpoint('rejectPayment', `POST ${PATH}/{id}/reject`, {
  permission: 'money:move',
  summary:
    'Rejects another user’s request, or cancels an approved payment before it is paid. Its amount and transaction id are released.',
  params: recordInPath,
  body: wireObject({ reason: requiredNote(MAX_REASON_LENGTH) }),
  response: decisionResponse,
  errorCodes: [404, 409],
});

export const withdrawPayment = endpoint('withdrawPayment', `POST ${PATH}/{id}/withdraw`, {
  permission: 'money:move',
  summary: 'Withdraws the caller’s request before it is paid. Its amount and transaction id are released.',
  params: recordInPath,
  response: decisionResponse,
  errorCodes: [404, 409],
});
