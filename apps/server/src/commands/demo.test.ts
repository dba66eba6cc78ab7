import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { type DemoContext, run } from './demo.ts';

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const said: string[] = [];
beforeEach(() => {
  said.length = 0;
});

function context(databaseUrl: string | null = null): DemoContext {
  const sink = { write: (text: string) => said.push(text) };
  const settings = { databaseUrl, dataDir: '/srv/wayside/data' };
  return { database: test.database, settings, stdout: sink, stderr: sink };
}

describe('[RUN-01] npm run demo', () => {
  it.each([
    [['--bookings', '99'], '--bookings must be a whole number from 100 to 5000000, and is "99".'],
    [['--bookings', '1e6'], '--bookings must be a whole number from 100 to 5000000, and is "1e6".'],
    [['--seed', 'x'], '--seed must be a whole number from 0 to 4294967295, and is "x".'],
    [['--sead', '1'], 'npm run demo -- [--bookings N] [--seed S]'],
    [['1000'], 'npm run demo -- [--bookings N] [--seed S]'],
  ])('refuses %j in words', async (args, sentence) => {
    await expect(run(args, context())).rejects.toThrow(sentence);
    expect((await test.database.pool.query('SELECT 1 FROM users')).rowCount).toBe(0);
  });

  it('fills, says how far it is and what it has made; the same again is no mistake, another one is', async () => {
    expect(await run(['--bookings', '200', '--seed', '5'], context())).toBe(0);
    expect(said.join('')).toMatch(/100 %\nFilled in \d+\.\d s: .*201 bookings, .* payments, .*\.\n$/s);
    said.length = 0;
    expect(await run(['--bookings', '200', '--seed', '5'], context())).toBe(0);
    expect(said.join('')).toBe('This demo is here already (200 bookings, seed 5); nothing was added.\n');
    await expect(run(['--seed', '5'], context())).rejects.toThrow(
      'This database holds demo data already (200 bookings, seed 5); nothing was added. To start over, stop Wayside and remove /srv/wayside/data',
    );
  });

  it('does not touch a real business and says how to start over', async () => {
    await test.database.pool.query("DELETE FROM business_facts WHERE name = 'demo'");
    await expect(run([], context('postgres://books.example/wayside'))).rejects.toThrow(
      'This database holds records of a real business, among which made-up ones have no place. To start over, let DATABASE_URL name an empty database.',
    );
  });
});
