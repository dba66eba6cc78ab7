import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSettings } from '../../settings.ts';
import { tamper, verifyIntegrity } from '../../testing/integrity.ts';
import { moneyRecords } from '../../testing/money-records.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { earnings } from './earnings.ts';
import { transactionIds } from './payouts.ts';
import { balances } from './stored-sums.ts';
import { wallets } from './wallets.ts';

const MECHANIC = '65f0000000000000000000a1';
const PAYMENT = '65f0000000000000000000c1';
const PAYOUT = '65f0000000000000000000d1';

let test: TestDatabase;

/** One payment with an earning, and one payout. */
beforeEach(async () => {
  test = await createTestDatabase();
  const records = moneyRecords(test);
  await records.rates(10, 0);
  await records.mechanic(MECHANIC);
  await records.payment(PAYMENT, { mechanic_id: MECHANIC, amount_paise: 10_000 });
  await test.database.pool.query(
    `INSERT INTO payouts (id, mechanic_id, transaction_id, transaction_key, amount_paise) VALUES ($1, $2, 'UTR1', 'utr1', 100)`,
    [PAYOUT, MECHANIC],
  );
  await records.post();
});
afterEach(() => test.drop());

async function verify() {
  const { isValid, issues } = await verifyIntegrity(test.database, [balances, earnings, transactionIds, wallets]);
  return { isValid, issues };
}

describe('[SECU-05, PRIV-05, PAYO-07] the integrity checks of money', () => {
  it('pass untouched records', async () => {
    expect(await verify()).toEqual({ isValid: true, issues: [] });
  });

  it.each([
    [
      'a balance was changed',
      'UPDATE mechanic_balances SET net_earning_paise = net_earning_paise + 1',
      [
        `the balance of mechanic ${MECHANIC} is not the sum of its rows`,
        `the balance of mechanic ${MECHANIC} differs from their payments and payouts`,
      ],
    ],
    [
      'a balance was removed',
      'DELETE FROM mechanic_balances',
      [
        `the balance of mechanic ${MECHANIC} is not the sum of its rows`,
        `mechanic ${MECHANIC} has payments or payouts and no balance`,
      ],
    ],
    [
      'a row was changed so that the balance still fits',
      "UPDATE ledger_entries SET commission_paise = commission_paise + 1 WHERE source = 'payment'",
      [`payment ${PAYMENT} is not in the ledger as the rules require`],
    ],
    [
      'the rate, the commission and the stored balance were changed together',
      `WITH changed AS (UPDATE ledger_entries SET commission_percent = 5, commission_paise = 500, net_paise = 9500 WHERE source = 'payment')
       UPDATE mechanic_balances SET net_earning_paise = 9500`,
      [
        `payment ${PAYMENT} is not in the ledger as the rules require`,
        `the balance of mechanic ${MECHANIC} differs from their payments and payouts`,
      ],
    ],
    [
      'a payment is charged the rates of another time',
      'UPDATE payments SET rated_at = now()',
      [`payment ${PAYMENT} is charged the rates of after its date`],
    ],
    [
      'a payment has no timestamp by which its rates are chosen',
      'UPDATE payments SET rated_at = NULL',
      [`payment ${PAYMENT} has no timestamp by which its rates are chosen`],
    ],
    [
      'an entry was added without a cause',
      `INSERT INTO ledger_entries (kind, flow, source, source_id, revision, mechanic_id, gross_paise, commission_paise, platform_fee_paise,
         net_paise, paid_out_paise, bears_fee)
       SELECT 'earning', 'platform', 'payment', '${PAYMENT}', 2, '${MECHANIC}', 100, 0, 0, 100, 0, false`,
      [
        `the balance of mechanic ${MECHANIC} is not the sum of its rows`,
        `payment ${PAYMENT} is not in the ledger as the rules require`,
      ],
    ],
    [
      'the source of an entry is gone',
      'DELETE FROM payments',
      [
        `the ledger has rows of payment ${PAYMENT}, which does not exist`,
        `the balance of mechanic ${MECHANIC} differs from their payments and payouts`,
      ],
    ],
    [
      'a record has waited to be posted for more than a minute',
      `INSERT INTO pending_postings (record_ids, created_at) VALUES ('{${PAYMENT}}', now() - interval '61 seconds')`,
      [`record ${PAYMENT} has waited to be posted for longer than a minute`],
    ],
    [
      'a record waits to be posted from a time in the future on',
      `INSERT INTO pending_postings (record_ids, created_at) VALUES ('{${PAYMENT}}', now() + interval '1 day')`,
      [`record ${PAYMENT} has waited to be posted for longer than a minute`],
    ],
    [
      'a transaction id is not normalised',
      "UPDATE payouts SET transaction_key = 'other'",
      [`the transaction id of payout ${PAYOUT} is not normalised`],
    ],
    [
      'a transaction id could pay again',
      'DELETE FROM transaction_ids',
      [`the transaction id of payout ${PAYOUT} is not registered as used`],
    ],
  ])('name the record when %s', async (_, statement, issues) => {
    await tamper(test.database, statement);
    expect(await verify()).toEqual({ isValid: false, issues });
  });

  it('[PRIV-05] pass a record that has waited to be posted for less than a minute', async () => {
    await test.database.pool.query("UPDATE payments SET status = 'refunded'");
    expect(await verify()).toEqual({ isValid: true, issues: [] });
  });

  it('[PRIV-05] pass a payment whose fee another payment of its booking will bear', async () => {
    const records = moneyRecords(test);
    const booking_id = '65f0000000000000000000b1';
    await records.booking(booking_id, { platform_fee_paise: 500 });
    for (const [number, transacted_at] of ['2026-02-01T10:00:00Z', '2026-02-02T10:00:00Z'].entries())
      await records.payment(`65f00000000000000000000${number}`, {
        mechanic_id: MECHANIC,
        booking_id,
        amount_paise: 10_000,
        transacted_at,
      });
    await records.post();
    await records.statement('65f0000000000000000000e1', {
      mechanic_id: MECHANIC,
      payment_id: '65f000000000000000000001',
      gross_paise: 10_000,
      platform_fee_paise: 500,
    });
    expect(await verify()).toEqual({ isValid: true, issues: [] });
  });

  it('[PRIV-05] read in proportion to the number of payments', async () => {
    const count = 1_000;
    await test.database.pool.query(`
      INSERT INTO bookings (id, status) SELECT lpad(to_hex(n), 24, '0'), 'completed' FROM generate_series(1, ${count}) AS n;
      INSERT INTO payments (id, booking_id, mechanic_id, status, amount_paise, transacted_at)
      SELECT 'f' || lpad(to_hex(n), 23, '0'), lpad(to_hex(n), 24, '0'), '${MECHANIC}', 'paid', 100, '2026-02-01' FROM generate_series(1, ${count}) AS n;
      INSERT INTO earnings (id, payment_id, mechanic_id, gross_paise, platform_fee_paise)
      SELECT id, id, mechanic_id, 100, 5 FROM payments WHERE booking_id IS NOT NULL`);
    await moneyRecords(test).post();
    await test.database.transaction(async (client) => {
      const issues: string[] = [];
      const context = { client, keys: test.keys, settings: readSettings({}) };
      for await (const issue of earnings.findIssues(context)) issues.push(issue);
      expect(issues).toEqual([]);
      const { rows } = await client.query(
        "SELECT seq_tup_read + idx_tup_fetch AS read FROM pg_stat_xact_user_tables WHERE relname = 'payments'",
      );
      expect(rows[0].read).toBeGreaterThanOrEqual(count);
      expect(rows[0].read).toBeLessThan(50 * count);
    });
  });
});
