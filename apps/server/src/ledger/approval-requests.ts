import {
  APPROVAL_CAUSES,
  APPROVAL_DAYS,
  type ApprovalCause,
  WAITS_FOR_APPROVAL,
} from '@wayside/contract/approvals';
import { transactionKey } from '@wayside/contract/wire/transaction-id';
import { ObjectId } from 'bson';
import type pg from 'pg';
import { z } from 'zod';
import type { Actor } from '../actor.ts';
import { conflict } from '../api-error.ts';
import { statedFields } from '../db/activity-entry.ts';
import { orm } from '../db/orm.ts';
import { recordActivity } from '../db/record-activity.ts';
import { approvals } from '../db/schema/approvals.ts';
import { defineStatement, rowsOf, sampleOf } from '../db/statement.ts';
import {
  type IdempotencyKey,
  isSameRequest,
  type PaymentOutcome,
  type PaymentRequest,
  requestColumns,
  requestKind,
  rupeesText,
} from './pay-once.ts';

const DAY_MS = 86_400_000;

/** A request that an administrator other than the requester has approved. */
export interface ApprovedRequest {
  readonly id: string;
  readonly requestedBy: string;
}

const waits = (id: string): PaymentOutcome => ({ message: WAITS_FOR_APPROVAL, approvalId: id, paymentId: null });

const WAITING_REQUEST = defineStatement({
  name: 'waiting-request',
  text: `SELECT a.id, a.transaction_id AS "transactionId", a.amount_paise AS "amountPaise",
      ${requestKind(`a.kind = 'loyalty'`, 'a.user_id')} AS kind, coalesce(a.user_id, a.mechanic_id) AS "payeeId", a.method,
      coalesce(m.name, u.name, CASE WHEN u.id IS NULL THEN 'mechanic ' ELSE 'customer ' END || coalesce(m.id, u.id)) AS payee
    FROM approvals AS a LEFT JOIN mechanics AS m ON m.id = a.mechanic_id LEFT JOIN users AS u ON u.id = a.user_id
    WHERE a.state = 'waiting' AND comparable_transaction_key(a.transaction_key) = $1 AND a.lapses_at > $2`,
  row: z.object({
    id: z.string(),
    transactionId: z.string(),
    payee: z.string(),
    ...requestColumns,
  }),
  example: ['waits1', new Date(0)],
});

/**
 * Finds the request that holds the transaction id while it waits (TEAM-06).
 * @param client holds the ledger's lock
 * @returns the response of that request when this is the same one again; null when none waits under the id
 * @throws 409 when a request with other content waits under it
 */
export async function findWaitingAnswer(
  client: pg.ClientBase,
  request: PaymentRequest,
  at: Date,
): Promise<PaymentOutcome | null> {
  const [waiting] = await rowsOf(client, WAITING_REQUEST, [transactionKey(request.transactionId), at]);
  if (!waiting) return null;
  if (isSameRequest(request, waiting)) return waits(waiting.id);
  const payment = `${rupeesText(waiting.amountPaise)} to ${waiting.payee}`;
  throw conflict(`Transaction id ${waiting.transactionId} waits for approval: ${payment}. Nothing was paid now.`);
}

/** The SQL condition of requests that reserve a part of a balance or wallet (TEAM-06). @param at the SQL of the current time */
export const isReserving = (kind: 'payout' | 'loyalty', at: string): string =>
  `state = 'waiting' AND kind = '${kind}' AND lapses_at > ${at}`;

const RESERVED = defineStatement({
  name: 'reserved-amount',
  text: `SELECT coalesce(sum(amount_paise), 0)::bigint AS paise FROM approvals
    WHERE state = 'waiting' AND kind = $1 AND mechanic_id IS NOT DISTINCT FROM $2 AND user_id IS NOT DISTINCT FROM $3 AND lapses_at > $4`,
  row: z.object({ paise: z.number() }),
  example: ['payout', sampleOf('approvals', 'mechanic_id'), null, new Date(0)],
});

/** The amount of a balance or wallet that waits for approval. @param client holds the ledger's lock */
export async function reservedPaise(
  client: pg.ClientBase,
  { kind, payee }: Pick<RequestedPayment, 'kind' | 'payee'>,
  at: Date,
): Promise<number> {
  const { mechanicId, userId } = { mechanicId: null, userId: null, ...payee };
  const [reserved] = await rowsOf(client, RESERVED, [kind, mechanicId, userId, at]);
  return reserved?.paise ?? 0;
}

// What a person has requested and was paid today, what has left in a file of today, whatever is said of it since, and what they have
// waiting, so that splitting an amount does not help.
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
 * Whether a payment needs approval, and why (TEAM-06); null where its person may pay it alone.
 * @param client holds the ledger's lock, so that payments at the same time are counted
 */
export async function causeOfApproval(
  client: pg.ClientBase,
  { actor, amountPaise, at }: { readonly actor: Actor; readonly amountPaise: number; readonly at: Date },
): Promise<ApprovalCause | null> {
  const [found] = await rowsOf(client, CAUSE, [actor.id, amountPaise, at]);
  return found?.cause ?? null;
}

/** A payment that needs approval. */
export interface RequestedPayment {
  readonly kind: 'payout' | 'loyalty';
  readonly payee: { readonly userId: string } | { readonly mechanicId: string };
  readonly amountPaise: number;
  readonly method: string | null;
  readonly transactionId: string;
}

/** Stores a request and reserves its amount; nothing is paid. @param client holds the ledger's lock and the payee's row */
export async function requestApproval(
  client: pg.ClientBase,
  { actor, at, key, cause }: { actor: Actor; at: Date; key: IdempotencyKey; cause: ApprovalCause },
  { payee, ...payment }: RequestedPayment,
): Promise<PaymentOutcome> {
  if (actor.id === null) throw new Error('only an administrator can request approval');
  const id = new ObjectId().toHexString();
  const lapsesAt = new Date(at.getTime() + APPROVAL_DAYS * DAY_MS);
  await orm(client)
    .insert(approvals)
    .values({ id, ...payment, ...payee, ...key, cause, requestedBy: actor.id, requestedAt: at, lapsesAt });
  const stated = { ...payee, ...payment, cause, lapsesAt: lapsesAt.toISOString() };
  await recordActivity(client, actor, at, {
    action: 'requested',
    entity: 'approval',
    entityId: id,
    changes: statedFields(stated).filter(({ after }) => after !== null),
  });
  return waits(id);
}
