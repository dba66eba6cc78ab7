import type { LoyaltyPayee } from '@wayside/contract/loyalty';
import { eq, sum } from 'drizzle-orm';
import type pg from 'pg';
import { notFound } from '../api-error.ts';
import { orm } from '../db/orm.ts';
import { ledgerEntries } from '../db/schema/ledger.ts';
import { walletEntries } from '../db/schema/loyalty.ts';
import { mechanics } from '../db/schema/mechanics.ts';
import { postPendingEntriesOf } from './post-entries.ts';

/** Locks a mechanic, who cannot be erased meanwhile; inserts that only refer to the mechanic do not wait. @throws 404 */
export async function lockMechanic(client: pg.ClientBase, id: string): Promise<void> {
  const locked = await orm(client)
    .select({ id: mechanics.id })
    .from(mechanics)
    .where(eq(mechanics.id, id))
    .for('no key update');
  if (locked.length === 0) throw notFound('mechanic');
}

/**
 * Posts what is pending for a mechanic, then sums the ledger entries in paise; it does not read `mechanic_balances`.
 * @param client holds the ledger's lock
 */
export async function readBalance(client: pg.ClientBase, mechanicId: string): Promise<number> {
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
