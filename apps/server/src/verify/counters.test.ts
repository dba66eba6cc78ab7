import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSettings } from '../settings.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { proveAll } from './check-integrity.ts';
import { counters } from './counters.ts';

let test: TestDatabase;

beforeEach(async () => {
  test = await createTestDatabase();
  await test.database.pool.query(
    `INSERT INTO payments (id, status, amount_paise, created_at) VALUES
       ('65f0000000000000000000c1', 'paid', 50000, '2026-02-03T10:00:00Z'),
       ('65f0000000000000000000c2', NULL, 1, NULL)`,
  );
});
afterEach(() => test.drop());

async function verify() {
  const lines: string[] = [];
  const options = { settings: readSettings({}), tell: (line: string) => void lines.push(line.trim()) };
  return { isWhole: await proveAll(test.database, [counters], options), lines };
}

describe('[SECU-05] the counters', () => {
  it('hold when triggers alone have kept them', async () => {
    const { isWhole, lines } = await verify();
    expect(isWhole).toBe(true);
    expect(lines).toEqual([expect.stringMatching(/^Counters: \d+ stats, equal to the rows$/)]);
  });

  it('are named by name, status and time where a row was changed without them', async () => {
    await test.database.transaction(async (client) => {
      await client.query('SET LOCAL session_replication_role = replica');
      await client.query("UPDATE payments SET amount_paise = 50001 WHERE status = 'paid'");
    });
    const { isWhole, lines } = await verify();
    expect(isWhole).toBe(false);
    expect(lines.slice(1)).toEqual([
      'payments, all time: not what the rows add up to',
      'payments, 2026-02: not what the rows add up to',
      'payments, 2026-02-03: not what the rows add up to',
      'payments (paid), all time: not what the rows add up to',
      'payments (paid), 2026-02: not what the rows add up to',
      'payments (paid), 2026-02-03: not what the rows add up to',
    ]);
  });

  it('are named where one was changed itself, also of what has no status and no date', async () => {
    await test.database.pool.query(`UPDATE counters SET count = 2 WHERE status = '' AND period = 'day'`);
    expect((await verify()).lines.slice(1)).toEqual([
      'payments (none), without a date: not what the rows add up to',
    ]);
  });
});
