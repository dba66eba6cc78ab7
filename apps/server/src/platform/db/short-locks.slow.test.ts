import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { untilLockWait } from '../../testing/until-lock-wait.ts';
import { runBackFills } from './back-fills.ts';
import { isLockTimeout } from './database-errors.ts';
import { migrateDatabase } from './migrate.ts';
import { applyMigration } from './migrations.ts';
import { withShortLocks } from './short-locks.ts';

const LIMIT_MS = 30_000;
const log = pino({ level: 'silent' });
let test: TestDatabase;
let client: pg.Client;
let other: pg.Client;

beforeAll(async () => {
  test = await createTestDatabase();
  client = new pg.Client({ connectionString: test.connectionString });
  other = new pg.Client({ connectionString: test.connectionString });
  await Promise.all([client.connect(), other.connect()]);
});
afterAll(async () => {
  await Promise.all([client.end(), other.end()]);
  await test.drop();
});

const migration = (when: number, ...sql: string[]) => ({ sql, hash: 'seeded', folderMillis: when, bps: true });
const rows = async (statement: string): Promise<unknown[]> => (await test.database.pool.query(statement)).rows;

describe('[OPER-03] a migration', () => {
  it('lets queued calls continue while a reader locks the table', async () => {
    await other.query('BEGIN; SELECT FROM slots');
    const failing = withShortLocks(client, { limitMs: 100 }, (run) =>
      run('ALTER TABLE slots ADD COLUMN seeded text'),
    ).catch((error: unknown) => error);
    await untilLockWait(test.database, 'the migration waits');
    // The reader never finishes, so a call queued behind a waiting migration would not finish either.
    await test.database.pool.query('SELECT FROM slots');
    expect(isLockTimeout(await failing)).toBe(true);
    await other.query('COMMIT');
  });

  it('is retried until the reader has ended', async () => {
    await other.query('BEGIN; SELECT FROM slots');
    const attempts: unknown[] = [];
    const waiting = withShortLocks(
      client,
      { limitMs: LIMIT_MS, log: pino({}, { write: (line) => attempts.push(line) }) },
      (run) => run('ALTER TABLE slots ADD COLUMN seeded text'),
    );
    await eventually('the second attempt', () => attempts.length > 0);
    await other.query('COMMIT');
    await waiting;
    await test.database.pool.query('ALTER TABLE slots DROP COLUMN seeded');
  });

  it('continues with its next step after it was killed, and rebuilds an incomplete index', async () => {
    const seeded = migration(
      4_102_444_800_000,
      'ALTER TABLE slots ADD COLUMN seeded integer',
      'CREATE UNIQUE INDEX CONCURRENTLY "slots_seeded" ON "slots" ("seeded")',
      'ALTER TABLE slots ADD CONSTRAINT slots_positive CHECK (seeded > 0) NOT VALID',
      'ALTER TABLE slots VALIDATE CONSTRAINT slots_positive',
    );
    await test.database.pool.query(
      "ALTER TABLE slots ADD COLUMN seeded integer; INSERT INTO slots (id, seeded) VALUES (repeat('1', 24), 1), (repeat('2', 24), 1)",
    );
    // State after a kill: the first step is recorded, and the second step's index is invalid.
    await test.database.pool.query('INSERT INTO drizzle.applied_steps VALUES (4102444800000, 1)');
    await other.query('CREATE UNIQUE INDEX CONCURRENTLY slots_seeded ON slots (seeded)').catch(() => undefined);
    expect(await rows("SELECT indisvalid FROM pg_index WHERE indexrelid = 'slots_seeded'::regclass")).toEqual([
      { indisvalid: false },
    ]);
    await test.database.pool.query("DELETE FROM slots WHERE id = repeat('2', 24)");
    await applyMigration(client, seeded, { limitMs: LIMIT_MS });
    expect(await rows("SELECT indisvalid FROM pg_index WHERE indexrelid = 'slots_seeded'::regclass")).toEqual([
      { indisvalid: true },
    ]);
    expect(await rows("SELECT convalidated FROM pg_constraint WHERE conname = 'slots_positive'")).toEqual([
      { convalidated: true },
    ]);
    expect(await rows('SELECT FROM drizzle.applied_steps')).toEqual([]);
    await test.database.pool.query('DELETE FROM drizzle.__drizzle_migrations WHERE created_at = 4102444800000');
  });

  it('can remove a view, which is then created again', async () => {
    await applyMigration(client, migration(4_102_444_900_000, 'DROP VIEW payments_out'), { limitMs: LIMIT_MS });
    await test.database.pool.query('DELETE FROM drizzle.__drizzle_migrations WHERE created_at = 4102444900000');
    await migrateDatabase(test.database, { timeZone: 'Asia/Kolkata' });
    expect(await rows('SELECT FROM payments_out')).toEqual([]);
  });
});

it('[OPER-03] a changed function is created while the tables of all triggers are being written', async () => {
  await other.query(
    "BEGIN; INSERT INTO users (id) VALUES (repeat('3', 24)); INSERT INTO slots (id) VALUES (repeat('3', 24))",
  );
  await test.database.pool.query("UPDATE drizzle.applied_functions SET hash = '' WHERE name = 'iso_instant'");
  await migrateDatabase(test.database, { timeZone: 'Asia/Kolkata' }, { tableLockMs: 0 });
  await other.query('ROLLBACK');
  expect(await rows("SELECT FROM drizzle.applied_functions WHERE hash = ''")).toEqual([]);
});

it('[OPER-03] a back-fill that was stopped continues from that position, with the permissions of the program', async () => {
  await test.database.pool.query(
    `ALTER TABLE parts ADD COLUMN seeded integer NOT NULL DEFAULT 0;
     INSERT INTO parts (id) SELECT lpad(to_hex(n), 24, '0') FROM generate_series(1, 1200) AS n`,
  );
  const file = {
    name: 'seeded',
    text: `WITH batch AS (SELECT id FROM parts WHERE id > $1 ORDER BY id LIMIT $2 FOR UPDATE),
      changed AS (UPDATE parts AS p SET seeded = seeded + 1 FROM batch WHERE p.id = batch.id)
      SELECT max(id) AS last, count(*) AS rows FROM batch`,
  };
  const stop = runBackFills(test.program, log, [file]);
  await eventually(
    'the first batch',
    async () => (await rows('SELECT FROM drizzle.back_fills WHERE rows > 0')).length > 0,
  );
  await stop();
  const stopAgain = runBackFills(test.program, log, [file]);
  await eventually(
    'its end',
    async () => (await rows('SELECT FROM drizzle.back_fills WHERE ended_at IS NOT NULL')).length > 0,
  );
  await stopAgain();
  expect(await rows('SELECT seeded, count(*)::int FROM parts GROUP BY 1')).toEqual([{ seeded: 1, count: 1200 }]);
});
