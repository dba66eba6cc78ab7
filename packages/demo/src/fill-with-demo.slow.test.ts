import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { earnings } from '../../../apps/server/src/money/verify/earnings.ts';
import { balances } from '../../../apps/server/src/money/verify/stored-sums.ts';
import { ENCRYPTED_TABLES } from '../../../apps/server/src/platform/crypto/encrypted-columns.ts';
import { findCounterDifferences } from '../../../apps/server/src/testing/data-digest.ts';
import { verifyIntegrity } from '../../../apps/server/src/testing/integrity.ts';
import { createTestDatabase, type TestDatabase } from '../../../apps/server/src/testing/test-database.ts';
import { fillWithDemo } from './fill-with-demo.ts';

const NOW = new Date('2026-03-14T11:20:00Z');
/** Encrypting the same text again gives a different value. */
const ENCRYPTED = ENCRYPTED_TABLES.flatMap(({ columns }) => columns);
const SMALL = { bookings: 250, seed: 3, now: NOW };

let test: TestDatabase;

beforeEach(async () => {
  test = await createTestDatabase();
});
afterEach(() => test.drop());

async function rowsOf<R extends object>(text: string): Promise<R[]> {
  return (await test.database.pool.query<R & Record<string, unknown>>(text)).rows;
}

/** Returns the row count and checksum of every table. */
async function fingerprints({ database }: TestDatabase): Promise<unknown> {
  const tables = [
    'users',
    'mechanics',
    'bookings',
    'payments',
    'earnings',
    'payouts',
    'notifications',
    'parts',
    'slots',
  ];
  // Excludes rated_at, which is the time of the fill if a payment has no date.
  const each = tables.map(
    (table) =>
      `SELECT '${table}' AS name, count(*), md5(string_agg((to_jsonb(t) - 'rated_at' - '{${ENCRYPTED}}'::text[])::text, ';' ORDER BY id)) FROM ${table} AS t`,
  );
  return (await database.pool.query(each.join(' UNION ALL '))).rows;
}

