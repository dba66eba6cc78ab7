import { describe, expect, it } from 'vitest';
import { expectError, expectFieldErrors } from '../../testing/expect-error.ts';
import { mechanicWithBalance } from '../../testing/mechanic-with-balance.ts';

const UNKNOWN_ID = '65f00000000000000000dead';
const owed = mechanicWithBalance();
const { records, call, pay, goTo, balance, newId, newTransaction } = owed;
const balanceOf = async (id = owed.mechanic) => (await records.sums(id))[4];

describe('paying a mechanic', () => {
  it('[API-07, PAYO-05] pays the balance and adds the payout to history and totals', async () => {
    const transaction = newTransaction();
    const { status, body } = await pay({ transaction_id: ` ${transaction} `, amount: '999.5' });
    expect(status).toBe(200);
    expect(body).toEqual({ status: true, message: `₹999.50 paid, transaction ID ${transaction}.` });
    expect(await balanceOf()).toBe(50);
    expect(await balance()).toEqual({
      mechanicId: owed.mechanic,
      name: 'Ravi Kumar',
      phone: '9876543210',
      totalNetEarning: 1000,
      totalPayout: 999.5,
      totalPendingCommission: 0,
      totalCashKept: 0,
      netBalance: 0.5,
      wallet: null,
    });
    const history = await call('GET', `/admin/mechanics/${owed.mechanic}/payouts`);
    expect(history.body.data).toMatchObject([
      { kind: 'payout', transactionId: transaction, method: 'bank_transfer', paidOut: 999.5, balance: -999.5 },
    ]);
    expect(history.body.data[0].occurredAt).toBe('2026-11-05T03:35:00.000Z');
  });

  it('[SECU-05] records the balance before and after in the activity log', async () => {
    await pay({ amount: '400' });
    const { body } = await call('GET', '/admin/activity', {
      query: { entity: 'mechanic', id: owed.mechanic },
    });
    expect(body.data[0]).toMatchObject({ action: 'paid', entityName: 'Ravi Kumar', address: '127.0.0.1' });
    expect(body.data[0].changes).toContainEqual({ field: 'balancePaise', before: 100_000, after: 60_000 });
  });

  it('[PAYO-09] rejects an amount above the balance with 409 and pays nothing', async () => {
    const { status, body } = await pay({ amount: '1000.01' });
    expect(status).toBe(409);
    expect(body.message).toBe('The balance is ₹1,000 now, less than ₹1,000.01. Nothing was paid.');
    expect(await balanceOf()).toBe(100_000);
  });

  it('[PAYO-09] rejects a payout with 409 when the balance is not above 0', async () => {
    await pay();
    expect((await pay({ amount: '0.01' })).body.message).toBe('The balance is ₹0 now: there is nothing to pay.');
    const poor = newId();
    await records.mechanic(poor);
    await records.rates(10, 0);
    await records.payment(newId(), { mechanic_id: poor, amount_paise: 5000, method: 'cash' });
    await records.post();
    await records.rates(0, 0);
    await expectError(
      pay({ mechanicid: poor, amount: '1' }),
      409,
      'The balance is −₹5 now: there is nothing to pay.',
    );
  });

  it('[PAYO-09] is 404 for an unknown mechanic', async () => {
    expect((await pay({ mechanicid: UNKNOWN_ID })).body).toEqual({
      status: false,
      message: 'There is no mechanic with this id.',
    });
  });

  it.each([
    ['mechanicid', 'nonsense'],
    ['amount', '1e3'],
    ['amount', '１２'],
    ['amount', '0'],
    ['amount', '-5'],
    ['amount', '10.005'],
    ['amount', '1,000'],
    ['amount', '9'.repeat(400)],
    ['amount', 0.1 + 0.2],
    ['amount', null],
    ['amount', undefined],
    ['paymentmethod', 'upi'],
    ['transaction_id', ' \t\n '],
    ['transaction_id', 'x'.repeat(10_000)],
    ['transaction_id', 7],
  ])('[PAYO-09] rejects %s %j with 400 and names the field', async (field, value) => {
    await expectFieldErrors(pay({ [field]: value }), field);
    expect(await balanceOf()).toBe(100_000);
  });

  it.each([
    ['12.3', 1230],
    ['0.01', 1],
    [' 7 ', 700],
    [5, 500],
    ['0005.50', 550],
  ])('[PAYO-05] pays %j to the paisa', async (amount, paise) => {
    expect((await pay({ amount })).status).toBe(200);
    expect(await balanceOf()).toBe(100_000 - paise);
  });
});

