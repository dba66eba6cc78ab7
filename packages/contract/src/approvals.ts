import { countEndpoint } from './wire/count-endpoint.ts';
import { endpoint } from './wire/endpoint.ts';
import { instant, maybe, numeric, oneOf, openEnum, recordId, text } from './wire/fields.ts';
import { limitRupees, payableRupees, rupees, signedRupees } from './wire/money.ts';
import { pagedAnswer, pageLimit, pageNumber } from './wire/paging.ts';
import { recordInPath, requiredNote } from './wire/request-fields.ts';
import type { Wire } from './wire/wire.ts';
import { type DomainOf, success, wireObject } from './wire/wire-object.ts';

/** The states of a request to pay. Only a waiting one reserves its amount; only an approved one has paid (TEAM-06). */
export const APPROVAL_STATES = ['waiting', 'approved', 'rejected', 'withdrawn', 'lapsed'] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

/** Why a payment waits: its own amount, or what the person pays out within the day. */
export const APPROVAL_CAUSES = ['limit', 'day_limit'] as const;
export type ApprovalCause = (typeof APPROVAL_CAUSES)[number];

/** A request that nobody decides on lapses after so many days (TEAM-06). */
export const APPROVAL_DAYS = 7;

/** The message of a payment that waits instead of being paid. */
export const WAITS_FOR_APPROVAL = 'Sent for approval. Somebody else must approve it.';

const fields = {
  id: recordId,
  kind: openEnum(['payout', 'loyalty']),
  payeeKind: openEnum(['user', 'mechanic']),
  payeeId: recordId,
  /** The present name, where there still is one. */
  payeeName: maybe(text),
  amountPaise: rupees,
  /** The balance or the wallet now, before this payment. */
  owedPaise: signedRupees,
  /** Of a payout. */
  method: maybe(text),
  transactionId: text,
  cause: openEnum(APPROVAL_CAUSES),
  requestedById: recordId,
  /** The administrator's email. */
  requestedBy: text,
  requestedAt: instant,
  lapsesAt: instant,
  state: openEnum(APPROVAL_STATES),
  /** Who approved, rejected or withdrew it; null while it waits, and for one that has lapsed. */
  decidedBy: maybe(text),
  decidedAt: maybe(instant),
  /** Why it was rejected. */
  reason: maybe(text),
};

/** A payment out that waits, or waited, for somebody else (TEAM-06). */
export type Approval = DomainOf<typeof fields>;
const approval: Wire<Approval> = wireObject(fields, { id: '_id', amountPaise: 'amount', owedPaise: 'owed' });

const limits = {
  /** A payment above it needs approval; null: none does for its amount. */
  limitPaise: maybe(payableRupees),
  /** So does one with which a person pays out more than this within a day. */
  dayLimitPaise: maybe(payableRupees),
};
const LIMIT_SPELLINGS = {
  limitPaise: 'limit',
  dayLimitPaise: 'dayLimit',
  managerAdjustmentPaise: 'managerAdjustment',
  financeAdjustmentPaise: 'financeAdjustment',
} as const;

/** Up to which amount a role adjusts a balance at a time; 0 is not at all, null leaves it as it is (PAYO-11). */
const adjustmentLimits = { managerAdjustmentPaise: maybe(limitRupees), financeAdjustmentPaise: maybe(limitRupees) };

/** The limits of adjustments until an Owner sets others. */
export const DEFAULT_ADJUSTMENT_LIMITS = {
  managerAdjustmentPaise: 5_000_000,
  financeAdjustmentPaise: 500_000,
} as const;

const settingsFields = {
  ...limits,
  managerAdjustmentPaise: limitRupees,
  financeAdjustmentPaise: limitRupees,
  /** How many other active administrators may approve. */
  otherApprovers: numeric,
};
/** When payments need approval, both limits null is never (TEAM-06), and the limits of adjustments (PAYO-11). */
export type ApprovalSettings = DomainOf<typeof settingsFields>;
const settingsAnswer = success({ record: wireObject(settingsFields, LIMIT_SPELLINGS) }, { record: 'data' });

