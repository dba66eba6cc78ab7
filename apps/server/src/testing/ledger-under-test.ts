import { beforeEach } from 'vitest';
import { fileDatabase } from './file-database.ts';
import { moneyRecords } from './money-records.ts';

/**
 * Creates a database for the tests of a file. Each test starts with 10 % commission, a platform fee of ₹49 and two mechanics
 * of its own with a balance of 0.
 */
export function ledgerUnderTest() {
  const test = fileDatabase();
  const records = moneyRecords(test);
  let mechanic: string;
  let other: string;
  let last = 0;
  /** Returns a unique id; later ids sort after earlier ones. */
  const newId = () => `65f3${(++last).toString(16).padStart(20, '0')}`;

  beforeEach(async () => {
    await records.rates(10, 4900);
    [mechanic, other] = [newId(), newId()];
    await records.mechanic(mechanic);
    await records.mechanic(other);
  });

  /** Posts pending entries and returns the mechanic's new ones as kind, flow, gross, commission, fee, net. */
  async function appended(id = mechanic): Promise<unknown[]> {
    const { rows: before } = await test.database.pool.query(
      'SELECT coalesce(max(id), 0) AS id FROM ledger_entries',
    );
    await records.post();
    await records.sums(id);
    return ledgerRows(id, before[0].id);
  }

  /** Returns a mechanic's entries after an id as kind, flow, gross, commission, fee, net. */
  async function ledgerRows(id = mechanic, behind = 0): Promise<unknown[]> {
    const { rows } = await test.database.pool.query({
      text: `SELECT kind, flow, gross_paise, commission_paise, platform_fee_paise, net_paise FROM ledger_entries
             WHERE mechanic_id = $1 AND id > $2 ORDER BY id`,
      values: [id, behind],
      rowMode: 'array',
    });
    return rows;
  }

  return {
    test,
    records,
    get mechanic() {
      return mechanic;
    },
    get other() {
      return other;
    },
    newId,
    appended,
    ledgerRows,
    /** Returns a morning in February. */
    day: (number: number) => `2026-02-${String(number).padStart(2, '0')}T10:00:00Z`,
  };
}
