import { LOYALTY_THRESHOLD_PAISE, type LoyaltyPayee } from '@wayside/contract/loyalty';
import { ObjectId } from 'bson';
import type pg from 'pg';
import { conflict, notFound } from '../../api-error.ts';
import type { Actor, AppContext } from '../../context.ts';
import { recordActivity } from '../../db/record-activity.ts';
import { firstAnswer, idempotencyKeyOf, paidMessage, payOnce } from '../../ledger/pay-once.ts';
import { rupeesText } from '../../ledger/rupees-text.ts';

export interface LoyaltyOrder {
  readonly payeeKind: LoyaltyPayee;
  readonly payeeId: string;
  /** What the caller saw in the wallet; it must be what is in it now. */
  readonly amountPaise: number;
  readonly transactionId: string;
}

const PLACES = {
  user: { table: 'users', column: 'user_id', noun: 'customer' },
  mechanic: { table: 'mechanics', column: 'mechanic_id', noun: 'mechanic' },
} as const;

/** The sum of the wallet's entries, not the figure that is kept beside them; null where there is none. */
const WALLET = {
  user: 'SELECT sum(amount_paise)::bigint AS paise FROM wallet_entries WHERE user_id = $1',
  mechanic: 'SELECT sum(amount_paise)::bigint AS paise FROM wallet_entries WHERE mechanic_id = $1',
} as const;

/**
 * Pays out a whole wallet (LOYA-02 to LOYA-05). A blocked payee's too: blocking ends what they may do, not what they are
 * owed. The same request again gets the first answer. The entry changes the wallet that is listed by a trigger.
 * @returns what to say
 * @throws 404; 409 for a wallet of ₹10 or less, another amount, a mechanic who is not approved, a used transaction id
 */
export function payLoyalty(
  { database, now, settings }: Pick<AppContext, 'database' | 'now' | 'settings'>,
  actor: Actor,
  { payeeKind, payeeId, amountPaise, transactionId }: LoyaltyOrder,
): Promise<string> {
  const mark = idempotencyKeyOf({
    kind: `loyalty to ${payeeKind}`,
    payeeId,
    amountPaise,
    method: null,
    transactionId,
  });
  const { column, noun } = PLACES[payeeKind];
  return payOnce(database, async (client) => {
    const payee = await lockPayee(client, payeeKind, payeeId);
    if (payee === null) throw notFound(noun);
    const before = await firstAnswer(client, mark, settings.timeZone);
    if (before !== null) return before;
    requirePayable(payeeKind, payee, amountPaise);
    const at = now();
    const id = new ObjectId().toHexString();
    await client.query(
      `INSERT INTO loyalty_payouts (id, ${column}, transaction_id, transaction_key, request_hash, amount_paise, paid_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [id, payeeId, transactionId, mark.key, mark.hash, amountPaise, at],
    );
    await client.query(
      `INSERT INTO wallet_entries (${column}, kind, amount_paise, loyalty_payout_id) VALUES ($1, 'loyalty_payout', $2, $3)`,
      [payeeId, -amountPaise, id],
    );
    if (payeeKind === 'user') await client.query('UPDATE users SET updated_at = $2 WHERE id = $1', [payeeId, at]);
    await recordActivity(client, actor, at, {
      action: 'paid',
      entity: payeeKind,
      entityId: payeeId,
      changes: [
        { field: 'walletPaise', before: amountPaise, after: 0 },
        { field: 'transactionId', before: null, after: transactionId },
        { field: 'loyaltyPayoutId', before: null, after: id },
      ],
    });
    return paidMessage(amountPaise, transactionId);
  });
}

interface Payee {
  readonly isFull: boolean;
  readonly walletPaise: number | null;
  /** Only of mechanics. */
  readonly status: string | null;
}

async function lockPayee(client: pg.ClientBase, kind: LoyaltyPayee, id: string): Promise<Payee | null> {
  const { rows } = await client.query<Omit<Payee, 'walletPaise'>>(
    `SELECT record_state = 'full' AS "isFull", ${kind === 'mechanic' ? 'status' : 'NULL AS status'}
     FROM ${PLACES[kind].table} WHERE id = $1 FOR NO KEY UPDATE`,
    [id],
  );
  const [payee] = rows;
  if (!payee) return null;
  // A statement of its own, after the lock: it sees what whoever held the lock has booked.
  const wallet = await client.query<{ paise: number | null }>(WALLET[kind], [id]);
  return { ...payee, walletPaise: wallet.rows[0]?.paise ?? null };
}

function requirePayable(kind: LoyaltyPayee, { isFull, walletPaise, status }: Payee, amountPaise: number): void {
  if (!isFull) throw notFound(PLACES[kind].noun);
  if (kind === 'mechanic' && status !== 'approved') throw conflict('Only an approved mechanic is paid loyalty.');
  if (walletPaise === null || walletPaise <= LOYALTY_THRESHOLD_PAISE)
    throw conflict('Loyalty payout requires wallet amount to be more than ₹10');
  if (amountPaise !== walletPaise)
    throw conflict(
      `The wallet holds ${rupeesText(walletPaise)} now, not ${rupeesText(amountPaise)}. Nothing was paid.`,
    );
}
