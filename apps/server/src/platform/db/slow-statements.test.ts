import { Writable } from 'node:stream';
import pino from 'pino';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.ts';
import { connectDatabase } from './database.ts';

it('[OPER-04] a statement that takes longer than a second is logged by its name or its beginning, without its values', async () => {
  const test = await createTestDatabase();
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
  await test.drop();
  expect(lines).toEqual([
    expect.objectContaining({ msg: 'a slow statement', statement: 'wait-for-it', ms: expect.any(Number) }),
    expect.objectContaining({ msg: 'a slow statement', statement: 'SELECT $1::text AS secret, pg_sleep(1.1)' }),
  ]);
  expect(JSON.stringify(lines)).not.toContain('meena');
});
