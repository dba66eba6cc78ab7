import type { LoyaltyPayee } from '@wayside/contract/loyalty';
import { eq, sql, sum } from 'drizzle-orm';
import type pg from 'pg';
import { notFound } from '../../api-error.ts';
import { orm } from '../../platform/db/orm.ts';
import { ledgerEntries } from '../../platform/db/schema/ledger.ts';
import { mechanics } from '../../platform/db/schema/mechanics.ts';
import { walletEntries } from '../../platform/db/schema/payouts.ts';
import { users } from '../../platform/db/schema/users.ts';
import { postPendingEntriesOf } from './post-entries.ts';

/** The error about a payee who does not exist. */
export const payeeNotFound = (kind: LoyaltyPayee) => notFound(kind === 'user' ? 'customer' : 'mechanic');

/**
 * Locks a payee, who cannot be erased in the meantime; inserts that only refer to the person do not wait.
 * @returns what may rule out a payment; a customer has no status
 * @throws 404
 */
export async function lockPayee(client: pg.ClientBase, kind: LoyaltyPayee, id: string) {
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
  if (!payee) throw payeeNotFound(kind);
  return payee;
}

/**
 * Posts what is pending for a mechanic, then sums the ledger entries in paise; it does not read `mechanic_balances`.
 * @param client holds the ledger's lock
 */
export async function postPendingAndSumBalance(client: pg.ClientBase, mechanicId: string): Promise<number> {
  await postPendingEntriesOf(client, mechanicId);
  const [balance] = await orm(client)
    .select({ paise: sum(ledgerEntries.balancePaise).mapWith(Number) })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.mechanicId, mechanicId));
  return balance?.paise ?? 0;
}

/**
 * The sum of the wallet entries in paise, not `wallet_paise`; null where there is none. A separate statement after the lock: its
 * snapshot includes the entries of the transaction that held the lock before.
 */
export async function readWallet(client: pg.ClientBase, kind: LoyaltyPayee, id: string): Promise<number | null> {
  const [wallet] = await orm(client)
    .select({ paise: sum(walletEntries.amountPaise).mapWith(Number) })
    .from(walletEntries)
    .where(eq(kind === 'user' ? walletEntries.userId : walletEntries.mechanicId, id));
  return wallet?.paise ?? null;
}
