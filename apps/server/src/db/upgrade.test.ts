import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { postPendingEntries } from '../ledger/post-entries.ts';
import { counterDifferences } from '../testing/data-digest.ts';
import { verifyIntegrity } from '../testing/integrity.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { integrityChecks } from '../verify/run-integrity-checks.ts';
import { linkOlderEntries } from './link-older-entries.ts';
import { migrateDatabase } from './migrate.ts';
import { tablesAfter } from './migrations.ts';
import { recordActivity } from './record-activity.ts';

const JOURNAL = new URL('../../migrations/before-baseline/meta/_journal.json', import.meta.url);
const FIRST_EDITION = 10;
const SECOND_EDITION = 13;

/** Rows of every table, in the words of before the baseline; triggers add those of the tables that follow from others. */
const ROWS = `
  INSERT INTO business_facts VALUES ('time_zone', 'Asia/Kolkata'), ('link_key', 'k');
  INSERT INTO admins (id, email, password_hash) VALUES (repeat('0', 24), 'Owner@example.test', 'h');
  INSERT INTO sessions (token_hash, admin_id, expires_at) VALUES ('\\x01', repeat('0', 24), now() + interval '1 day');
  INSERT INTO login_attempts VALUES ('192.0.2.1', '\\x02', 1, now());
  INSERT INTO files VALUES ('/files/images/' || repeat('0', 32) || '.webp', 'image', 1, 1, 1, repeat('0', 24), now(), NULL);
  INSERT INTO configurations (id, commission_percent, platform_fee_paise) VALUES (repeat('e', 24), 10, 0);
  INSERT INTO services (id, name, presence) VALUES (repeat('1', 24), 'Tyres', 'known'), (repeat('2', 24), NULL, 'unknown');
  INSERT INTO parts (id, service_id, price_paise) VALUES (repeat('1', 24), repeat('1', 24), 100);
  INSERT INTO sos_services (id, name) VALUES (repeat('1', 24), 'Tow');
  INSERT INTO slots (id, start_time) VALUES (repeat('1', 24), '9 AM');
  INSERT INTO vehicle_models (id, company_name) VALUES (repeat('1', 24), 'Maruti');
  INSERT INTO users (id, name, phone, wallet_paise, presence) VALUES
    (repeat('a', 24), 'Asha', '+91 98765', 2000, 'known'), (repeat('6', 24), NULL, NULL, NULL, 'unknown'), (repeat('7', 24), NULL, NULL, NULL, 'erased');
  INSERT INTO mechanics (id, status, wallet_paise, bank_name) VALUES (repeat('b', 24), 'approved', 0, 'SBI');
  UPDATE mechanics SET bank_name = 'HDFC';
  INSERT INTO bookings (id, status, created_at, customer_id)
  SELECT substr(md5('booking ' || n), 1, 24), (ARRAY['pending', 'completed', NULL])[1 + n % 3],
    '2026-01-31T17:00:00Z'::timestamptz + n * interval '17 minutes', repeat('a', 24) FROM generate_series(1, 100) AS n;
  INSERT INTO payments (id, mechanic_id, amount_paise, method, status, transacted_at) VALUES
    (repeat('c', 24), repeat('b', 24), 10000, 'upi', 'paid', '2026-01-01'), (repeat('d', 24), repeat('b', 24), 20000, 'upi', 'paid', '2026-01-02');
  INSERT INTO earnings (id, mechanic_id, gross_paise, net_paise) VALUES (repeat('8', 24), repeat('b', 24), 500, 400);
  INSERT INTO payouts (id, mechanic_id, transaction_id, transaction_key, amount_paise) VALUES (repeat('9', 24), repeat('b', 24), 'UTR9', 'utr9', 300);
  INSERT INTO ledger_entries (kind, flow, source, source_id, revision, mechanic_id, payment_id, method, gross_paise, commission_paise,
    platform_fee_paise, net_paise, paid_out_paise, commission_percent, bears_fee, occurred_at)
  VALUES ('earning', 'platform', 'payment', repeat('c', 24), 1, repeat('b', 24), repeat('c', 24), 'upi', 10000, 1000, 0, 9000, 0, 10, true, '2026-01-01');
  INSERT INTO loyalty_payouts (id, user_id, transaction_id, transaction_key, request_hash, amount_paise, paid_at)
  VALUES (repeat('f', 24), repeat('a', 24), 'UTR1', 'utr1', '\\x00', 5000, now());
  INSERT INTO notifications (id, message, type, user_id, created_at) VALUES (repeat('1', 24), 'Hello', 'user', repeat('a', 24), now());
  INSERT INTO imported_records (collection, id, field_hashes) VALUES ('users', repeat('a', 24), decode(repeat('01020304', 10), 'hex'));
  INSERT INTO activity (at, actor_id, action, entity, entity_id, note) VALUES (now(), repeat('0', 24), 'created', 'slot', repeat('1', 24), 'new');`;
