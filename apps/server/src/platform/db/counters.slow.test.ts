import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findCounterDifferences } from '../../testing/data-digest.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { untilLockWait } from '../../testing/until-lock-wait.ts';
import { migrateDatabase } from './migrate.ts';

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());
beforeEach(() => clear(test.database.pool));

const TABLES = ['payments', 'bookings', 'users', 'mechanics'] as const;
type Table = (typeof TABLES)[number];

async function clear(client: pg.Pool): Promise<void> {
  for (const table of TABLES) await client.query(`DELETE FROM ${table}`);
}

/** A statement on the rows of one writer, whose ids begin with the writer's number. */
type Step =
  | { readonly kind: 'insert'; readonly table: Table; readonly count: number; readonly seed: number }
  | { readonly kind: 'upsert'; readonly table: Table; readonly count: number; readonly seed: number }
  | {
      readonly kind: 'update' | 'same' | 'delete';
      readonly table: Table;
      readonly share: number;
      readonly seed: number;
    };

const STATUS = (seed: string) =>
  `(ARRAY['pending', 'paid', 'approved', 'on_hold', NULL])[1 + abs(hashtext(${seed})) % 5]`;
const RECORD_STATE = (seed: string) =>
  `(ARRAY['full', 'full', 'full', 'stub', 'erased'])[1 + abs(hashtext(${seed})) % 5]`;
// An instant around midnight in India or in UTC, or null.
const INSTANT = (seed: string) =>
  `CASE WHEN abs(hashtext(${seed})) % 7 > 0 THEN '2026-03-01T17:00:00Z'::timestamptz + abs(hashtext(${seed})) % 200 * interval '17 minutes' END`;

/** The columns on which counters depend, each with a value derived from a seed. */
const COLUMNS: Readonly<Record<Table, Readonly<Record<string, (seed: string) => string>>>> = {
  bookings: { status: STATUS, record_state: RECORD_STATE, created_at: INSTANT },
  payments: {
    status: STATUS,
    record_state: RECORD_STATE,
    created_at: INSTANT,
    transacted_at: (seed) => INSTANT(`${seed} || 't'`),
    amount_paise: (seed) => `nullif(abs(hashtext(${seed})) % 100000, 7)`,
  },
  users: { record_state: RECORD_STATE, created_at: INSTANT, is_blocked: (seed) => `hashtext(${seed}) % 3 = 0` },
  mechanics: {
    status: STATUS,
    record_state: RECORD_STATE,
    created_at: INSTANT,
    is_blocked: (seed) => `hashtext(${seed}) % 3 = 0`,
  },
};

function statementOf(step: Step, writer: number): string {
  const columns = Object.entries(COLUMNS[step.table]);
  const values = (seed: string) => columns.map(([, value]) => value(seed));
  if (step.kind === 'insert' || step.kind === 'upsert') {
    const conflict =
      step.kind === 'insert'
        ? 'NOTHING'
        : `UPDATE SET ${columns.map(([name]) => `${name} = excluded.${name}`).join(', ')}`;
    const id = `'${writer}' || substr(md5('${step.seed} ' || n % 40), 1, 23)`;
    return `INSERT INTO ${step.table} (id, ${columns.map(([name]) => name).join(', ')})
      SELECT DISTINCT ON (1) ${id}, ${values(`'${step.seed} ' || n`).join(', ')} FROM generate_series(1, ${step.count}) AS n ORDER BY 1
      ON CONFLICT (id) DO ${conflict}`;
  }
  const chosen = `id LIKE '${writer}%' AND abs(hashtext(id || ${step.seed})) % 100 < ${step.share}`;
  if (step.kind === 'delete') return `DELETE FROM ${step.table} WHERE ${chosen}`;
  if (step.kind === 'same') return `UPDATE ${step.table} SET id = id WHERE ${chosen}`;
  const changes = columns.map(([name, value]) => `${name} = ${value(`id || '${step.seed}'`)}`);
  return `UPDATE ${step.table} SET ${changes.join(', ')} WHERE ${chosen}`;
}

const table = fc.constantFrom(...TABLES);
const seed = fc.nat(9);
const aStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom('insert', 'upsert'), table, count: fc.integer({ min: 1, max: 60 }), seed }),
  fc.record({
    kind: fc.constantFrom('update', 'same', 'delete'),
    table,
    share: fc.integer({ min: 0, max: 100 }),
    seed,
  }),
);
/** Transactions of several steps; some are rolled back. */
const transactions = fc.array(
  fc.record({
    steps: fc.array(aStep, { minLength: 1, maxLength: 6 }),
    isRolledBack: fc.nat(4).map((n) => n === 0),
  }),
  { minLength: 1, maxLength: 5 },
);

async function perform(work: Awaited<ReturnType<typeof sampleOf>>, writer: number): Promise<void> {
  for (const { steps, isRolledBack } of work) {
    const done = test.database.transaction(async (client) => {
      for (const step of steps) await client.query(statementOf(step, writer));
      if (isRolledBack) throw new Error('rolled back');
    });
    await done.catch((error: Error) => {
      if (error.message !== 'rolled back') throw error;
    });
  }
}

