import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tamper, verifyIntegrity } from '../../testing/integrity.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { counters } from './stored-sums.ts';

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

const verify = () => verifyIntegrity(test.database, [counters]);

describe('[SECU-05] the integrity check of counters', () => {
  it('passes counters that only triggers have changed', async () => {
    const { isValid, lines } = await verify();
    expect(isValid).toBe(true);
    expect(lines).toEqual([expect.stringMatching(/^Counters: \d+ counters, equal to the rows$/)]);
  });

  it('names counter, status and period when a row was changed without triggers', async () => {
    await tamper(test.database, "UPDATE payments SET amount_paise = 50001 WHERE status = 'paid'");
    const { isValid, issues } = await verify();
    expect(isValid).toBe(false);
    expect(issues).toEqual([
      'payments, all time: differs from the rows',
      'payments, 2026-02: differs from the rows',
      'payments, 2026-02-03: differs from the rows',
      'payments (paid), all time: differs from the rows',
      'payments (paid), 2026-02: differs from the rows',
      'payments (paid), 2026-02-03: differs from the rows',
    ]);
  });

  it('names a changed counter of records without status and date', async () => {
    await test.database.pool.query(
      `UPDATE counters SET count = 2 WHERE name = 'payments' AND status = '' AND period = 'day'`,
    );
    expect((await verify()).issues).toEqual(['payments (none), without a date: differs from the rows']);
  });
});
