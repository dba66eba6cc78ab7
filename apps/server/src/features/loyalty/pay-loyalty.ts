import { LOYALTY_THRESHOLD_PAISE, type LoyaltyPayee } from '@wayside/contract/loyalty';
import { ObjectId } from 'bson';
import { eq, sql, sum } from 'drizzle-orm';
import type pg from 'pg';
import { conflict, notFound } from '../../api-error.ts';
import { orm } from '../../db/orm.ts';
import { recordActivity } from '../../db/record-activity.ts';
import { loyaltyPayouts, walletEntries } from '../../db/schema/loyalty.ts';
import { mechanics } from '../../db/schema/mechanics.ts';
import { users } from '../../db/schema/users.ts';
import {
  findFirstAnswer,
  idempotencyKeyOf,
  type PayContext,
  paidMessage,
  payOnce,
  rupeesText,
} from '../../ledger/pay-once.ts';

export interface PayLoyaltyInput {
  readonly payeeKind: LoyaltyPayee;
  readonly payeeId: string;
  /** The wallet as the caller saw it; must equal the wallet now. */
  readonly amountPaise: number;
  readonly transactionId: string;
}

/**
 * Pays out a whole wallet, also that of a blocked payee (LOYA-02 to LOYA-05). The same request again gets the first answer.
 *
 * Triggers: `insert_transaction_ids` on the loyalty payout, `update_wallets` on the wallet entry, `chain_activity` and
 * `update_counters` on the activity entry.
 * @returns the message for the person
 * @throws 404; 409 for a wallet of ₹10 or less, another amount, a mechanic who is not approved, or a transaction id of
 * another payment
 */
export function payLoyalty(context: PayContext, input: PayLoyaltyInput): Promise<string> {
  const { database, now, settings, actor } = context;
  const { payeeKind, payeeId, amountPaise, transactionId } = input;
  const kind = `loyalty to ${payeeKind}` as const;
  const key = idempotencyKeyOf({ kind, payeeId, amountPaise, method: null, transactionId });
  const payee = payeeKind === 'user' ? { userId: payeeId } : { mechanicId: payeeId };
  return payOnce(database, async (client) => {
    const locked = await lockPayee(client, payeeKind, payeeId);
    const firstAnswer = await findFirstAnswer(client, key, settings.timeZone);
    if (firstAnswer !== null) return firstAnswer;

    if (locked.recordState !== 'full') throw notFound(NOUNS[payeeKind]);
    if (payeeKind === 'mechanic' && locked.status !== 'approved')
      throw conflict('Only an approved mechanic is paid loyalty.');
    requireWallet(await readWallet(client, payeeKind, payeeId), amountPaise);

    const payout = { id: new ObjectId().toHexString(), ...payee, transactionId, amountPaise, paidAt: now() };
    await orm(client)
      .insert(loyaltyPayouts)
      .values({ ...payout, ...key });
    await orm(client)
      .insert(walletEntries)
      .values({ ...payee, kind: 'loyalty_payout', amountPaise: -amountPaise, loyaltyPayoutId: payout.id });
    if (payeeKind === 'user')
      await orm(client).update(users).set({ updatedAt: payout.paidAt }).where(eq(users.id, payeeId));
    await recordActivity(client, actor, payout.paidAt, {
      action: 'paid',
      entity: payeeKind,
      entityId: payeeId,
      changes: [
        { field: 'walletPaise', before: amountPaise, after: 0 },
        { field: 'transactionId', before: null, after: transactionId },
        { field: 'loyaltyPayoutId', before: null, after: payout.id },
      ],
      event: { fields: { amountPaise } },
    });
    return paidMessage(amountPaise, transactionId);
  });
}

const NOUNS: Readonly<Record<LoyaltyPayee, string>> = { user: 'customer', mechanic: 'mechanic' };

/** @throws 404 */
async function lockPayee(client: pg.ClientBase, kind: LoyaltyPayee, id: string) {
  const [payee] =
    kind === 'user'
      ? await orm(client)
          .select({ recordState: users.recordState, status: sql<null>`NULL` })
          .from(users)
          .where(eq(users.id, id))
          .for('no key update')
      : await orm(client)
          .select({ recordState: mechanics.recordState, status: mechanics.status })
          .from(mechanics)
          .where(eq(mechanics.id, id))
          .for('no key update');
  if (!payee) throw notFound(NOUNS[kind]);
  return payee;
}

/**
 * The sum of the wallet entries, not `wallet_paise`; null where there is none. A separate statement after the lock: its
 * snapshot includes the entries of the transaction that held the lock before.
 */
async function readWallet(client: pg.ClientBase, kind: LoyaltyPayee, id: string): Promise<number | null> {
  const [wallet] = await orm(client)
    .select({ paise: sum(walletEntries.amountPaise).mapWith(Number) })
    .from(walletEntries)
    .where(eq(kind === 'user' ? walletEntries.userId : walletEntries.mechanicId, id));
  return wallet?.paise ?? null;
}

function requireWallet(walletPaise: number | null, amountPaise: number): void {
  if (walletPaise === null || walletPaise <= LOYALTY_THRESHOLD_PAISE)
    throw conflict('Loyalty payout requires wallet amount to be more than ₹10');
  if (amountPaise !== walletPaise)
    throw conflict(
      `The wallet holds ${rupeesText(walletPaise)} now, not ${rupeesText(amountPaise)}. Nothing was paid.`,
    );
}