const sampleOf = (seed: number, count: number) =>
  Promise.resolve(fc.sample(transactions, { numRuns: count, seed }).flat());

describe('[DASH-06, BOOK-03] a counter', () => {
  it('equals a recount after any sequence of bulk inserts, updates and deletes', async () => {
    await fc.assert(
      fc.asyncProperty(transactions, async (work) => {
        await clear(test.database.pool);
        await perform(work, 1);
        expect(await findCounterDifferences(test.database)).toEqual([]);
      }),
      { numRuns: 40, seed: 20_260_314 },
    );
  });

  it('equals a recount after concurrent writers on several connections, none of which waits forever', async () => {
    for (const round of [1, 2, 3]) {
      const works = await Promise.all([0, 1, 2, 3].map((writer) => sampleOf(round * 10 + writer, 5)));
      await Promise.all(works.map((work, writer) => perform(work, writer)));
      expect(await findCounterDifferences(test.database)).toEqual([]);
    }
  });

  it('does not make writers with the same status and day wait for each other', async () => {
    const [one, other] = [await test.database.pool.connect(), await test.database.pool.connect()];
    const insert = (id: string) =>
      `INSERT INTO bookings (id, status, created_at) VALUES ('${id.padStart(24, '0')}', 'pending', '2026-03-01')`;
    await one.query('BEGIN');
    await other.query('BEGIN');
    await one.query(insert('1'));
    await other.query("SET LOCAL lock_timeout = '2s'");
    await other.query(insert('2'));
    await one.query(insert('3'));
    await other.query(insert('4'));
    await other.query('COMMIT');
    await one.query('COMMIT');
    one.release();
    other.release();
    expect(await findCounterDifferences(test.database)).toEqual([]);
    const { rows } = await test.database.pool.query(
      "SELECT sum(count) AS count FROM counters WHERE name = 'bookings' AND status IS NULL AND period = 'ever'",
    );
    expect(Number(rows[0]?.count)).toBe(4);
  });

  it('makes a writer wait only while every shard is locked', async () => {
    const busy = await test.database.pool.connect();
    await busy.query('BEGIN');
    await busy.query('SELECT pg_advisory_xact_lock(72110, shard) FROM generate_series(0, 63) AS shard');
    const late = test.database.pool.query(`INSERT INTO users (id) VALUES ('${'0'.repeat(24)}')`);
    await untilLockWait(test.database, 'the writer waits');
    await busy.query('ROLLBACK');
    busy.release();
    expect((await late).rowCount).toBe(1);
    expect(await findCounterDifferences(test.database)).toEqual([]);
  });

  it('[FMT-02] is rebuilt for another time zone while other connections write', async () => {
    const works = await Promise.all([0, 1].map((writer) => sampleOf(77 + writer, 4)));
    await Promise.all([
      ...works.map((work, writer) => perform(work, writer)),
      migrateDatabase(test.database, { timeZone: 'America/New_York' }),
    ]);
    expect(await findCounterDifferences(test.database)).toEqual([]);
    await migrateDatabase(test.database, { timeZone: 'Asia/Kolkata' });
    expect(await findCounterDifferences(test.database)).toEqual([]);
  });

  it('[RUN-04] is rebuilt without a deadlock when a transaction locks the tables in another order', async () => {
    const writer = await test.database.pool.connect();
    const insert = (table: Table) => writer.query(`INSERT INTO ${table} (id) VALUES ('${'0'.repeat(24)}')`);
    await writer.query('BEGIN');
    await insert('users');
    const rebuilt = migrateDatabase(test.database, { timeZone: 'America/New_York' });
    await untilLockWait(test.database, 'the rebuild waits for the writer');
    await insert('bookings');
    await writer.query('COMMIT');
    writer.release();
    await rebuilt;
    expect(await findCounterDifferences(test.database)).toEqual([]);
    await migrateDatabase(test.database, { timeZone: 'Asia/Kolkata' });
  });

  it('is listed by counter_differences() when it is wrong', async () => {
    await test.database.pool.query(`INSERT INTO users (id) VALUES ('${'0'.repeat(24)}')`);
    const add = (count: number) =>
      test.database.pool.query(
        "UPDATE counters SET count = count + $1 WHERE name = 'users' AND status IS NULL AND period = 'month' AND starts_on = '-infinity'",
        [count],
      );
    await add(1);
    expect(await findCounterDifferences(test.database)).toEqual([
      { name: 'users', status: null, period: 'month', startsOn: '-infinity' },
    ]);
    await add(-1);
  });
});

it('[DASH-06] truncating a table resets its counters', async () => {
  await test.database.pool.query(
    "INSERT INTO users (id, created_at) SELECT lpad(to_hex(n), 24, '0'), now() FROM generate_series(1, 20) AS n",
  );
  await test.database.pool.query('TRUNCATE users CASCADE');
  expect(await findCounterDifferences(test.database)).toEqual([]);
});