describe('a transaction id', () => {
  it('[LOYA-04, PAYO-07] returns the first answer to the same request and pays once', async () => {
    const transaction = newTransaction();
    const first = await pay({ transaction_id: transaction, amount: '1000' });
    for (const again of [
      transaction,
      ` ${transaction.toLowerCase()}\n`,
      `${transaction.slice(0, 2)}\u200b${transaction.slice(2)}`,
    ])
      expect((await pay({ transaction_id: again, amount: '1000.00' })).body).toEqual(first.body);
    expect(await balanceOf()).toBe(0);
  });

  it.each([
    ['another amount', { amount: '5' }],
    ['another method', { paymentmethod: 'cash' }],
  ])('[LOYA-04] is rejected with %s, and the message names the first payment', async (_, other) => {
    const transaction = newTransaction();
    await pay({ transaction_id: transaction, amount: '400' });
    await goTo('2026-11-07T03:35:00Z');
    const { status, body } = await pay({ transaction_id: transaction.toLowerCase(), amount: '400', ...other });
    expect(status).toBe(409);
    expect(body.message).toBe(
      `Transaction ID ${transaction} has already paid ₹400 to Ravi Kumar on 5 Nov 2026, 9:05 am. Nothing was paid now.`,
    );
    expect(await balanceOf()).toBe(60_000);
  });

  it('[LOYA-04] can be used again after a rejected request', async () => {
    const transaction = newTransaction();
    expect((await pay({ transaction_id: transaction, amount: '5000' })).status).toBe(409);
    expect((await pay({ transaction_id: transaction, mechanicid: UNKNOWN_ID })).status).toBe(404);
    expect((await pay({ transaction_id: transaction, amount: '1000' })).status).toBe(200);
  });

  it('[LOYA-04] is rejected when an imported payout has it', async () => {
    const transaction = newTransaction();
    await owed.application.database.pool.query(
      `INSERT INTO payouts (id, mechanic_id, transaction_id, transaction_key, amount_paise) VALUES ($1, $2, $3, lower($3), 700)`,
      [newId(), owed.mechanic, transaction],
    );
    await expectError(
      pay({ transaction_id: transaction, amount: '7' }),
      409,
      `Transaction ID ${transaction} has already paid ₹7 to Ravi Kumar. Nothing was paid now.`,
    );
  });

  it('[PAYO-07] pays one of two mechanics when both requests are concurrent', async () => {
    const other = newId();
    await records.mechanic(other);
    await records.payment(newId(), { mechanic_id: other, amount_paise: 100_000 });
    await records.post();
    const transaction = newTransaction();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        pay({ mechanicid: index % 2 === 0 ? owed.mechanic : other, transaction_id: transaction }),
      ),
    );
    // The winner's ten requests are the same one; all others are rejected.
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(10);
    expect((await balanceOf()) + (await balanceOf(other))).toBe(100_000);
  });
});

describe('concurrent payouts', () => {
  it('[PAYO-07] together pay no paisa above the balance', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => pay({ amount: '333.33' })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(37);
    expect(await balanceOf()).toBe(1);
  });

  it('[PAYO-07] of the same request pay once, and each gets the first answer', async () => {
    const transaction_id = newTransaction();
    const answers = await Promise.all(Array.from({ length: 30 }, () => pay({ transaction_id, amount: '10' })));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(await balanceOf()).toBe(99_000);
  });
});
