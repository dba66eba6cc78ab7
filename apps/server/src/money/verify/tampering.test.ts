import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { payLoyalty } from '../../features/loyalty/pay-loyalty.ts';
import { voidPayment } from '../../features/payments-out/payments-out.ts';
import { adjustBalance } from '../../features/payouts/adjust-balance.ts';
import { createPayout } from '../../features/payouts/payouts.ts';
import { readSettings } from '../../settings.ts';
import { tamper, verifyIntegrity } from '../../testing/integrity.ts';
import { moneyRecords } from '../../testing/money-records.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { earnings } from './earnings.ts';
import type { IntegrityCheck } from './integrity-check.ts';
import { corrections, payouts, transactionIds } from './payouts.ts';
import { balances, counters } from './stored-sums.ts';
import { wallets } from './wallets.ts';

const MECHANIC = '65f0000000000000000000a1';
const OTHER = '65f0000000000000000000a2';
const CUSTOMER = '65f0000000000000000000b1';
const PAYMENT = '65f0000000000000000000c1';
const IMPORTED = '65f0000000000000000000d1';
const MONEY: readonly IntegrityCheck[] = [balances, earnings, wallets, payouts, corrections, transactionIds];
const settings = readSettings({});
const nobody = { id: null, email: null, address: null, requestId: null };

let test: TestDatabase;
const ids = { paid: '', voided: '', wallet: '', voidedWallet: '', void: '', walletVoid: '', adjustment: '' };
/** Replaces names of `ids` in braces by their values. */
const filled = (text: string) => text.replaceAll(/\{(\w+)\}/g, (all, name) => ids[name as keyof typeof ids] ?? all);

/**
 * Creates a mechanic who is owed ₹90 for a payment, with an imported payout of ₹1, a payout of ₹20, a voided payout
 * of ₹10, a debit of ₹7 and a voided loyalty payout of ₹30. Also creates a customer whose wallet of ₹250.50 was paid
 * out.
 */
beforeAll(async () => {
  test = await createTestDatabase();
  const records = moneyRecords(test);
  const context = { database: test.database, now: () => new Date(), settings, actor: nobody };
  await records.rates(10, 0);
  for (const id of [MECHANIC, OTHER]) await records.mechanic(id);
  await test.database.pool.query("INSERT INTO users (id, name) VALUES ($1, 'Meena Sharma')", [CUSTOMER]);
  await records.wallet('mechanics', MECHANIC, 3000);
  await records.wallet('users', CUSTOMER, 25_050);
  await records.payment(PAYMENT, { mechanic_id: MECHANIC, amount_paise: 10_000 });
  await test.database.pool.query(
    `INSERT INTO payouts (id, mechanic_id, transaction_id, transaction_key, amount_paise) VALUES ($1, $2, 'UTR0', 'utr0', 100)`,
    [IMPORTED, MECHANIC],
  );
  await records.post();
  const pay = async (amountPaise: number, transactionId: string) =>
    (await createPayout(context, { mechanicId: MECHANIC, amountPaise, method: 'cash', transactionId })).paymentId ??
    '';
  const payWallet = async (
    payeeKind: 'user' | 'mechanic',
    payeeId: string,
    amountPaise: number,
    transactionId: string,
  ) => (await payLoyalty(context, { payeeKind, payeeId, amountPaise, transactionId })).paymentId ?? '';
  ids.paid = await pay(2000, 'UTR1');
  ids.voided = await pay(1000, 'UTR2');
  ids.wallet = await payWallet('user', CUSTOMER, 25_050, 'UTR3');
  ids.voidedWallet = await payWallet('mechanic', MECHANIC, 3000, 'UTR4');
  await voidPayment(context, { kind: 'payout', id: ids.voided, reason: 'Returned' });
  await voidPayment(context, { kind: 'loyalty', id: ids.voidedWallet, reason: 'Returned' });
  const debit = { mechanicId: MECHANIC, amountPaise: -700, reason: 'Tools', key: 'k1' };
  ids.adjustment = (await adjustBalance(context, debit)).adjustmentId;
  const { rows } = await test.database.pool.query('SELECT id FROM payout_voids ORDER BY payout_id NULLS LAST');
  [ids.void, ids.walletVoid] = rows.map(({ id }) => id);
});
afterAll(() => test.drop());

