import { createHash } from 'node:crypto';
import { type Sentence, sentence } from '@wayside/contract/sentences';
import { storedTransactionKey, transactionIdIssue, transactionKey } from '@wayside/contract/wire/transaction-id';
import type pg from 'pg';
import { z } from 'zod';
import { badRequest, conflict } from '../../api-error.ts';
import type { ActorContext } from '../../context.ts';
import { dateTimeParam } from '../../date-params.ts';
import { isDeadlock, isUniqueViolation } from '../../platform/db/database-errors.ts';
import { defineStatement, rowsOf, sampleOf } from '../../platform/db/statement.ts';
import { rupeesText } from '../../rupees.ts';
import { expireApprovals } from './expire-approvals.ts';
import { lockLedger } from './post-entries.ts';

export type PayContext = Pick<ActorContext, 'database' | 'now' | 'settings' | 'actor'>;

/**
 * The context of a payment in a transaction that holds the ledger's lock. All its checks and rows use the instant
 * `at`.
 */
export type PayingContext = Pick<PayContext, 'settings' | 'actor'> & { readonly at: Date };

/** The outcome of a call that pays (TEAM-06). */
export interface PaymentOutcome extends Sentence {
  /** The pending request, if the payment needs approval. */
  readonly approvalId: string | null;
  /** The new payout or loyalty payout; null if an earlier request made the payment. */
  readonly paymentId: string | null;
}

/** The fields that identify a request to pay: two requests with equal fields are the same request. */
export interface PaymentRequest {
  readonly kind: 'payout' | 'loyalty to user' | 'loyalty to mechanic';
  readonly payeeId: string;
  readonly amountPaise: number;
  /** Null if the call states none. */
  readonly method: string | null;
  readonly transactionId: string;
}

/** The values of the request that are stored with a payment (LOYA-04). */
export interface IdempotencyKey {
  /**
   * The stored transaction id, from which the database derives the comparable form. For a request without an id, the
   * idempotency key of the call.
   */
  readonly transactionKey: string;
  /** SHA-256 of the request; an imported payment has none. */
  readonly requestHash: Buffer;
}

/**
 * Returns the idempotency key of a request. @throws 400 if the text is not a transaction id, even if a pending
 * request has it (OWN-03)
 */
export function idempotencyKeyOf(request: PaymentRequest): IdempotencyKey {
  const { kind, payeeId, amountPaise, method, transactionId } = request;
  const issue = transactionIdIssue(transactionId);
  if (issue !== null) throw badRequest([{ field: 'transactionId', ...issue }]);
  const key = storedTransactionKey(transactionId);
  const text = JSON.stringify([kind, payeeId, amountPaise, method, key]);
  return { transactionKey: key, requestHash: createHash('sha256').update(text).digest() };
}

/** Returns the SQL for the kind of a stored request. */
export const requestKindSql = (isLoyalty: string, userId: string): string =>
  `CASE WHEN NOT (${isLoyalty}) THEN 'payout' WHEN ${userId} IS NULL THEN 'loyalty to mechanic' ELSE 'loyalty to user' END`;

export const requestColumns = {
  kind: z.enum(['payout', 'loyalty to user', 'loyalty to mechanic']),
  payeeId: z.string(),
  amountPaise: z.number(),
  method: z.nullable(z.string()),
};

/**
 * Checks whether two requests with the same transaction id, in any spelling, are the same request (LOYA-04, OWN-03).
 */
export const isSameRequest = (
  one: Omit<PaymentRequest, 'transactionId'>,
  other: Omit<PaymentRequest, 'transactionId'>,
): boolean =>
  one.kind === other.kind &&
  one.payeeId === other.payeeId &&
  one.amountPaise === other.amountPaise &&
  one.method === other.method;

