import type { LoyaltyPayee } from '@wayside/contract/loyalty';
import { eq, sql, sum } from 'drizzle-orm';
import type pg from 'pg';
import { z } from 'zod';
import { notFound } from '../../api-error.ts';
import { orm } from '../../platform/db/orm.ts';
import { ledgerEntries } from '../../platform/db/schema/ledger.ts';
import { mechanics } from '../../platform/db/schema/mechanics.ts';
import { walletEntries } from '../../platform/db/schema/payouts.ts';
import { users } from '../../platform/db/schema/users.ts';
import { defineStatement, rowsOf, sampleOf } from '../../platform/db/statement.ts';
import { postPendingEntriesOf } from './post-entries.ts';

/** Mechanics as `m`, each with the sums of their ledger entries as `s` if they have any. */
export const MECHANICS_WITH_BALANCES = 'mechanics AS m LEFT JOIN mechanic_balances AS s ON s.mechanic_id = m.id';

/**
 * The condition for mechanics in lists of payouts: full records, and other records while their balance is not 0
 * (MECH-13).
 */
export const IS_LISTED_SQL = "(m.record_state = 'full' OR coalesce(s.balance_paise, 0) <> 0)";

/** The sums of `mechanic_balances`, in paise. */
export const balanceSums = {
  netEarningPaise: z.number(),
  paidOutPaise: z.number(),
  pendingCommissionPaise: z.number(),
  cashKeptPaise: z.number(),
  balancePaise: z.number(),
};

/** Selects the sums. @param expression returns the SQL for a column, which is named without its table */
export const selectBalanceSums = (expression: (column: string) => string): string =>
  `${expression('net_earning_paise')} AS "netEarningPaise", ${expression('paid_out_paise')} AS "paidOutPaise",
   ${expression('pending_commission_paise')} AS "pendingCommissionPaise", ${expression('cash_kept_paise')} AS "cashKeptPaise",
   ${expression('balance_paise')} AS "balancePaise"`;

/** The condition for amounts in payment runs that are neither paid nor freed yet (BANK-01). */
export const IS_IN_TRANSIT_SQL = "state IN ('reserved', 'sent')";

/**
 * Returns the SQL for the part of a mechanic's balance that is in payment runs, in paise. @param mechanicId an SQL
 * expression
 */
export const inTransitSql = (mechanicId: string): string =>
  `(SELECT coalesce(sum(amount_paise), 0)::bigint FROM payment_run_rows WHERE mechanic_id = ${mechanicId} AND ${IS_IN_TRANSIT_SQL})`;

const READ_IN_TRANSIT = defineStatement({
  name: 'amount-in-transit',
  text: `SELECT ${inTransitSql('$1')} AS paise`,
  row: z.object({ paise: z.number() }),
  example: [sampleOf('mechanics')],
});

/** Returns the part of a balance that is in payment runs, in paise. @param client holds the ledger's lock */
export async function readInTransitAmount(client: pg.ClientBase, mechanicId: string): Promise<number> {
  const [found] = await rowsOf(client, READ_IN_TRANSIT, [mechanicId]);
  return found?.paise ?? 0;
}

export const payeeNotFound = (kind: LoyaltyPayee) => notFound(kind === 'user' ? 'customer' : 'mechanic');

/**
 * Locks a payee so that they cannot be erased. @returns the fields that may rule out a payment; the status of a
 * customer is always null @throws 404
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
 * Posts the pending entries of a mechanic, then returns the sum of the ledger entries in paise. It does not use
 * `mechanic_balances`. @param client holds the ledger's lock
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
 * Returns the sum of the wallet entries in paise; null if there are none. It is a separate statement after the lock,
 * so that its snapshot includes the entries of the transaction that held the lock before.
 */
export async function readWallet(client: pg.ClientBase, kind: LoyaltyPayee, id: string): Promise<number | null> {
  const [wallet] = await orm(client)
    .select({ paise: sum(walletEntries.amountPaise).mapWith(Number) })
    .from(walletEntries)
    .where(eq(kind === 'user' ? walletEntries.userId : walletEntries.mechanicId, id));
  return wallet?.paise ?? null;
}