/** Runs statements with all triggers disabled, as the database owner can. Then runs the checks and rolls back. */
async function issuesAfter(statements: string, checks: readonly IntegrityCheck[] = MONEY): Promise<string[]> {
  const client = await test.database.pool.connect();
  const issues: string[] = [];
  try {
    await client.query('BEGIN; SET LOCAL session_replication_role = replica');
    await client.query(filled(statements));
    for (const check of checks)
      for await (const issue of check.findIssues({ client, settings, keys: test.keys })) issues.push(issue);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
  return issues;
}

const BALANCE_MISMATCH = `the balance of mechanic ${MECHANIC} is not the sum of its rows`;
const DIFFERS = `the balance of mechanic ${MECHANIC} differs from their payments and payouts`;
const wrong = (record: string) => `${record} is not in the ledger as the rules require`;
const wallet = (issue: string) => `the wallet of customer ${CUSTOMER} ${issue}`;
const add = (column: string, paise: number) => `UPDATE mechanic_balances SET ${column} = ${column} + ${paise};`;
const fill = (paise: number) => `UPDATE users SET wallet_paise = wallet_paise + ${paise};`;
const withKind = (kind: string) =>
  `UPDATE wallet_entries SET amount_paise = amount_paise + 1 WHERE kind = '${kind}' AND user_id IS NOT NULL;`;

describe('[SECU-05, PRIV-05, PAYO-07, PAYO-11, LOYA-05] the integrity checks of money', () => {
  it('accept payments, voids and adjustments made by the program', async () => {
    const { issues, lines } = await verifyIntegrity(test.database);
    expect(issues).toEqual([]);
    expect(lines).toContain('Voids and adjustments: 2 voids and 1 adjustment, as in the activity log');
  });

  it.each<[what: string, statements: string, issues: readonly string[]]>([
    ['a balance was changed', add('net_earning_paise', 1), [BALANCE_MISMATCH, DIFFERS]],
    [
      'a balance was removed',
      'DELETE FROM mechanic_balances',
      [BALANCE_MISMATCH, `mechanic ${MECHANIC} has payments or payouts and no balance`],
    ],
    [
      'an entry was changed so that the balance still fits',
      "UPDATE ledger_entries SET commission_paise = commission_paise + 1 WHERE source = 'payment'",
      [wrong(`payment ${PAYMENT}`)],
    ],
    [
      'rate, commission and stored balance were changed together',
      `UPDATE ledger_entries SET commission_percent = 5, commission_paise = 500, net_paise = 9500 WHERE source = 'payment'; ${add('net_earning_paise', 500)}`,
      [wrong(`payment ${PAYMENT}`), DIFFERS],
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
       VALUES ('earning', 'platform', 'payment', '${PAYMENT}', 2, '${MECHANIC}', 100, 0, 0, 100, 0, false)`,
      [BALANCE_MISMATCH, wrong(`payment ${PAYMENT}`)],
    ],
    [
      'the source of an entry is gone',
      'DELETE FROM payments',
      [`the ledger has rows of payment ${PAYMENT}, which does not exist`, DIFFERS],
    ],
    ...["- interval '61 seconds'", "+ interval '1 day'"].map((time): [string, string, string[]] => [
      `a record waits to be posted since now ${time}`,
      `INSERT INTO pending_postings (record_ids, created_at) VALUES ('{${PAYMENT}}', now() ${time})`,
      [`record ${PAYMENT} has waited to be posted for longer than a minute`],
    ]),
    ['[OWN-05] a payment has another method', "UPDATE payments SET method = 'card'", [wrong(`payment ${PAYMENT}`)]],
    [
      '[OWN-05] an imported payout has another method',
      `UPDATE payouts SET method = 'online' WHERE id = '${IMPORTED}'`,
      [wrong(`payout ${IMPORTED}`)],
    ],
    [
      '[OWN-05] a payout of Wayside has another method',
      "UPDATE payouts SET method = 'online' WHERE id = '{paid}'",
      [wrong('payout {paid}')],
    ],
    [
      'a transaction id is not normalised',
      `UPDATE payouts SET transaction_key = 'other' WHERE id = '${IMPORTED}'`,
      [`the transaction id of payout ${IMPORTED} is not normalised`],
    ],
    [
      'a transaction id could pay again',
      `DELETE FROM transaction_ids WHERE payout_id = '${IMPORTED}'`,
      [`the transaction id of payout ${IMPORTED} is not registered as used`],
    ],
    [
      'a payout was removed with everything derived from it, so that it would be paid again',
      `DELETE FROM ledger_entries WHERE source_id = '{paid}'; DELETE FROM transaction_ids WHERE payout_id = '{paid}';
       DELETE FROM payouts WHERE id = '{paid}'; ${add('paid_out_paise', -2000)}`,
      ['payout {paid}, logged in row 1 of the activity, is missing'],
    ],
    [
      'a loyalty payout was removed with everything derived from it',
      `DELETE FROM wallet_entries WHERE loyalty_payout_id = '{wallet}'; DELETE FROM transaction_ids WHERE loyalty_payout_id = '{wallet}';
       DELETE FROM loyalty_payouts WHERE id = '{wallet}'; ${fill(25_050)}`,
      ['loyalty payout {wallet}, logged in row 3 of the activity, is missing'],
    ],
    [
      'the amount of a payout was changed everywhere',
      `UPDATE payouts SET amount_paise = 1500 WHERE id = '{paid}'; UPDATE ledger_entries SET paid_out_paise = 1500 WHERE source_id = '{paid}';
       ${add('paid_out_paise', -500)}`,
      ['payout {paid} differs from row 1 of the activity'],
    ],
    [
      'the payee of a payout was changed everywhere',
      `UPDATE payouts SET mechanic_id = '${OTHER}' WHERE id = '{paid}'; UPDATE ledger_entries SET mechanic_id = '${OTHER}' WHERE source_id = '{paid}';
       ${add('paid_out_paise', -2000)} INSERT INTO mechanic_balances VALUES ('${OTHER}', 0, 0, 0, 2000)`,
      ['payout {paid} differs from row 1 of the activity'],
    ],
    [
      'the transaction id of a payout was changed everywhere',
      `UPDATE transaction_ids SET key = 'utr9' WHERE payout_id = '{paid}';
       UPDATE payouts SET transaction_id = 'UTR9', transaction_key = 'utr9' WHERE id = '{paid}'`,
      ['payout {paid} differs from row 1 of the activity'],
    ],
    [
      'a payout has no activity entry',
      `UPDATE payouts SET request_hash = '\\x00' WHERE id = '${IMPORTED}'`,
      [`payout ${IMPORTED} has no activity row`],
    ],
    [
      'the reversal of a voided payout is gone',
      `DELETE FROM ledger_entries WHERE kind = 'reversal'; ${add('paid_out_paise', 1000)}`,
      [wrong('payout {voided}'), DIFFERS],
    ],
    [
      'a void was removed, so that its payout would count again',
      "DELETE FROM payout_voids WHERE id = '{void}'",
      [wrong('payout {voided}'), DIFFERS, 'void {void}, logged in row 5 of the activity, is missing'],
    ],
    [
      'nobody has made a void',
      `UPDATE activity SET action = 'updated' WHERE action = 'voided' AND changes @> '[{"after": "{walletVoid}"}]'`,
      ['void {walletVoid} has no activity row'],
    ],
    [
      'the amount of a void was changed',
      "UPDATE payout_voids SET amount_paise = 400 WHERE id = '{void}'",
      ['void {void} differs from row 5 of the activity', 'void {void} differs from its payment'],
    ],
    [
      'an adjustment has no ledger entry',
      `DELETE FROM ledger_entries WHERE kind = 'adjustment'; ${add('net_earning_paise', 700)}`,
      [wrong('adjustment {adjustment}'), DIFFERS],
    ],
    [
      'a ledger entry has no adjustment',
      'DELETE FROM adjustments',
      [
        'the ledger has rows of adjustment {adjustment}, which does not exist',
        DIFFERS,
        'adjustment {adjustment}, logged in row 7 of the activity, is missing',
      ],
    ],
    [
      'the amount of an adjustment was changed everywhere',
      `UPDATE adjustments SET amount_paise = 700; UPDATE ledger_entries SET net_paise = 700 WHERE kind = 'adjustment'; ${add('net_earning_paise', 1400)}`,
      ['adjustment {adjustment} differs from row 7 of the activity'],
    ],
    ['a wallet was changed', fill(1), [wallet('is not the sum of its entries')]],
    [
      'the value of the source was changed',
      withKind('opening') + fill(1),
      [wallet('differs from the value that its source states')],
    ],
    [
      'the entry of a loyalty payout was changed',
      withKind('loyalty_payout') + fill(1),
      [wallet('has an entry that differs from its loyalty payout')],
    ],
    [
      'a wallet entry was added',
      `INSERT INTO wallet_entries (user_id, kind, amount_paise) VALUES ('${CUSTOMER}', 'adjustment', 100000); ${fill(100_000)}`,
      [wallet('has an entry that nothing explains')],
    ],
    [
      'the entry of a void was added',
      `INSERT INTO wallet_entries (user_id, kind, amount_paise, loyalty_payout_id) VALUES ('${CUSTOMER}', 'void', 25050, '{wallet}'); ${fill(25_050)}`,
      [wallet('has an entry that differs from its void')],
    ],
    [
      'the entry of a loyalty payout was removed',
      `DELETE FROM wallet_entries WHERE loyalty_payout_id = '{wallet}'; ${fill(25_050)}`,
      [wallet('lacks the entry of a loyalty payout')],
    ],
  ])('report the record when %s', async (_, statements, issues) => {
    expect(await issuesAfter(statements)).toEqual(issues.map(filled));
  });

  it('report a wallet that lacks the entry of a void', async () => {
    const statement = `INSERT INTO payout_voids (id, loyalty_payout_id, user_id, amount_paise, transaction_id, transaction_key, voided_at)
      SELECT repeat('9', 24), id, user_id, amount_paise, transaction_id, transaction_key, now() FROM loyalty_payouts WHERE id = '{wallet}'`;
    expect(await issuesAfter(statement, [wallets])).toEqual([wallet('lacks the entry of a void')]);
  });

  it('report counters, statuses and periods that differ from the rows', async () => {
    const ofPeriods = (what: string) =>
      ['all time', '2026-02', '2026-02-01'].map((period) => `${what}, ${period}: differs from the rows`);
    expect(
      await issuesAfter("UPDATE payments SET amount_paise = 1, created_at = '2026-02-01T10:00:00Z'", [counters]),
    ).toEqual(
      expect.arrayContaining([...ofPeriods('payments').slice(1), ...ofPeriods('payments (paid)').slice(1)]),
    );
    const undated = "INSERT INTO payments (id, amount_paise) VALUES ('65f0000000000000000000ff', 1)";
    expect(await issuesAfter(undated, [counters])).toContain(
      'payments (none), without a date: differs from the rows',
    );
  });

  it('accept a record that has waited less than a minute to be posted', async () => {
    const statement = `UPDATE payments SET status = 'refunded'; INSERT INTO pending_postings (record_ids) VALUES ('{${PAYMENT}}')`;
    expect(await issuesAfter(statement)).toEqual([]);
  });

  it('accept a payment whose fee is charged to another payment of its booking', async () => {
    const [booking, first, second] = [
      '65f0000000000000000000b1',
      '65f000000000000000000000',
      '65f000000000000000000001',
    ];
    const earning = (payment: string, fee: number, day: number) =>
      `INSERT INTO payments (id, booking_id, mechanic_id, status, method, amount_paise, transacted_at, rated_at)
       VALUES ('${payment}', '${booking}', '${OTHER}', 'paid', 'upi', 10000, '2026-02-0${day}', '2026-02-0${day}');
       INSERT INTO ledger_entries (kind, flow, source, source_id, revision, mechanic_id, method, gross_paise, commission_paise, platform_fee_paise, net_paise,
         paid_out_paise, bears_fee) VALUES ('earning', 'platform', 'payment', '${payment}', 1, '${OTHER}', 'upi', 10000, 1000, ${fee}, ${9000 - fee}, 0, ${fee > 0});`;
    const statements = `INSERT INTO bookings (id, status, platform_fee_paise) VALUES ('${booking}', 'completed', 500); ${earning(first, 500, 1)} ${earning(second, 0, 2)}
      INSERT INTO mechanic_balances VALUES ('${OTHER}', 17500, 0, 0, 0);`;
    expect(await issuesAfter(statements)).toEqual([]);
    const stated = `INSERT INTO earnings (id, mechanic_id, payment_id, gross_paise, platform_fee_paise)
      VALUES ('65f0000000000000000000e1', '${OTHER}', '${second}', 10000, 500);`;
    expect(await issuesAfter(statements + stated)).not.toEqual([]);
    const pending = `INSERT INTO pending_postings (record_ids) VALUES ('{65f0000000000000000000e1,${booking}}')`;
    expect(await issuesAfter(statements + stated + pending)).toEqual([]);
  });

  it('read a number of rows proportional to the number of payments', async () => {
    const count = 1_000;
    await test.database.transaction(async (client) => {
      await client.query(`
        INSERT INTO bookings (id, status) SELECT lpad(to_hex(n), 24, '0'), 'completed' FROM generate_series(1, ${count}) AS n;
        INSERT INTO payments (id, booking_id, mechanic_id, status, amount_paise, transacted_at)
        SELECT 'f' || lpad(to_hex(n), 23, '0'), lpad(to_hex(n), 24, '0'), '${MECHANIC}', 'paid', 100, '2026-02-01' FROM generate_series(1, ${count}) AS n;
        INSERT INTO earnings (id, payment_id, mechanic_id, gross_paise, platform_fee_paise)
        SELECT id, id, mechanic_id, 100, 5 FROM payments WHERE booking_id IS NOT NULL`);
      const rowsRead = async () =>
        (
          await client.query(
            "SELECT (seq_tup_read + idx_tup_fetch)::int AS read FROM pg_stat_xact_user_tables WHERE relname = 'payments'",
          )
        ).rows[0].read;
      const before = await rowsRead();
      const issues: string[] = [];
      for await (const issue of earnings.findIssues({ client, settings, keys: test.keys })) issues.push(issue);
      expect(issues).toEqual([]);
      expect((await rowsRead()) - before).toBeLessThan(50 * count);
      await client.query('ROLLBACK; BEGIN');
    });
  });
});

describe('[PAYO-11] voids and adjustments', () => {
  it.each(['payout_voids', 'adjustments'])(
    'cannot be changed in %s, except for their reason, whose removal is reported',
    async (table) => {
      const { pool } = test.database;
      for (const change of [
        'UPDATE TABLE SET amount_paise = 1',
        "UPDATE TABLE SET reason = 'Another one'",
        'DELETE FROM TABLE',
      ])
        await expect(pool.query(change.replace('TABLE', table))).rejects.toThrow(/is append-only/);
      await pool.query(`UPDATE ${table} SET reason = NULL`);
      const { issues } = await verifyIntegrity(test.database);
      expect(issues).not.toEqual([]);
      for (const issue of issues)
        expect(issue).toMatch(/^the reason of (void|adjustment) [0-9a-f]{24} differs from row/);
      await tamper(
        test.database,
        `UPDATE ${table} SET reason = '${table === 'adjustments' ? 'Tools' : 'Returned'}'`,
      );
    },
  );
});

describe('[LOYA-05] a wallet that was paid out', () => {
  it('grows by the increase that the source states, in entries of the right kind', async () => {
    const { wallet: state } = moneyRecords(test);
    const read = async () =>
      (
        await test.database.pool.query(
          'SELECT kind, amount_paise FROM wallet_entries WHERE user_id IS NOT NULL ORDER BY id',
        )
      ).rows;
    await state('users', CUSTOMER, 25_050);
    await state('users', CUSTOMER, 27_050);
    expect(await read()).toEqual([
      { kind: 'opening', amount_paise: 25_050 },
      { kind: 'loyalty_payout', amount_paise: -25_050 },
      { kind: 'source_change', amount_paise: 2000 },
    ]);
    const context = { database: test.database, now: () => new Date(), settings, actor: nobody };
    const pay = (amountPaise: number, transactionId: string) =>
      payLoyalty(context, { payeeKind: 'user', payeeId: CUSTOMER, amountPaise, transactionId });
    await expect(pay(27_050, 'UTR5')).rejects.toThrow(/^The wallet is now ₹20/);
    await pay(2000, 'UTR5');
    expect(await issuesAfter('', [wallets])).toEqual([]);
  });
});