const EARLIER_PAYMENT = defineStatement({
  name: 'earlier-payment',
  text: `SELECT coalesce(p.request_hash, l.request_hash) AS "requestHash", coalesce(p.transaction_id, l.transaction_id) AS "transactionId",
      coalesce(p.amount_paise, l.amount_paise) AS "amountPaise", coalesce(p.paid_at, l.paid_at) AS "paidAt", l.id IS NOT NULL AS "isLoyalty", v.id IS NOT NULL AS "isVoided",
      ${requestKindSql('l.id IS NOT NULL', 'l.user_id')} AS kind, coalesce(p.mechanic_id, l.mechanic_id, l.user_id) AS "payeeId", p.method,
      coalesce(m.name, u.name, CASE WHEN u.id IS NULL THEN 'mechanic ' ELSE 'customer ' END || coalesce(m.id, u.id)) AS payee
    FROM transaction_ids AS t LEFT JOIN payouts AS p ON p.id = t.payout_id LEFT JOIN loyalty_payouts AS l ON l.id = t.loyalty_payout_id
    LEFT JOIN mechanics AS m ON m.id = coalesce(p.mechanic_id, l.mechanic_id) LEFT JOIN users AS u ON u.id = l.user_id
    LEFT JOIN payout_voids AS v ON v.payout_id = p.id OR v.loyalty_payout_id = l.id
    WHERE t.key = $1 OR t.key = $2 ORDER BY t.key = $1 DESC`,
  row: z.object({
    /** Null for an imported payment, which has no request. */
    requestHash: z.nullable(z.instanceof(Buffer)),
    transactionId: z.string(),
    paidAt: z.nullable(z.date()),
    payee: z.string(),
    isLoyalty: z.boolean(),
    isVoided: z.boolean(),
    ...requestColumns,
  }),
  example: [sampleOf('transaction_ids', 'key'), ''],
});

/**
 * Finds the payment that used the transaction id, in any spelling. Call it with the payee locked, so that a
 * concurrent request for the same payment has already committed. @returns the first response if this is the same
 * request again; null if the id is new
 * @throws 409 if the id was used for another payment or a voided one; the message names that payment
 */
export async function findFirstResponse(
  client: pg.ClientBase,
  request: PaymentRequest,
  timeZone: string,
): Promise<PaymentOutcome | null> {
  const keys = [transactionKey(request.transactionId), storedTransactionKey(request.transactionId)];
  const found = await rowsOf(client, EARLIER_PAYMENT, keys);
  const [earlier] = found;
  if (!earlier) return null;
  // Two payments from before OWN-03 can have two spellings of one id. After a void, repeating the message would
  // wrongly report that nothing is owed (PAYO-11).
  const same = found.find((each) => each.requestHash !== null && !each.isVoided && isSameRequest(request, each));
  if (same) return { ...paidSentence(same.amountPaise, same.transactionId), approvalId: null, paymentId: null };
  const { transactionId, amountPaise, paidAt, payee, isLoyalty, isVoided } = earlier;
  throw conflict(
    `already_paid${isLoyalty ? '_loyalty' : ''}${paidAt === null ? '_undated' : ''}${isVoided ? '_voided' : ''}`,
    {
      transactionId,
      amount: rupeesText(amountPaise),
      payee,
      date: paidAt === null ? '' : dateTimeParam(paidAt, timeZone),
    },
  );
}

/** The constraints that are violated if a concurrent transaction used the transaction id or the wallet first. */
const UNIQUE_CONSTRAINTS = [
  'transaction_ids_pkey',
  'payouts_transaction',
  'approvals_waiting_transaction',
  'approvals_waiting_wallet',
] as const;

/**
 * Runs a transaction that makes a payment, or decides on one, under the ledger's lock. Expired requests are marked as
 * expired beforehand, so that they don't block transaction ids. The transaction is retried once after a deadlock, or
 * if a concurrent payment used the transaction id; the second attempt then finds that payment.
 * @param isLong true if the transaction reads a whole ledger or makes thousands of payments
 */
export async function payOnce<T>(
  { database, now, settings, actor }: PayContext,
  pay: (client: pg.PoolClient, paying: PayingContext) => Promise<T>,
  isLong = false,
): Promise<T> {
  const run = async () => {
    await expireApprovals(database, now());
    return database[isLong ? 'longTransaction' : 'transaction'](async (client) => {
      await lockLedger(client);
      return pay(client, { at: now(), settings, actor });
    });
  };
  try {
    return await run();
  } catch (error) {
    const isTaken = UNIQUE_CONSTRAINTS.some((name) => isUniqueViolation(error, name));
    if (!isTaken && !isDeadlock(error)) throw error;
    return run();
  }
}

/** Returns the message that confirms a payment. Repeating the request returns the same message (LOYA-04). */
export const paidSentence = (amountPaise: number, transactionId: string): Sentence =>
  sentence('paid', { amount: rupeesText(amountPaise), transactionId });