const ROWS_SINCE_SECOND_EDITION = `
  INSERT INTO configuration_versions (at, in_force_from, is_from_source, changed, content)
  VALUES (now(), '-infinity', true, '{commission_percent,platform_fee_paise}', '{"commission_percent": 10, "platform_fee_paise": 0}');
  INSERT INTO password_links VALUES ('\\x03', repeat('0', 24), now());
  UPDATE users SET source_wallet_paise = 7000, wallet_paise = NULL WHERE id = repeat('a', 24);
  INSERT INTO wallet_entries (user_id, kind, amount_paise) VALUES (repeat('a', 24), 'opening', 7000);
  INSERT INTO wallet_entries (user_id, kind, amount_paise, loyalty_payout_id) VALUES (repeat('a', 24), 'loyalty_payout', -5000, repeat('f', 24));
  UPDATE mechanics SET source_wallet_paise = 0, wallet_paise = NULL;
  INSERT INTO wallet_entries (mechanic_id, kind, amount_paise) VALUES (repeat('b', 24), 'opening', 0);`;

/** Every object of the product, whatever the order of columns. PostgreSQL 18 alone lists NOT NULL as constraints. */
const CATALOGUE = `
  SELECT format('column %s.%s %s %s %s %s%s', c.relname, attname, format_type(atttypid, atttypmod), attcollation::regcollation, attnotnull,
    attgenerated::text || attidentity::text, ' ' || pg_get_expr(adbin, adrelid)) AS object
  FROM pg_class AS c JOIN pg_attribute AS a ON attrelid = c.oid LEFT JOIN pg_attrdef ON adrelid = c.oid AND adnum = attnum
  WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v', 'S') AND attnum > 0 AND NOT attisdropped
  UNION ALL SELECT format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
  FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype <> 'n'
  UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
  UNION ALL SELECT format('view %s %s', viewname, definition) FROM pg_views WHERE schemaname = 'public'
  UNION ALL SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')
  UNION ALL SELECT pg_get_triggerdef(oid) || tgenabled::text FROM pg_trigger WHERE NOT tgisinternal
  ORDER BY 1`;

type Row = Record<string, unknown>;
let test: TestDatabase;

beforeEach(async () => {
  test = await createTestDatabase();
});
afterEach(() => test.drop());

async function objects(): Promise<string[]> {
  const { rows } = await test.database.pool.query<{ object: string }>(CATALOGUE);
  return rows.map(({ object }) => object);
}

/** Replaces the database by one of an older edition that holds `rows`. */
async function goBackTo(migrations: number, rows: string): Promise<void> {
  const { pool } = test.database;
  await pool.query('DROP SCHEMA public CASCADE; DROP SCHEMA drizzle CASCADE; CREATE SCHEMA public');
  const { entries } = z
    .object({ entries: z.array(z.object({ when: z.number() })) })
    .parse(JSON.parse(await readFile(JOURNAL, 'utf8')));
  const createTables = tablesAfter(entries.slice(0, migrations).map(({ when }) => when));
  if (createTables === null) throw new Error('the migrations are gone');
  await test.database.transaction(createTables);
  await pool.query(rows);
}

/** The rows of all tables as text, sorted, with the names and values of after the baseline. */
async function allRows(): Promise<Map<string, Row[]>> {
  const { pool } = test.database;
  const tables = await pool.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
  );
  const all = new Map<string, Row[]>();
  for (const { name } of tables.rows) {
    const { rows } = await pool.query<{ row: Row }>(`SELECT to_jsonb(t) AS row FROM ${name} AS t ORDER BY t::text`);
    all.set(
      { business_facts: 'business_settings', tallies: 'counters' }[name] ?? name,
      rows.map(({ row }) => renamed(name, row)),
    );
  }
  return all;
}

