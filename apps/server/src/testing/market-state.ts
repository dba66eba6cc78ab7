import type { AppContext } from '../context.ts';
import { getDashboard } from '../features/dashboard/dashboard.ts';
import { encryptedColumnsOf } from '../platform/crypto/encrypted-columns.ts';
import { readStored } from '../platform/crypto/reencrypt.ts';
import type { Database } from '../platform/db/database.ts';
import { recountCounters } from './import-run.ts';
import { verifyIntegrity } from './integrity.ts';
import { testKeys } from './test-keys.ts';

/** Tables of records. Stubs are excluded, because former references to a record are not part of the current data. */
const TABLES_WITH_STATE = ['users', 'mechanics', 'services', 'bookings', 'payments'];
const WHOLE = [
  'sos_services',
  'parts',
  'slots',
  'vehicle_models',
  'notifications',
  'earnings',
  'payouts',
  'configurations',
];
/**
 * Excludes columns that describe when or how a row arrived. Also excludes the name retained to pay an erased person,
 * because it depends on whether anything was owed at the deletion.
 */
const CONTENT = `to_jsonb(t) - 'source_wallet_paise' - 'bank_changed_at' - 'payee_name' - '{${encryptedColumnsOf('mechanics')}}'::text[]`;

const LEDGER = `
  SELECT source, source_id, flow, mechanic_id, booking_id, payment_id, method, sum(gross_paise)::float8 AS gross,
    sum(commission_paise)::float8 AS commission, sum(platform_fee_paise)::float8 AS fee, sum(net_paise)::float8 AS net,
    sum(paid_out_paise)::float8 AS paid_out
  FROM ledger_entries GROUP BY 1, 2, 3, 4, 5, 6, 7
  HAVING sum(gross_paise) <> 0 OR sum(commission_paise) <> 0 OR sum(platform_fee_paise) <> 0 OR sum(net_paise) <> 0 OR sum(paid_out_paise) <> 0
  ORDER BY 1, 2, 3, 4, 5, 6, 7`;

const HISTORY = `SELECT field, in_force_from::text, in_force_until::text, value FROM configuration_periods
  WHERE field NOT IN ('id', 'stated_at') ORDER BY field, configuration_periods.in_force_from`;

/** Counters of entries, which are excluded because a corrected entry of the ledger or a wallet has more rows. */
const EXCLUDED_COUNTERS =
  /^(activity|earnings|ledger|commission|platform fees|balance changes|earning differences|wallet changes)/;

/**
 * For tests: returns everything that follows from a marketplace's records, no matter how and in which order they
 * arrived.
 */
export async function marketState(database: Database, now: Date): Promise<Record<string, unknown>> {
  const read = async (text: string) => (await database.pool.query(text)).rows;
  const state: Record<string, unknown> = {};
  for (const table of [...TABLES_WITH_STATE, ...WHOLE]) {
    const condition = TABLES_WITH_STATE.includes(table) ? "WHERE t.record_state <> 'stub'" : '';
    state[table] = await read(`SELECT ${CONTENT} AS record FROM ${table} AS t ${condition} ORDER BY t.id`);
  }
  state['encrypted'] = await decryptedValues(database);
  state['ledger'] = await read(LEDGER);
  // A reversed entry may leave a balance that is zero.
  state['balances'] = await read(
    `SELECT * FROM mechanic_balances AS b WHERE '0' <> ANY (SELECT value FROM jsonb_each_text(to_jsonb(b) - 'mechanic_id')) ORDER BY mechanic_id`,
  );
  state['rates'] = await read(HISTORY);
  state['transaction ids'] = await read('SELECT key, payout_id FROM transaction_ids ORDER BY key');
  const { kept, recounted } = await recountCounters(database);
  const isOfRecords = (row: unknown) => !EXCLUDED_COUNTERS.test((row as { name: string }).name);
  state['counters'] = kept.filter(isOfRecords);
  state['counters are right'] = JSON.stringify(kept) === JSON.stringify(recounted);
  state['pending'] = await read('SELECT record_ids FROM pending_postings');
  state['dashboard'] = await getDashboard({ database, now: () => now } as AppContext);
  state['issues'] = (await verifyIntegrity(database)).issues;
  return state;
}

/** Decrypts the encrypted values, because the same text is encrypted to another value each time. */
async function decryptedValues(database: Database): Promise<string[]> {
  const keys = await testKeys(database);
  const table = 'mechanics';
  const { rows } = await database.pool.query<{ id: string; column: string; stored: string }>(
    `SELECT id, key AS column, value AS stored FROM mechanics AS m, jsonb_each_text(to_jsonb(m))
     WHERE key = ANY ($1) AND value IS NOT NULL ORDER BY 1, 2`,
    [encryptedColumnsOf(table)],
  );
  return Promise.all(
    rows.map(
      async ({ id, column, stored }) => `${id} ${column} ${await readStored(keys, stored, { table, id, column })}`,
    ),
  );
}