const PATH = '/admin/approvals';
const tag = 'approvals';

/** GET /admin/approvals/settings: for everybody who may be asked to wait (TEAM-06). */
export const getApprovalSettings = endpoint({
  name: 'getApprovalSettings',
  method: 'GET',
  path: `${PATH}/settings`,
  permission: 'signed-in',
  summary:
    'The limits above which a payment out needs approval, null is no limit, and up to which a manager and finance adjust a balance.',
  tag,
  answer: settingsAnswer,
});

/** PATCH /admin/approvals/settings: the limits at once (TEAM-06, PAYO-11). */
export const updateApprovalSettings = endpoint({
  name: 'updateApprovalSettings',
  method: 'PATCH',
  path: `${PATH}/settings`,
  permission: 'approvals:configure',
  needsProof: true,
  summary:
    'Sets the limits of payments, where null, or a missing one, is no limit; payments that wait already go on waiting. A limit of adjustments that is missing stays as it is; 0 is none at all.',
  tag,
  body: wireObject({ ...limits, ...adjustmentLimits }, LIMIT_SPELLINGS),
  answer: settingsAnswer,
});

/** GET /admin/approvals: what waits, the oldest first, or what was decided, the newest first (TEAM-06). */
export const listApprovals = endpoint({
  name: 'listApprovals',
  method: 'GET',
  path: PATH,
  permission: 'money:move',
  summary: 'A page of the payments that wait for approval, oldest first, or of those decided on, newest first.',
  tag,
  query: wireObject({ page: pageNumber, limit: pageLimit, state: oneOf(['waiting', 'decided']) }),
  answer: pagedAnswer(approval),
});

/** POST /admin/views/counts/approvals (VIEW-04). */
export const countApprovals = countEndpoint({
  name: 'countApprovals',
  path: 'approvals',
  permission: 'money:move',
  filters: wireObject({ state: oneOf(['waiting', 'decided']) }),
});

const decisionAnswer = success({ message: maybe(text), record: approval }, { record: 'data' });

/** GET /admin/approvals/{id}: one request (TEAM-06). */
export const getApproval = endpoint({
  name: 'getApproval',
  method: 'GET',
  path: `${PATH}/{id}`,
  permission: 'money:move',
  summary: 'One payment that waits or waited for approval.',
  tag,
  params: recordInPath,
  answer: success({ record: approval }, { record: 'data' }),
  errorCodes: [404],
});

/** POST /admin/approvals/{id}/approve: pays, after every check of a payment once more (TEAM-06). */
export const approvePayment = endpoint({
  name: 'approvePayment',
  method: 'POST',
  path: `${PATH}/{id}/approve`,
  permission: 'money:move',
  needsProof: true,
  summary:
    'Pays what somebody else has requested. 409 when it no longer waits or cannot be paid now; it goes on waiting then.',
  tag,
  params: recordInPath,
  answer: decisionAnswer,
  errorCodes: [404, 409],
});

const MAX_REASON_LENGTH = 500;

/** POST /admin/approvals/{id}/reject: with a reason (TEAM-06). */
export const rejectPayment = endpoint({
  name: 'rejectPayment',
  method: 'POST',
  path: `${PATH}/{id}/reject`,
  permission: 'money:move',
  summary: 'Rejects what somebody else has requested. Its amount and its transaction id are free again.',
  tag,
  params: recordInPath,
  body: wireObject({ reason: requiredNote(MAX_REASON_LENGTH) }),
  answer: decisionAnswer,
  errorCodes: [404, 409],
});

/** POST /admin/approvals/{id}/withdraw: by who requested it (TEAM-06). */
export const withdrawPayment = endpoint({
  name: 'withdrawPayment',
  method: 'POST',
  path: `${PATH}/{id}/withdraw`,
  permission: 'money:move',
  summary: 'Withdraws an own request. Its amount and its transaction id are free again.',
  tag,
  params: recordInPath,
  answer: decisionAnswer,
  errorCodes: [404, 409],
});
