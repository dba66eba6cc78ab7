import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListInput } from '../../platform/db/list-shape.ts';
import { migrateDatabase } from '../../platform/db/migrate.ts';
import { buildPageStatement } from '../../platform/db/page-statement.ts';
import { countRowsRead, explainStatement } from '../../testing/statement-plan.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { BOOKING_SHAPE } from './list-bookings.ts';

let test: TestDatabase;
let client: pg.PoolClient;

const BOOKINGS = 30_000;
const DAYS = 300;
const LARGE_TABLES = ['bookings', 'users', 'mechanics'];

// Every day has a hundred bookings; a few have no date.
const MANY = `
  INSERT INTO users (id, name, phone, created_at)
  SELECT substr(md5('user ' || n), 1, 24), 'User ' || n || ' Kumar', '+91 98' || lpad((n * 7919 % 100000000)::text, 8, '0'), '2025-01-01' FROM generate_series(1, 5000) AS n;
  INSERT INTO mechanics (id, name, status, created_at)
  SELECT substr(md5('mechanic ' || n), 1, 24), 'Mechanic ' || n, 'approved', '2025-01-01' FROM generate_series(1, 2000) AS n;
  INSERT INTO bookings (id, kind, status, total_paise, customer_id, mechanic_id, created_at)
  SELECT substr(md5('booking ' || n), 1, 24), 'services', (ARRAY['completed', 'pending', 'cancelled'])[1 + n % 3], n * 137,
    substr(md5('user ' || 1 + n % 5000), 1, 24), substr(md5('mechanic ' || 1 + n % 2000), 1, 24),
    CASE WHEN n > 5 THEN '2025-01-01T00:00:00Z'::timestamptz + n * interval '${(DAYS * 24 * 60) / BOOKINGS} minutes' END
  FROM generate_series(1, ${BOOKINGS}) AS n`;

beforeAll(async () => {
  test = await createTestDatabase();
  await migrateDatabase(test.database, { timeZone: 'America/Havana' });
  await test.database.pool.query(MANY);
  await test.database.pool.query('VACUUM ANALYZE');
  client = await test.database.pool.connect();
});
afterAll(async () => {
  client.release();
  await test.drop();
});

const inputFor = (input: Partial<ListInput>): ListInput => ({
  status: null,
  search: null,
  page: 1,
  limit: 10,
  ...input,
});
const idOf = (kind: string, number: number) => `substr(md5('${kind} ${number}'), 1, 24)`;

async function idLike(expression: string): Promise<string> {
  return (await client.query<{ id: string }>(`SELECT ${expression} AS id`)).rows[0]?.id ?? '';
}

/** Returns every kind of list query with its name. */
async function questions(): Promise<[string, ListInput][]> {
  const id = await idLike(idOf('booking', 12_345));
  const customer = await idLike(idOf('user', 77));
  return [
    ['the first page', inputFor({})],
    ['a near page', inputFor({ page: 40 })],
    ['a page in the middle', inputFor({ page: BOOKINGS / 20 })],
    ['the last page', inputFor({ page: BOOKINGS / 10 })],
    ['the first page of a status', inputFor({ status: ['completed'] })],
    ['the last page of a status', inputFor({ status: ['completed'], page: BOOKINGS / 30 })],
    ['six characters of an id', inputFor({ search: id.slice(-6) })],
    ['a whole id with a status', inputFor({ search: id, status: ['completed'] })],
    ['a phone number', inputFor({ search: '+91 98000 07919' })],
    ['the words of a name', inputFor({ search: 'kumar 4321 user' })],
    [
      'an amount and an earlier day',
      inputFor({ search: '₹3,614', days: { from: '2025-01-01', to: '2025-12-31' } }),
    ],
    ['a transaction id with two statuses', inputFor({ search: 'UTR/1', status: ['pending', 'completed'] })],
    ['one person’s bookings', inputFor({ fixedFilters: [{ column: 'customer_id', id: customer }] })],
  ];
}

describe('[API-03, BOOK-03] the query for a page of bookings', () => {
  it.each(['generic', 'custom'] as const)('never scans a large table with a %s plan', async (mode) => {
    for (const [question, input] of await questions()) {
      const scanned = (await explainStatement(client, buildPageStatement(BOOKING_SHAPE, input), mode)).filter(
        (node) => node['Node Type'] === 'Seq Scan' && LARGE_TABLES.includes(node['Relation Name'] ?? ''),
      );
      expect(scanned, question).toEqual([]);
    }
  });

  it('reads a few hundred index entries for any page of 30,000 bookings', async () => {
    for (const [question, input] of await questions())
      expect(
        countRowsRead(await explainStatement(client, buildPageStatement(BOOKING_SHAPE, input), 'generic')),
        question,
      ).toBeLessThan(700);
  });

  it('uses the generic plan after the first executions, and no plan for specific values is cheaper', async () => {
    for (const [question, input] of await questions()) {
      if (input.search !== null) continue;
      const { statement, values } = buildPageStatement(BOOKING_SHAPE, input);
      for (let run = 0; run < 8; run += 1) await client.query({ ...statement, values });
      const { rows } = await client.query(
        'SELECT generic_plans::int AS count FROM pg_prepared_statements WHERE name = $1',
        [statement.name],
      );
      expect(rows[0].count, question).toBeGreaterThan(0);
    }
  });
});

describe('[BOOK-03, FMT-02] pages around a midnight that occurs twice', () => {
  it('are in order when clocks go back from 01:00 to 00:00', async () => {
    await client.query(`
      DELETE FROM bookings;
      INSERT INTO bookings (id, status, created_at)
      SELECT substr(md5('night ' || n), 1, 24), 'pending', '2025-11-01T12:00:00Z'::timestamptz + n * interval '1 minute' FROM generate_series(1, 2000) AS n`);
    const { rows: all } = await client.query<{ id: string }>(
      'SELECT id FROM bookings ORDER BY listed_at DESC, id DESC',
    );
    for (let page = 1; page <= 200; page += 1) {
      const { statement, values } = buildPageStatement(BOOKING_SHAPE, inputFor({ page }));
      const { rows } = await client.query<{ total: number; rows: { id: string }[] }>({ ...statement, values });
      const expected = all.slice((page - 1) * 10, page * 10).map(({ id }) => id);
      expect([page, rows[0]?.total, ...(rows[0]?.rows ?? []).map(({ id }) => id)]).toEqual([
        page,
        2000,
        ...expected,
      ]);
    }
  });
});
