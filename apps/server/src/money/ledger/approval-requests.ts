import {
  APPROVAL_CAUSES,
  APPROVAL_DAYS,
  type ApprovalCause,
  type ApprovalSettings,
  DEFAULT_ADJUSTMENT_LIMITS,
  DEFAULT_REFUND_LIMITS,
} from '@wayside/contract/approvals';
import { sentence } from '@wayside/contract/sentences';
import { storedTransactionKey, transactionKey } from '@wayside/contract/wire/transaction-id';
import { ObjectId } from 'bson';
import type pg from 'pg';
import { z } from 'zod';
import type { Actor } from '../../actor.ts';
import { conflict } from '../../api-error.ts';
import { toFieldChanges } from '../../platform/db/activity-entry.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { approvalSettings, approvals } from '../../platform/db/schema/approvals.ts';
import { defineStatement, rowsOf, sampleOf } from '../../platform/db/statement.ts';
import { rupeesText } from '../../rupees.ts';
import {
  type IdempotencyKey,
  isSameRequest,
  type PaymentOutcome,
  type PaymentRequest,
  requestColumns,
  requestKindSql,
} from './pay-once.ts';

const DAY_MS = 86_400_000;

/** The limits of payments and adjustments, in paise; null means no limit (TEAM-06, PAYO-11, OWN-07). */
export type ApprovalLimits = Omit<ApprovalSettings, 'otherApprovers'>;

/** The limits that apply until an owner sets others. */
const DEFAULT_LIMITS: ApprovalLimits = {
  limitPaise: null,
  dayLimitPaise: null,
  ...DEFAULT_ADJUSTMENT_LIMITS,
  ...DEFAULT_REFUND_LIMITS,
};

/** Reads the limits. @param client must hold the ledger's lock if a payment or adjustment is checked against them */
export async function readLimits(client: pg.ClientBase): Promise<ApprovalLimits> {
  const [stored] = await orm(client).select().from(approvalSettings);
  if (stored === undefined) return DEFAULT_LIMITS;
  const { onlyRow: _, ...limits } = stored;
  return limits;
}

/** A request that another administrator has approved and for which the payment is now recorded. */
export interface ApprovedRequest {
  readonly id: string;
  readonly requestedBy: string;
}

const waitingOutcome = (id: string): PaymentOutcome => ({
  ...sentence('sent_for_approval'),
  approvalId: id,
  paymentId: null,
});

// A request without an intended id stores the idempotency key of the call instead. A pending request may come from an
// earlier release.
const REQUESTS_OF_ID = defineStatement({
  name: 'requests-of-transaction-id',
  text: `SELECT a.id, a.transaction_id AS "transactionId", a.amount_paise AS "amountPaise", a.state, a.approved_at IS NOT NULL AS "isApproved",
      ${requestKindSql(`a.kind = 'loyalty'`, 'a.user_id')} AS kind, coalesce(a.user_id, a.mechanic_id) AS "payeeId", a.method,
      coalesce(p.transaction_id, l.transaction_id) AS "paidId",
      coalesce(m.name, u.name, CASE WHEN u.id IS NULL THEN 'mechanic ' ELSE 'customer ' END || coalesce(m.id, u.id)) AS payee
    FROM approvals AS a LEFT JOIN mechanics AS m ON m.id = a.mechanic_id LEFT JOIN users AS u ON u.id = a.user_id
    LEFT JOIN payouts AS p ON p.id = a.payout_id LEFT JOIN loyalty_payouts AS l ON l.id = a.loyalty_payout_id
    WHERE a.transaction_id <> ''
      AND ((a.state = 'waiting' AND a.lapses_at > $3 AND comparable_transaction_key(a.transaction_key) = $1)
        OR (a.state = 'approved' AND a.transaction_key = $2))
    ORDER BY a.state DESC, a.requested_at`,
  row: z.object({
    id: z.string(),
    transactionId: z.string(),
    state: z.enum(['waiting', 'approved']),
    isApproved: z.boolean(),
    paidId: z.nullable(z.string()),
    payee: z.string(),
    ...requestColumns,
  }),
  example: ['waits1', sampleOf('approvals', 'transaction_key'), new Date(0)],
});

/**
 * Finds the request that intends to use the transaction id (TEAM-06). Call it after `findFirstResponse`, which ensures
 * that no payment has used the id.
 * @param client holds the ledger's lock
 * @param recorded the approved request for which a payment with this id is recorded; null for a new request
 * @returns the response of the open request if this is a repetition of it; null if no other request has the id
 * @throws 409 if another open request has the id, or if this request was paid under another id
 */
export async function findRequestResponse(
  client: pg.ClientBase,
  given: PaymentRequest,
  at: Date,
  recorded: ApprovedRequest | null,
): Promise<PaymentOutcome | null> {
  const keys = [transactionKey(given.transactionId), storedTransactionKey(given.transactionId)];
  for (const request of await rowsOf(client, REQUESTS_OF_ID, [...keys, at])) {
    const isSame = recorded === null && isSameRequest(given, request);
    const { transactionId, payee } = request;
    const amount = rupeesText(request.amountPaise);
    if (request.state === 'waiting') {
      if (isSame) return waitingOutcome(request.id);
      if (request.id === recorded?.id) continue;
      throw conflict(request.isApproved ? 'id_of_approved_payment' : 'id_of_waiting_payment', {
        transactionId,
        amount,
        payee,
      });
    }
    // Otherwise the call would request a payment that was already made under another id.
    if (isSame) throw conflict('paid_with_another_id', { amount, payee, paidId: request.paidId ?? '' });
  }
  return null;
}