describe('[RUN-01] fillWithDemo', () => {
  it('writes every record, the same rows for the same seed, and counters that equal a recount', async () => {
    const summary = await fillWithDemo(test, SMALL);
    expect(summary).toMatchObject({ outcome: 'filled', counts: { bookings: 251, mechanics: 120, configs: 1 } });
    const counts = await rowsOf("SELECT (SELECT count(*) FROM bookings WHERE record_state = 'full') AS bookings");
    expect(counts).toEqual([{ bookings: 251 }]);
    const another = await createTestDatabase();
    await fillWithDemo(another, SMALL);
    expect(await fingerprints(another)).toEqual(await fingerprints(test));
    await another.drop();
    expect(await findCounterDifferences(test.database)).toEqual([]);
  });

  it('[PAYO-07, PAYO-08] posts the payments, and never pays more than the current balance', async () => {
    await fillWithDemo(test, SMALL);
    const [found] = await rowsOf<{ payouts: number; overpaid: number; waiting: number }>(
      `SELECT count(*) AS payouts, count(*) FILTER (WHERE after < 0) AS overpaid, (SELECT count(*) FROM pending_postings) AS waiting
       FROM (SELECT kind, sum(balance_paise) OVER (PARTITION BY mechanic_id ORDER BY listed_at, id) AS after FROM ledger_entries) AS rows
       WHERE kind = 'payout'`,
    );
    expect(found).toMatchObject({ overpaid: 0, waiting: 0 });
    expect(found?.payouts).toBeGreaterThan(0);
  });

  it('[OPER-08] creates balances and earnings that match a second calculation', async () => {
    await fillWithDemo(test, SMALL);
    const { issues } = await verifyIntegrity(test.database, [balances, earnings]);
    expect(issues).toEqual([]);
  });

  it('[DASH-06] writes stubs for references without a record, and does not count them', async () => {
    await fillWithDemo(test, SMALL);
    expect(await rowsOf("SELECT id FROM users WHERE record_state <> 'full'")).toEqual([
      { id: '5f00000000000000000000c1' },
    ]);
    expect(await rowsOf("SELECT id FROM mechanics WHERE record_state <> 'full'")).toEqual([
      { id: '5f00000000000000000000a1' },
    ]);
    expect(await rowsOf("SELECT id FROM bookings WHERE record_state <> 'full'")).toEqual([]);
    expect(await rowsOf('SELECT 1 FROM imported_records')).toEqual([]);
  });

  it('[LIVE-01] notifies open screens once per entity and not once per record', async () => {
    await fillWithDemo(test, SMALL);
    const told = await rowsOf<{ entity: string }>(
      "SELECT entity FROM live_changes WHERE ids IS NULL AND entity NOT IN ('emergency', 'balance') ORDER BY 1",
    );
    const entities = told.map(({ entity }) => entity);
    expect(entities).toEqual([...new Set(entities)]);
    expect(entities).toEqual(expect.arrayContaining(['booking', 'mechanic', 'payment', 'payout', 'slot', 'user']));
    expect(
      await rowsOf("SELECT 1 FROM live_changes WHERE entity IN ('booking', 'user') AND ids IS NOT NULL"),
    ).toEqual([]);
  });

  it('adds nothing to a database with demo data and returns its marker', async () => {
    await fillWithDemo(test, SMALL);
    const before = await fingerprints(test);
    const again = await fillWithDemo(test, { ...SMALL, seed: 4 });
    expect(again).toEqual({ outcome: 'already demo', marker: { bookings: 250, seed: 3 } });
    expect(await fingerprints(test)).toEqual(before);
  });

  it.each([
    "INSERT INTO users (id, record_state) VALUES ('65f000000000000000000001', 'erased')",
    "INSERT INTO slots (id) VALUES ('65f000000000000000000001')",
    "INSERT INTO configurations (id) VALUES ('65f000000000000000000001')",
    "INSERT INTO imported_records (collection, id) VALUES ('users', '65f000000000000000000001')",
  ])('adds nothing to a database with other records: %s', async (statement) => {
    await test.database.pool.query(statement);
    expect(await fillWithDemo(test, SMALL)).toEqual({ outcome: 'occupied' });
    expect(await rowsOf('SELECT 1 FROM bookings')).toEqual([]);
  });

  it('[RUN-04] creates the demo once when several nodes start concurrently', async () => {
    const outcomes = await Promise.all([1, 2, 3].map(() => fillWithDemo(test, SMALL)));
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['already demo', 'already demo', 'filled']);
  });

  it('leaves no rows when it is interrupted', async () => {
    const interrupted = fillWithDemo(test, {
      ...SMALL,
      onProgress: (made) => {
        if (made > 100) throw new Error('stopped');
      },
    });
    await expect(interrupted).rejects.toThrow('stopped');
    expect(await rowsOf('SELECT 1 FROM users UNION ALL SELECT 1 FROM counters')).toEqual([]);
    expect((await fillWithDemo(test, SMALL)).outcome).toBe('filled');
  });

  it.each(['users', 'mechanics', 'bookings'])(
    '[RUN-01, OPER-08] leaves no rows when the %s cannot be written while other statements are in progress',
    async (table) => {
      await test.database.pool.query(`
        CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          IF (SELECT count(*) FROM ${table}) > 2 THEN RAISE 'the % are refused', tg_table_name; END IF;
          RETURN NULL;
        END $$;
        CREATE TRIGGER refuse AFTER INSERT ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION refuse()`);
      await expect(fillWithDemo(test, { ...SMALL, bookings: 5_000 })).rejects.toThrow(`the ${table} are refused`);
      const rows = 'SELECT 1 FROM users UNION ALL SELECT 1 FROM mechanics UNION ALL SELECT 1 FROM bookings';
      expect(await rowsOf(`${rows} UNION ALL SELECT 1 FROM payments`)).toEqual([]);
    },
  );

  it('rejects a size or a seed that is out of range', async () => {
    for (const input of [
      { bookings: 99 },
      { bookings: 16_000_001 },
      { bookings: 100.5 },
      { seed: -1 },
      { seed: 2 ** 32 },
    ])
      await expect(fillWithDemo(test, { now: NOW, ...input })).rejects.toThrow(RangeError);
  });
});
