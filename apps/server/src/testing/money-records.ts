import type pg from 'pg';
import { expect } from 'vitest';
import { bookSourceWallets, type WalletSource } from '../money/ledger/book-source-wallets.ts';
import { postOwnEntries, postPendingEntries } from '../money/ledger/post-entries.ts';
import type { PeopleTable } from '../platform/db/erase-related-rows.ts';
import { addSavedVersion, applySourceConfiguration } from '../records/apply-source-configuration.ts';
import { collections } from '../records/collections.ts';
import type { FileDatabase } from './file-database.ts';

type Value = string | number | boolean | null;
type Fields = Readonly<Record<string, Value>>;

/** Returns wallets of people whose records have a version but name no event. */
export const toWalletSources = (ids: readonly string[]): WalletSource[] =>
  ids.map((id) => ({ id, appliedPosition: null, isOrderKnown: true }));

/** Writes payment records by column names; missing columns are null. */
export function moneyRecords(test: FileDatabase) {
  async function write(table: string, { id, ...fields }: Fields): Promise<void> {
    const names = Object.keys(fields);
    const placeholders = names.map((_, index) => `$${index + 2}`);
    await test.database.pool.query(
      `INSERT INTO ${table} (${['id', ...names].join(', ')}) VALUES (${['$1', ...placeholders].join(', ')})
       ON CONFLICT (id) DO UPDATE SET ${names.map((name) => `${name} = excluded.${name}`).join(', ') || 'id = excluded.id'}`,
      [id, ...Object.values(fields)],
    );
  }
  return {
    mechanic: (id: string, fields: Fields = {}) => write('mechanics', { id, status: 'approved', ...fields }),
    booking: (id: string, fields: Fields = {}) => write('bookings', { id, status: 'completed', ...fields }),
    payment: (id: string, fields: Fields = {}) =>
      write('payments', { id, status: 'paid', method: 'upi', transacted_at: '2026-02-01T10:00:00Z', ...fields }),
    statement: (id: string, fields: Fields = {}) => write('earnings', { id, ...fields }),
    /** Replaces all rates and their history. */
    rates: (percent: number | null, feePaise: number | null, changedAt: string | null = null) =>
      test.database.transaction(async (client) => {
        await client.query('DELETE FROM configuration_versions');
        await stateRates(client, percent, feePaise, changedAt);
        await client.query('DELETE FROM pending_postings');
      }),
    noRates: () => test.database.pool.query('DELETE FROM configuration_versions; DELETE FROM configurations'),
    /** Sets the wallet value that the source states. */
    wallet: (table: PeopleTable, id: string, paise: number) =>
      test.database.transaction(async (client) => {
        await client.query(`UPDATE ${table} SET source_wallet_paise = $2 WHERE id = $1`, [id, paise]);
        await bookSourceWallets(client, table, toWalletSources([id]));
      }),
    /** States rates as the source does, in force from a timestamp, and posts affected records. */
    sourceRates: (percent: number | null, feePaise: number | null, changedAt: string | null) =>
      test.database.transaction(async (client) => {
        await stateRates(client, percent, feePaise, changedAt);
        await postOwnEntries(client);
      }),
    /** Saves rates as an administrator. */
    savedRates: (percent: number | null, feePaise: number | null) =>
      test.database.transaction(async (client) => {
        await client.query('UPDATE configurations SET commission_percent = $1, platform_fee_paise = $2', [
          percent,
          feePaise,
        ]);
        await addSavedVersion(client, 'admin@example.com', ['commission_percent', 'platform_fee_paise']);
        await postOwnEntries(client);
      }),
    post: () => postPendingEntries(test.database),
    /** Returns the sums of a mechanic's ledger entries, which must equal the stored balance. */
    sums: async (mechanicId: string): Promise<MechanicSums> => {
      const read = async (text: string): Promise<MechanicSums> => {
        const { rows } = await test.database.pool.query({ text, values: [mechanicId], rowMode: 'array' });
        const [net = 0, cash = 0, pending = 0, paidOut = 0, balance = 0] = rows[0] ?? [];
        return [net, cash, pending, paidOut, balance];
      };
      const summed = await read(SUMMED);
      expect(await read(STORED), `stored sums of ${mechanicId}`).toEqual(summed);
      return summed;
    },
  };
}

const SUMMED = `
  SELECT coalesce(sum(net_paise), 0)::bigint, coalesce(sum(net_paise) FILTER (WHERE flow = 'cash'), 0)::bigint,
    coalesce(sum(commission_paise + platform_fee_paise) FILTER (WHERE flow = 'cash'), 0)::bigint,
    coalesce(sum(paid_out_paise), 0)::bigint, coalesce(sum(balance_paise), 0)::bigint
  FROM ledger_entries WHERE mechanic_id = $1`;
const STORED = `
  SELECT net_earning_paise, cash_kept_paise, pending_commission_paise, paid_out_paise, balance_paise
  FROM mechanic_balances WHERE mechanic_id = $1`;

const CONFIGURATION_ID = 'c'.repeat(24);

function stateRates(
  client: pg.ClientBase,
  commissionPercent: number | null,
  platformFeePaise: number | null,
  updatedAt: string | null,
): Promise<void> {
  const record = {
    id: CONFIGURATION_ID,
    commissionPercent,
    platformFeePaise,
    chargePerKmPaise: null,
    referralBonusPaise: null,
    mechanicChargePaise: null,
    discountPercent: null,
    loyaltyPoints: null,
    upiId: null,
    updatedAt,
  };
  return applySourceConfiguration(client, collections.configs.toRow(record));
}

/** Net earning, cash kept, pending commission, paid out, balance. */
export type MechanicSums = readonly [net: number, cash: number, pending: number, paidOut: number, balance: number];