/**
 * The SQL condition for pending or approved requests, which reserve a part of a balance or wallet (TEAM-06, OWN-08).
 * @param at the SQL of the current time
 */
export const isReservingSql = (kind: 'payout' | 'loyalty', at: string): string =>
  `state = 'waiting' AND kind = '${kind}' AND lapses_at > ${at}`;

const RESERVED = defineStatement({
  name: 'reserved-amount',
  text: `SELECT coalesce(sum(amount_paise), 0)::bigint AS paise FROM approvals
    WHERE state = 'waiting' AND kind = $1 AND mechanic_id IS NOT DISTINCT FROM $2 AND user_id IS NOT DISTINCT FROM $3 AND lapses_at > $4
      AND (approved_at IS NOT NULL OR NOT $5::boolean)`,
  row: z.object({ paise: z.number() }),
  example: ['payout', sampleOf('approvals', 'mechanic_id'), null, new Date(0), false],
});

/**
 * Returns the amount of a balance or wallet that is reserved by open or approved requests. @param client holds the
 * ledger's lock
 */
export async function readReservedAmount(
  client: pg.ClientBase,
  { kind, payee }: Pick<RequestedPayment, 'kind' | 'payee'>,
  at: Date,
  of: 'open' | 'approved' = 'open',
): Promise<number> {
  const { mechanicId, userId } = { mechanicId: null, userId: null, ...payee };
  const [reserved] = await rowsOf(client, RESERVED, [kind, mechanicId, userId, at, of === 'approved']);
  return reserved?.paise ?? 0;
}

/**
 * The amounts requested, sent in files, paid today and pending for a payee. They are added up so that splitting an
 * amount does not avoid approval.
 */
const CAUSE = defineStatement({
  name: 'cause-of-approval',
  text: `SELECT CASE WHEN $2::bigint > limit_paise THEN 'limit' WHEN $2 + paid.paise + waiting.paise > day_limit_paise THEN 'day_limit' END AS cause
    FROM approval_settings,
      LATERAL (SELECT day_start(($3::timestamptz AT TIME ZONE business_time_zone())::date, business_time_zone()) AS start) AS today,
      LATERAL (SELECT coalesce((SELECT sum(amount_paise) FROM payouts WHERE requested_by = $1 AND paid_at >= today.start), 0)
        + coalesce((SELECT sum(amount_paise) FROM loyalty_payouts WHERE requested_by = $1 AND paid_at >= today.start), 0) AS paise) AS paid,
      LATERAL (SELECT coalesce((SELECT sum(amount_paise) FROM approvals
          WHERE state = 'waiting' AND requested_by = $1 AND lapses_at > $3), 0)
        + coalesce((SELECT sum(r.amount_paise) FROM payment_runs AS p JOIN payment_run_rows AS r ON r.run_id = p.id
          WHERE p.created_by = $1 AND (p.state = 'waiting' OR p.created_at >= today.start) AND r.payout_id IS NULL
            AND r.state IN ('reserved', 'sent', 'failed', 'reversed')), 0) AS paise) AS waiting
    WHERE limit_paise IS NOT NULL OR day_limit_paise IS NOT NULL`,
  row: z.object({ cause: z.nullable(z.enum(APPROVAL_CAUSES)) }),
  example: ['0'.repeat(24), 100, new Date(0)],
});

/**
 * Returns why a payment needs approval (TEAM-06); null if the administrator may make it alone. @param client holds
 * the ledger's lock
 */
export async function findApprovalCause(
  client: pg.ClientBase,
  { actor, amountPaise, at }: { readonly actor: Actor; readonly amountPaise: number; readonly at: Date },
): Promise<ApprovalCause | null> {
  const [found] = await rowsOf(client, CAUSE, [actor.id, amountPaise, at]);
  return found?.cause ?? null;
}

export interface RequestedPayment {
  readonly kind: 'payout' | 'loyalty';
  readonly payee: { readonly userId: string } | { readonly mechanicId: string };
  readonly amountPaise: number;
  readonly method: string | null;
  /** The intended id, if the requester has entered one. */
  readonly transactionId: string | null;
  /** The requester's reason, if one was required. */
  readonly note: string | null;
}

/**
 * Stores a request and reserves its amount without paying. @param client holds the ledger's lock and a lock on the
 * payee's row
 */
export async function requestApproval(
  client: pg.ClientBase,
  { actor, at, key, cause }: { actor: Actor; at: Date; key: IdempotencyKey; cause: ApprovalCause },
  { payee, note, transactionId, ...payment }: RequestedPayment,
): Promise<PaymentOutcome> {
  if (actor.id === null) throw new Error('only an administrator can request approval');
  const id = new ObjectId().toHexString();
  const lapsesAt = new Date(at.getTime() + APPROVAL_DAYS * DAY_MS);
  await orm(client)
    .insert(approvals)
    .values({
      id,
      ...payment,
      ...payee,
      ...key,
      transactionId: transactionId ?? '',
      note,
      cause,
      requestedBy: actor.id,
      requestedAt: at,
      lapsesAt,
    });
  const stated = { ...payee, ...payment, transactionId, cause, lapsesAt: lapsesAt.toISOString() };
  await recordActivity(client, actor, at, {
    action: 'requested',
    entity: 'approval',
    entityId: id,
    changes: toFieldChanges(stated).filter(({ after }) => after !== null),
    note,
  });
  return waitingOutcome(id);
}
