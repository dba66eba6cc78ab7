import { createHash } from 'node:crypto';
import { transactionKey } from '@wayside/contract/wire/transaction-id';
import type pg from 'pg';
import { conflict } from '../api-error.ts';
import type { Database } from '../db/database.ts';
import { isUniqueViolation } from '../db/database-errors.ts';
import { rupeesText } from './rupees-text.ts';

/** What makes two requests to pay the same one. */
export interface PayingRequest {
  readonly kind: 'payout' | 'loyalty to user' | 'loyalty to mechanic';
  readonly payeeId: string;
  readonly amountPaise: number;
  /** Null where the call has none. */
  readonly method: string | null;
  readonly transactionId: string;
}

/** A transaction id in the form in which ids are compared, and the hash of the request that came with it. */
export interface IdempotencyKey {
  readonly key: string;
  readonly hash: Buffer;
}

interface EarlierPayment {
  /** Null for an imported one, which no request made. */
  readonly requestHash: Buffer | null;
  readonly transactionId: string;
  readonly amountPaise: number;
  readonly paidAt: Date | null;
  readonly payee: string;
  readonly isLoyalty: boolean;
}

const EARLIER = {
  name: 'earlier-payment',
  text: `SELECT coalesce(p.request_hash, l.request_hash) AS "requestHash", coalesce(p.transaction_id, l.transaction_id) AS "transactionId",
      coalesce(p.amount_paise, l.amount_paise) AS "amountPaise", coalesce(p.paid_at, l.paid_at) AS "paidAt", l.id IS NOT NULL AS "isLoyalty",
      coalesce(m.name, u.name, CASE WHEN u.id IS NULL THEN 'mechanic ' ELSE 'customer ' END || coalesce(m.id, u.id)) AS payee
    FROM transaction_ids AS t LEFT JOIN payouts AS p ON p.id = t.payout_id LEFT JOIN loyalty_payouts AS l ON l.id = t.loyalty_payout_id
    LEFT JOIN mechanics AS m ON m.id = coalesce(p.mechanic_id, l.mechanic_id) LEFT JOIN users AS u ON u.id = l.user_id
    WHERE t.key = $1`,
};

/** What says of money that it was paid: the first answer, and each to the same request again (LOYA-04). */
export const paidMessage = (amountPaise: number, transactionId: string): string =>
  `${rupeesText(amountPaise)} paid, transaction id ${transactionId}.`;

/** The mark of a request. */
export function idempotencyKeyOf({
  kind,
  payeeId,
  amountPaise,
  method,
  transactionId,
}: PayingRequest): IdempotencyKey {
  const key = transactionKey(transactionId);
  const text = JSON.stringify([kind, payeeId, amountPaise, method, key]);
  return { key, hash: createHash('sha256').update(text).digest() };
}

/**
 * Looks whether the transaction id has paid already. The payee is locked before, so that the same request at the same
 * moment has been answered by then.
 * @returns the first answer's message for the same request again; null when the id is new
 * @throws 409 for another request, with what the id has paid
 */
export async function firstAnswer(
  client: pg.ClientBase,
  { key, hash }: IdempotencyKey,
  timeZone: string,
): Promise<string | null> {
  const { rows } = await client.query<EarlierPayment>({ ...EARLIER, values: [key] });
  const [earlier] = rows;
  if (!earlier) return null;
  const { requestHash, transactionId, amountPaise, paidAt, payee, isLoyalty } = earlier;
  if (requestHash !== null && hash.equals(requestHash)) return paidMessage(amountPaise, transactionId);
  const on = paidAt?.toLocaleString('en-IN', { timeZone, dateStyle: 'medium', timeStyle: 'short' });
  const what = `${rupeesText(amountPaise)}${isLoyalty ? ' of loyalty' : ''} to ${payee}${on ? ` on ${on}` : ''}`;
  throw conflict(`Transaction id ${transactionId} has already paid ${what}. Nothing was paid now.`);
}

/** Two transactions that wait for each other: the database ends one of them, which may run again. */
const DEADLOCK = '40P01';

/**
 * Runs a transaction that pays. Where another payee was paid under the same id meanwhile, it runs once more and finds
 * that payment.
 */
export async function payOnce<T>(
  database: Pick<Database, 'transaction'>,
  pay: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  try {
    return await database.transaction(pay);
  } catch (error) {
    const isTaken = ['transaction_ids_pkey', 'payouts_transaction'].some((name) => isUniqueViolation(error, name));
    const isDeadlock = error instanceof Error && 'code' in error && error.code === DEADLOCK;
    if (!isTaken && !isDeadlock) throw error;
    return database.transaction(pay);
  }
}
