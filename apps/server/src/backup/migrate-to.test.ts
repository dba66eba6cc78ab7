import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrateDatabase } from '../db/migrate.ts';
import { migrationsFolder } from '../db/migration-journal.ts';
import { tallyDifferences } from '../testing/tally-differences.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { migrateTo } from './migrate-to.ts';

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

/** The migrations before the one of this name. */
async function migrationsBefore(name: string): Promise<number[]> {
  const journal = JSON.parse(await readFile(join(migrationsFolder(), 'meta/_journal.json'), 'utf8'));
  const entries: { when: number; tag: string }[] = journal.entries;
  const place = entries.findIndex(({ tag }) => tag.endsWith(name));
  expect(place).toBeGreaterThan(0);
  return entries.slice(0, place).map(({ when }) => when);
}

it('[DASH-06, BOOK-03] a database from before the tallies of months comes up to date with all of its tallies', async () => {
  const { pool } = test.database;
  await pool.query('DROP SCHEMA public CASCADE; DROP SCHEMA drizzle CASCADE; CREATE SCHEMA public');
  await migrateTo(pool, await migrationsBefore('tally_periods'));
  await pool.query(`
    INSERT INTO business_facts VALUES ('time_zone', 'Asia/Kolkata');
    INSERT INTO bookings (id, status, created_at)
    SELECT substr(md5('booking ' || n), 1, 24), (ARRAY['pending', 'completed', NULL])[1 + n % 3], '2026-01-31T17:00:00Z'::timestamptz + n * interval '17 minutes'
    FROM generate_series(1, 100) AS n;
    INSERT INTO payments (id, status, amount_paise) VALUES (repeat('a', 24), 'paid', 1234)`);
  await migrateDatabase(test.database, { timeZone: 'Asia/Kolkata' });
  expect(await tallyDifferences(test.database)).toEqual([]);
  const { rows } = await pool.query(
    `SELECT subject, part, starts_on::text, count, amount_paise::int AS amount FROM tallies
     WHERE period = 'month' AND part IS NULL AND subject IN ('bookings', 'payments') ORDER BY 1, 3`,
  );
  expect(rows).toEqual([
    { subject: 'bookings', part: null, starts_on: '2026-01-01', count: 5, amount: 0 },
    { subject: 'bookings', part: null, starts_on: '2026-02-01', count: 95, amount: 0 },
    { subject: 'payments', part: null, starts_on: '-infinity', count: 1, amount: 1234 },
  ]);
});
