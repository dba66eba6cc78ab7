import { beforeAll, describe, expect, it } from 'vitest';
import { verifyIntegrity } from '../../testing/integrity.ts';
import { settlementsUnderTest } from '../../testing/settlements-under-test.ts';
import { settlementFiles, settlementLines } from './settlements.ts';

const { test, payment, report, statement, lines, send } = settlementsUnderTest();
const verify = async () => {
  const { issues, lines: printed } = await verifyIntegrity(test.program, [settlementFiles, settlementLines]);
  return { issues, printed };
};
const old = { transacted_at: '2026-11-01T06:00:00Z' };

beforeAll(async () => {
  await payment(100, { transaction_id: 'pay_1', ...old });
  await payment(200, { transaction_id: 'pay_2', ...old });
  await payment(300, { transaction_id: 'pay_3', ...old });
  await payment(50, { transaction_id: 'pay_4', ...old });
  const of = { day: '01/11/2026', utr: 'AXISN0000000001' };
  await report([
    { id: 'pay_1', amount: 100, fee: 2, ...of },
    { id: 'pay_2', amount: 190, ...of },
    { id: 'pay_4', amount: 45, ...of },
    { id: 'rfnd_1', type: 'refund', paymentId: 'pay_1', amount: 30, ...of },
  ]);
  await statement([{ narration: 'NEFT AXISN0000000001', amount: 303 }]);
  const [line] = (await lines('state=amount_differs')).filter(({ amount }) => amount === 45);
  const body = { ids: [line?._id], resolution: 'written_off', reason: 'Bank charge' };
  expect((await send('POST', '/settlement-lines/resolve', body)).status).toBe(200);
});

describe('[RECON-02, SECU-05] the integrity checks of settlements', () => {
  it('prove from the files that expected = settled + open, to the paisa', async () => {
    expect(await verify()).toEqual({
      issues: [],
      printed: [
        'Settlement files: 2 files, read again, with the same lines',
        'Settlement lines: 6 lines, ₹650 expected = ₹335 settled + ₹310 open + ₹5 resolved or returned, each in its state',
      ],
    });
  });

  it.each([
    [
      "UPDATE settlement_lines SET amount_paise = 20000, state = 'matched', is_open = false WHERE reference = 'pay_2'",
      /^line 3 of settlement file \w+ is not the one of its bytes$/,
    ],
    ["UPDATE settlement_lines SET utr = 'OTHER' WHERE reference = 'pay_1'", /is not the one of its bytes$/],
    [
      "DELETE FROM settlement_lines WHERE reference = 'pay_2'",
      /^settlement file \w+ has lost lines|is not the one of its bytes$/,
    ],
    ['UPDATE settlement_files SET total_paise = total_paise + 1', /has another total than its bytes$/],
    ['UPDATE settlements SET fee_paise = 1', /^settlement \d+ is not the sum of its lines$/],
    [
      "UPDATE settlement_lines SET state = 'matched', is_open = false WHERE reference = 'pay_2'",
      /^settlement line \d+ is not in the state/,
    ],
    [
      "UPDATE settlement_lines SET is_open = false WHERE state = 'missing_there'",
      /^settlement line \d+ is not in the state/,
    ],
    [
      "UPDATE settlement_lines SET state = 'duplicate', is_repeat = true, is_open = false WHERE reference = 'pay_2'",
      /^lines with the reference of line \d+ of razorpay are not counted once$/,
    ],
    ["DELETE FROM settlement_lines WHERE state = 'missing_there'", /^payment \w+ is neither settled nor open$/],
    [
      "UPDATE settlement_lines SET written_off_paise = 100 WHERE resolution = 'written_off'",
      /^settlement line \d+ is not in the state/,
    ],
    [
      "UPDATE settlement_lines SET amount_paise = -4000, expected_paise = -4000 WHERE type = 'refund'",
      /is not the one of its bytes$/,
    ],
  ])('detect %s', async (statement, issue) => {
    const client = await test.database.pool.connect();
    try {
      await client.query('BEGIN; SET LOCAL session_replication_role = replica');
      expect((await client.query(statement)).rowCount).toBeGreaterThan(0);
      const issues: string[] = [];
      for (const check of [settlementFiles, settlementLines])
        for await (const found of check.findIssues({ client, settings: test.settings, keys: test.keys }))
          issues.push(found);
      expect(issues).toContainEqual(expect.stringMatching(issue));
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });
});
