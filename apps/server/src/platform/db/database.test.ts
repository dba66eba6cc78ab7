import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { isDatabaseAway } from './database-errors.ts';

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

describe('[RUN-03] a connection that breaks', () => {
  it('between two statements of a transaction fails that transaction and nothing else', async () => {
    const { pool } = test.database;
    const broken = test.database.transaction(async (client) => {
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      // Not `once` of node:events, which fails on the error that comes first.
      const ended = new Promise((resolve) => client.once('end', resolve));
      await pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
      await ended;
      await client.query('SELECT 1');
    });
    expect(isDatabaseAway(await broken.catch((error: unknown) => error))).toBe(true);
    expect((await pool.query('SELECT 1')).rowCount).toBe(1);
  });
});
