import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrateDatabase } from '../db/migrate.ts';
import { migrationsFolder } from '../db/migration-journal.ts';
import { recordActivity } from '../db/record-activity.ts';
import { postPendingEntries } from '../ledger/post-entries.ts';
import { counterDifferences } from '../testing/counter-differences.ts';
import { verifyIntegrity } from '../testing/integrity.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { integrityChecks } from '../verify/run-integrity-checks.ts';
import { migrateTo } from './migrate-to.ts';

let test: TestDatabase;

beforeEach(async () => {
  test = await createTestDatabase();
});
afterEach(() => test.drop());

/** The migrations before the one of this name. */
async function migrationsBefore(name: string): Promise<number[]> {
  const journal = JSON.parse(await readFile(join(migrationsFolder(), 'meta/_journal.json'), 'utf8'));
  const entries: { when: number; tag: string }[] = journal.entries;
  const place = entries.findIndex(({ tag }) => tag.endsWith(name));
  expect(place).toBeGreaterThan(0);
  return entries.slice(0, place).map(({ when }) => when);
}

/** Empties the database and gives it the tables from before a migration. */
async function goBackTo(name: string): Promise<void> {
  const { pool } = test.database;
  await pool.query('DROP SCHEMA public CASCADE; DROP SCHEMA drizzle CASCADE; CREATE SCHEMA public');
  await migrateTo(pool, await migrationsBefore(name));
}

it('[DASH-06, BOOK-03] a database from before the counters of months comes up to date with all of its counters', async () => {
  const { pool } = test.database;
  await goBackTo('tally_periods');
  await pool.query(`
    INSERT INTO business_settings VALUES ('time_zone', 'Asia/Kolkata');
    INSERT INTO bookings (id, status, created_at)
    SELECT substr(md5('booking ' || n), 1, 24), (ARRAY['pending', 'completed', NULL])[1 + n % 3], '2026-01-31T17:00:00Z'::timestamptz + n * interval '17 minutes'
    FROM generate_series(1, 100) AS n;
    INSERT INTO payments (id, status, amount_paise) VALUES (repeat('a', 24), 'paid', 1234)`);
  await migrateDatabase(test.database, { timeZone: 'Asia/Kolkata' });
  expect(await counterDifferences(test.database)).toEqual([]);
  const { rows } = await pool.query(
    `SELECT name, status, starts_on::text, count, amount_paise::int AS amount FROM counters
     WHERE period = 'month' AND status IS NULL AND name IN ('bookings', 'payments') ORDER BY 1, 3`,
  );
  expect(rows).toEqual([
    { name: 'bookings', status: null, starts_on: '2026-01-01', count: 5, amount: 0 },
    { name: 'bookings', status: null, starts_on: '2026-02-01', count: 95, amount: 0 },
    { name: 'payments', status: null, starts_on: '-infinity', count: 1, amount: 1234 },
  ]);
});

it('[PAYO-08, LOYA-05, IMPO-02, PRIV-05] a database with a ledger of frozen rates and wallets without entries comes up to date', async () => {
  const { pool } = test.database;
  await goBackTo('postings_and_wallets');
  const [customer, mechanic, paid, open] = ['a', 'b', 'c', 'd'].map((digit) => digit.repeat(24));
  await pool.query(`
    INSERT INTO configurations (id, commission_percent, platform_fee_paise) VALUES (repeat('e', 24), 10, 0);
    INSERT INTO users (id, name, wallet_paise) VALUES ('${customer}', 'Asha', 2000);
    INSERT INTO mechanics (id, status, wallet_paise) VALUES ('${mechanic}', 'approved', 0);
    INSERT INTO loyalty_payouts (id, user_id, transaction_id, transaction_key, request_hash, amount_paise, paid_at)
    VALUES (repeat('f', 24), '${customer}', 'UTR1', 'utr1', '\\x00', 5000, now());
    INSERT INTO payments (id, mechanic_id, amount_paise, method, status, transacted_at) VALUES
      ('${paid}', '${mechanic}', 10000, 'upi', 'paid', '2026-01-01'), ('${open}', '${mechanic}', 20000, 'upi', 'paid', '2026-01-02');
    INSERT INTO ledger_entries (kind, flow, source, source_id, revision, mechanic_id, payment_id, method, gross_paise, commission_paise,
      platform_fee_paise, net_paise, paid_out_paise, commission_percent, bears_fee, occurred_at)
    VALUES ('earning', 'platform', 'payment', '${paid}', 1, '${mechanic}', '${paid}', 'upi', 10000, 1000, 0, 9000, 0, 10, true, '2026-01-01');
    INSERT INTO imported_records (collection, id, field_hashes) VALUES ('users', '${customer}', decode(repeat('01020304', 10), 'hex'))`);
  await migrateDatabase(test.database, { timeZone: 'Asia/Kolkata' });
  await test.database.transaction((client) =>
    recordActivity(client, { id: null, email: null, address: null }, new Date(), {
      action: 'paid',
      entity: 'user',
      entityId: 'a'.repeat(24),
      changes: [
        { field: 'walletPaise', before: 5000, after: 0 },
        { field: 'transactionId', before: null, after: 'UTR1' },
        { field: 'loyaltyPayoutId', before: null, after: 'f'.repeat(24) },
      ],
    }),
  );
  // What stood stays; what had not been posted is.
  expect(await postPendingEntries(test.database)).toBe(1);
  const { rows } = await pool.query(`
    SELECT (SELECT balance_paise FROM mechanic_balances) AS balance, (SELECT wallet_paise FROM users) AS wallet,
      (SELECT source_wallet_paise FROM users) AS stated, (SELECT array_agg(amount_paise ORDER BY id) FROM wallet_entries WHERE user_id IS NOT NULL) AS entries,
      (SELECT place FROM imported_fields WHERE collection = 'users' AND name = 'source_wallet_paise') AS place`);
  expect(rows).toEqual([{ balance: 27_000, wallet: 2000, stated: 7000, entries: ['7000', '-5000'], place: 4 }]);
  const onRows = integrityChecks.filter(({ readsLatest }) => !readsLatest);
  expect((await verifyIntegrity(test.database, onRows)).issues).toEqual([]);
});
