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

/** The part of the context that a payment needs. */
export type PayContext = Pick<ActorContext, 'database' | 'now' | 'settings' | 'actor'>;

/** The same within a transaction that holds the ledger's lock; each check and each row of it names the instant `at`. */
export type PayingContext = Pick<PayContext, 'settings' | 'actor'> & { readonly at: Date };

/** How a payment has ended (TEAM-06). */
export interface PaymentOutcome extends Sentence {
  /** The request that waits, where it needs approval. */
  readonly approvalId: string | null;
  /** The payout or loyalty payout that was made by now; null where an earlier request has made it. */
  readonly paymentId: string | null;
}

/** The fields that make two requests to pay the same request. */
export interface PaymentRequest {
  readonly kind: 'payout' | 'loyalty to user' | 'loyalty to mechanic';
  readonly payeeId: string;
  readonly amountPaise: number;
  /** Null where the call has none. */
  readonly method: string | null;
  readonly transactionId: string;
}

/** The values of the request that a payment stores (LOYA-04). */
export interface IdempotencyKey {
  /** The stored transaction id, from which the database derives the comparable form; of a request without an id, the key of its call. */
  readonly transactionKey: string;
  /** SHA-256 of the request; an imported payment has none. */
  readonly requestHash: Buffer;
}

/** The idempotency key of a request. @throws 400 when the text is no transaction id, also where a waiting request has it (OWN-03) */
export function idempotencyKeyOf(request: PaymentRequest): IdempotencyKey {
  const { kind, payeeId, amountPaise, method, transactionId } = request;
  const issue = transactionIdIssue(transactionId);
  if (issue !== null) throw badRequest([{ field: 'transactionId', ...issue }]);
  const key = storedTransactionKey(transactionId);
  const text = JSON.stringify([kind, payeeId, amountPaise, method, key]);
  return { transactionKey: key, requestHash: createHash('sha256').update(text).digest() };
}

/** The SQL of the kind of a stored request. */
export const requestKind = (isLoyalty: string, userId: string): string =>
  `CASE WHEN NOT (${isLoyalty}) THEN 'payout' WHEN ${userId} IS NULL THEN 'loyalty to mechanic' ELSE 'loyalty to user' END`;

export const requestColumns = {
  kind: z.enum(['payout', 'loyalty to user', 'loyalty to mechanic']),
  payeeId: z.string(),
  amountPaise: z.number(),
  method: z.nullable(z.string()),
};

/** Whether two requests with one transaction id, in whatever spelling, are the same request (LOYA-04, OWN-03). */
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
      ${requestKind('l.id IS NOT NULL', 'l.user_id')} AS kind, coalesce(p.mechanic_id, l.mechanic_id, l.user_id) AS "payeeId", p.method,
      coalesce(m.name, u.name, CASE WHEN u.id IS NULL THEN 'mechanic ' ELSE 'customer ' END || coalesce(m.id, u.id)) AS payee
    FROM transaction_ids AS t LEFT JOIN payouts AS p ON p.id = t.payout_id LEFT JOIN loyalty_payouts AS l ON l.id = t.loyalty_payout_id
    LEFT JOIN mechanics AS m ON m.id = coalesce(p.mechanic_id, l.mechanic_id) LEFT JOIN users AS u ON u.id = l.user_id
    LEFT JOIN payout_voids AS v ON v.payout_id = p.id OR v.loyalty_payout_id = l.id
    WHERE t.key = $1 OR t.key = $2 ORDER BY t.key = $1 DESC`,
  row: z.object({
    /** Null for an imported payment, which no request made. */
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
 * Finds the payment that has used the transaction id, in any spelling. Call it with the payee locked: a concurrent request for the same
 * payment has then committed. @returns the first response when this is the same request again; null when the id is new
 * @throws 409 when the id has paid for another request, or for one that is voided; the message names that payment
 */
export async function findFirstAnswer(
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

/** Another transaction has taken the transaction id, or the wallet, at the same time. */
const TAKEN = [
  'transaction_ids_pkey',
  'payouts_transaction',
  'approvals_waiting_transaction',
  'approvals_waiting_wallet',
] as const;

/**
 * Runs a transaction that pays, or decides on a payment, and that holds the ledger's lock. It expires requests before, so that they hold no
 * transaction id. It runs once more after a deadlock, and when a concurrent payment has taken the transaction id: the second run finds it.
 * @param isLong for a transaction that reads a whole ledger, or pays thousands
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
    const isTaken = TAKEN.some((name) => isUniqueViolation(error, name));
    if (!isTaken && !isDeadlock(error)) throw error;
    return run();
  }
}

/** The message of a payment, the same for each repetition of its request (LOYA-04). */
export const paidSentence = (amountPaise: number, transactionId: string): Sentence =>
  sentence('paid', { amount: rupeesText(amountPaise), transactionId });
