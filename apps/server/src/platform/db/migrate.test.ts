import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StartError } from '../../start-error.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { advisoryLocks } from './advisory-locks.ts';
import { migrateDatabase } from './migrate.ts';

const settings = { timeZone: 'Asia/Kolkata' };
let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

/** Runs `work` while another session is open in which some statements were executed. */
async function beside<T>(statements: string, work: () => Promise<T>): Promise<T> {
  const other = new pg.Client({ connectionString: test.connectionString });
  await other.connect();
  try {
    await other.query(statements);
    return await work();
  } finally {
    await other.end();
  }
}

const failure = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error);

describe('migrateDatabase', () => {
  it('[OPER-02] waits for another program’s lock and then fails with an error message that identifies the program', async () => {
    const error = await beside(`SELECT pg_advisory_lock(${advisoryLocks.migration})`, () =>
      failure(migrateDatabase(test.database, settings, { longestMs: 300 })),
    );
    expect(error).toBeInstanceOf(StartError);
    expect(String(error)).toMatch(
      /^StartError: Another program has held the lock "migration" [^\n]*7211001[^\n]*\.$/,
    );
    await migrateDatabase(test.database, settings);
  });

  it('[OPER-02] waits for a locked table and then fails with an error message', async () => {
    const error = await beside('BEGIN; LOCK TABLE bookings', () =>
      failure(migrateDatabase(test.database, { timeZone: 'Asia/Tokyo' }, { tableLockMs: 300 })),
    );
    expect(error).toBeInstanceOf(StartError);
    expect(String(error)).toMatch(/^StartError: A migration waited [^\n]* locked[^\n]*\.$/);
    await migrateDatabase(test.database, settings);
  });

  it('[RUN-02] rejects a database migrated by a newer version, with an error message that names the first unknown migration', async () => {
    const { pool } = test.database;
    await pool.query(
      "INSERT INTO drizzle.__drizzle_migrations (id, hash, created_at) VALUES (900, 'x', 4102444800000), (901, 'y', 4102444900000)",
    );
    const error = await failure(migrateDatabase(test.database, settings));
    expect(error).toBeInstanceOf(StartError);
    expect(String(error)).toMatch(
      /^StartError: The database has migration 900 \(of 2100-01-01T00:00:00\.000Z\), which this release does not know[^\n]*\.$/,
    );
    await pool.query('DELETE FROM drizzle.__drizzle_migrations WHERE id >= 900');
    await migrateDatabase(test.database, settings);
  });

  it('[RUN-02] rejects a database that is older than the baseline', async () => {
    const { pool } = test.database;
    await pool.query('UPDATE drizzle.__drizzle_migrations SET created_at = created_at - 1000000000000');
    const error = await failure(migrateDatabase(test.database, settings));
    expect(error).toBeInstanceOf(StartError);
    expect(String(error)).toMatch(
      /^StartError: The database has migration \d+ \(of [^\n]+\), which this release cannot upgrade\.[^\n]*\.$/,
    );
    await pool.query('UPDATE drizzle.__drizzle_migrations SET created_at = created_at + 1000000000000');
    await migrateDatabase(test.database, settings);
  });
});