function renamed(table: string, row: Row): Row {
  const { presence, subject, part, ...rest } = row;
  if (table === 'tallies')
    return { ...rest, name: subject === 'deeds' ? 'activity by record' : subject, status: part };
  if (presence === undefined) return row;
  return { ...rest, record_state: { known: 'full', unknown: 'stub' }[String(presence)] ?? presence };
}

const withColumnsOf = (columns: Row, rows: readonly Row[] | undefined): Row[] | undefined =>
  rows?.map((row) => Object.fromEntries(Object.entries(row).filter(([column]) => column in columns)));

const unordered = (rows: readonly Row[] | undefined): string[] =>
  (rows ?? []).map((row) => JSON.stringify(Object.entries(row).sort())).sort();

describe.each([
  ['first', FIRST_EDITION, ROWS, ['tallied_subjects', 'unsettled_records']],
  ['second', SECOND_EDITION, ROWS + ROWS_SINCE_SECOND_EDITION, ['tallied_subjects']],
])('[RUN-02, DASH-06, BOOK-03] a database of the %s edition', (_edition, migrations, rows, dropped) => {
  it('upgrades to the catalogue of a new database and keeps the rows of every table', async () => {
    const wanted = await objects();
    await goBackTo(migrations, rows);
    const before = await allRows();
    expect([...before].filter(([, { length }]) => length === 0)).toEqual([]);
    await migrateDatabase(test.database, { timeZone: 'Asia/Kolkata' });
    expect(await objects()).toEqual(wanted);
    const after = await allRows();
    for (const name of dropped) before.delete(name);
    // The key that signed links before PRIV-02 is removed.
    const isKept = ({ name }: Row) => name !== 'link_key';
    // Counters are added; those of before count the same.
    const counters = new Set(before.get('counters')?.map(({ name }) => name));
    const kept = new Map(after).set(
      'counters',
      after.get('counters')?.filter(({ name }) => counters.has(name)) ?? [],
    );
    const settings = after.get('business_settings') ?? [];
    kept.set(
      'business_settings',
      settings.filter(({ name }) => name !== 'counted_as'),
    );
    for (const [name, old] of [...before].map(([table, found]) => [table, found.filter(isKept)] as const))
      expect(unordered(withColumnsOf(old[0] ?? {}, kept.get(name))), name).toEqual(unordered(old));
    expect(await counterDifferences(test.database)).toEqual([]);
    await migrateDatabase(test.database, { timeZone: 'Asia/Kolkata' });
    expect(await allRows()).toEqual(after);
  });
});

it('[PAYO-08, LOYA-05, IMPO-02, PRIV-05, PRIV-04] the ledger and the wallets of the first edition keep their amounts', async () => {
  await goBackTo(FIRST_EDITION, ROWS);
  await migrateDatabase(test.database, { timeZone: 'Asia/Kolkata' });
  await linkOlderEntries(test.database);
  await test.database.transaction((client) =>
    recordActivity(client, { id: null, email: null, address: null, requestId: null }, new Date(), {
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
  // The posted entry stays; the payment, the earnings row and the payout that were not posted are.
  expect(await postPendingEntries(test.database)).toBe(3);
  const { rows } = await test.database.pool.query(`
    SELECT (SELECT balance_paise FROM mechanic_balances) AS balance, u.wallet_paise AS wallet, u.source_wallet_paise AS stated,
      (SELECT array_agg(amount_paise ORDER BY id) FROM wallet_entries WHERE user_id IS NOT NULL) AS entries,
      (SELECT place FROM imported_fields WHERE collection = 'users' AND name = 'source_wallet_paise') AS place
    FROM users AS u WHERE id = repeat('a', 24)`);
  expect(rows).toEqual([{ balance: 27_100, wallet: 2000, stated: 7000, entries: ['7000', '-5000'], place: 4 }]);
  const onRows = integrityChecks.filter(({ readsLatest }) => !readsLatest);
  expect((await verifyIntegrity(test.database, onRows)).issues).toEqual([]);
});
