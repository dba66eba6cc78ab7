import { beforeEach, describe, expect, it } from 'vitest';
import { importDatabase, testId } from '../../testing/import-database.ts';
import { type ImportFiles, importFiles } from '../../testing/import-run.ts';

const test = importDatabase();
const mechanic = testId(1);
const at = (day: number) => `2026-02-0${day}T10:00:00.000Z`;

const balance = async () => {
  const { rows } = await test.database.pool.query<{ paise: number }>(
    'SELECT balance_paise AS paise FROM mechanic_balances WHERE mechanic_id = $1',
    [mechanic],
  );
  return (rows[0]?.paise ?? 0) / 100;
};
const kinds = async () => {
  const { rows } = await test.database.pool.query<{ kind: string; source: string }>(
    'SELECT kind, source FROM ledger_entries ORDER BY id',
  );
  return rows.map(({ kind, source }) => `${kind} of a ${source}`);
};

/** A payment of ₹1,000 on a day. */
const payment = (number: number, day: number) => ({
  _id: testId(100 + number),
  amount: 1000,
  status: 'paid',
  paymentMethod: 'upi',
  mechnaicId: mechanic,
  transactionDate: at(day),
});
const configuration = (percent: number, day: number) => ({
  _id: testId(2),
  commision_percentage: percent,
  platform_fee: 0,
  updatedAt: at(day),
});

beforeEach(() => importFiles(test.database, { mechanics: [{ _id: mechanic, name: 'Ravi', status: 'approve' }] }));

describe('[PAYO-08] a configuration from the source', () => {
  const first = { configs: [configuration(10, 2)] };
  const second = { configs: [configuration(20, 4)] };
  const payments = { payments: [payment(1, 1), payment(2, 3), payment(3, 5)] };

  it.each<[string, readonly ImportFiles[]]>([
    ['before the payments', [first, second, payments]],
    ['between the payments', [first, payments, second]],
    ['after the payments', [payments, first, second]],
    ['with the payments', [{ ...first, ...payments }, second]],
  ])(
    'applies from its own date when it arrives %s, and the first one also applies to all earlier payments',
    async (_, folders) => {
      for (const folder of folders) expect((await importFiles(test.database, folder)).code).toBe(0);
      expect(await balance()).toBe(900 + 900 + 800);
    },
  );

  it('applies to its own period when it is older than the current one, and the current rates stay unchanged', async () => {
    for (const folder of [payments, second, first]) await importFiles(test.database, folder);
    expect(await balance()).toBe(900 + 900 + 800);
    const { rows } = await test.database.pool.query('SELECT commission_percent AS percent FROM configurations');
    expect(rows).toEqual([{ percent: 20 }]);
  });

  it('applies from the time of its import when it has no date, and the first one also applies to all earlier payments', async () => {
    await importFiles(test.database, payments);
    expect(await balance()).toBe(3000);
    await importFiles(test.database, { configs: [{ ...configuration(10, 1), updatedAt: undefined }] });
    expect(await balance()).toBe(2700);
    await importFiles(test.database, { configs: [{ ...configuration(30, 1), updatedAt: undefined }] });
    expect(await balance()).toBe(2700);
  });
});

describe('[IMPO-05] earnings rows in the same folder as their payments', () => {
  const statement = {
    _id: testId(300),
    mechanicId: mechanic,
    paymentId: testId(101),
    paymentMethod: 'upi',
    transactionDate: at(1),
    grossEarning: 1000,
    netEarning: 700,
  };

  it('are posted once, without a payment entry that would have to be reversed', async () => {
    const result = await importFiles(test.database, { payments: [payment(1, 1)], earnings: [statement] });
    expect(await kinds()).toEqual(['earning of a statement']);
    expect(await balance()).toBe(700);
    expect(result.stdout).not.toContain('references');
  });

  it.each([[[]], [['--dry-run']]])(
    'are reported as missing references when their payments never arrive %j',
    async (words) => {
      const lost = { ...statement, _id: testId(301), paymentId: testId(999) };
      const result = await importFiles(
        test.database,
        { payments: [payment(1, 1)], earnings: [statement, lost] },
        ...words,
      );
      expect(result.stdout).toContain('earnings: 1 references to records that are not here');
    },
  );
});

it('[IMPO-06] a payout without a transaction id is imported and counted in the notes', async () => {
  const payout = (number: number, fields: object) => ({
    _id: testId(200 + number),
    mechanicId: mechanic,
    amount: 100,
    payoutDate: at(1),
    ...fields,
  });
  const result = await importFiles(test.database, {
    payments: [payment(1, 1)],
    payouts: [payout(1, {}), payout(2, { transactionId: ' ' }), payout(3, { transactionId: 'UTR1' })],
  });
  expect(result.code).toBe(0);
  expect(result.counts('payouts')).toEqual([3, 3, 0, 0, 0]);
  expect(result.stdout).toContain('payouts: 2 payouts without a transaction id\n');
  expect(await balance()).toBe(1000 - 300);
});
