import { Writable } from 'node:stream';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { connectDatabase } from './database.ts';
import { isDatabaseUnavailable } from './database-errors.ts';

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

describe('[RUN-03] a broken database connection', () => {
  it('fails only its own transaction when it breaks between two statements', async () => {
    const { pool } = test.database;
    const broken = test.database.transaction(async (client) => {
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      // Does not use `once` of node:events, which rejects because of the error emitted first.
      const ended = new Promise((resolve) => client.once('end', resolve));
      await pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
      await ended;
      await client.query('SELECT 1');
    });
    expect(isDatabaseUnavailable(await broken.catch((error: unknown) => error))).toBe(true);
    expect((await pool.query('SELECT 1')).rowCount).toBe(1);
  });
});

it('[OPER-04] a statement that takes longer than a second is logged with its name or its beginning, but without its values', async () => {
  const lines: Record<string, unknown>[] = [];
  const screen = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  const database = connectDatabase(test.connectionString, { max: 1, log: pino(screen) });
  await database.pool.query({ name: 'wait-for-it', text: 'SELECT pg_sleep(1.1), $1::text', values: ['meena'] });
  await database.pool.query('SELECT $1::text AS secret, pg_sleep(1.1)', ['meena']);
  await database.pool.query({ name: 'fast', text: 'SELECT $1::text', values: ['meena'] });
  await database.close();
  expect(lines).toEqual([
    expect.objectContaining({ msg: 'a slow statement', statement: 'wait-for-it', ms: expect.any(Number) }),
    expect.objectContaining({ msg: 'a slow statement', statement: 'SELECT $1::text AS secret, pg_sleep(1.1)' }),
  ]);
  expect(JSON.stringify(lines)).not.toContain('meena');
});
