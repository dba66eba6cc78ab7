import { describe, expect, it } from 'vitest';
import { expectError, expectFieldErrors } from '../../testing/expect-error.ts';
import { mechanicWithBalance } from '../../testing/mechanic-with-balance.ts';

const UNKNOWN_ID = '65f00000000000000000dead';
const owed = mechanicWithBalance();
const { records, call, pay, goTo, balance, newId, newTransaction } = owed;
const balanceOf = async (id = owed.mechanic) => (await records.sums(id))[4];

describe('a payout to a mechanic', () => {
  it('[API-07, PAYO-05] pays the balance and is added to history and totals', async () => {
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

  it('[SECU-05] is recorded with the balance before and after in the activity log', async () => {
    await pay({ amount: '400' });
    const { body } = await call('GET', '/admin/activity', {
      query: { entity: 'mechanic', id: owed.mechanic },
    });
    expect(body.data[0]).toMatchObject({ action: 'paid', entityName: 'Ravi Kumar', address: '127.0.0.1' });
    expect(body.data[0].changes).toContainEqual({ field: 'balancePaise', before: 100_000, after: 60_000 });
  });

  it('[PAYO-09] is rejected with 409 and pays nothing when it is above the balance', async () => {
    const { status, body } = await pay({ amount: '1000.01' });
    expect(status).toBe(409);
    expect(body.message).toBe('The balance is now ₹1,000, less than ₹1,000.01. Nothing was paid.');
    expect(await balanceOf()).toBe(100_000);
  });

  it('[PAYO-09] is rejected with 409 when the balance is not positive', async () => {
    await pay();
    expect((await pay({ amount: '0.01' })).body.message).toBe('The balance is now ₹0: there is nothing to pay.');
    const poor = newId();
    await records.mechanic(poor);
    await records.rates(10, 0);
    await records.payment(newId(), { mechanic_id: poor, amount_paise: 5000, method: 'cash' });
    await records.post();
    await records.rates(0, 0);
    await expectError(
      pay({ mechanicid: poor, amount: '1' }),
      409,
      'The balance is now −₹5: there is nothing to pay.',
    );
  });

  it('[PAYO-09] returns 404 for an unknown mechanic', async () => {
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
  ])('[PAYO-09] is rejected with a 400 that names the field when %s is %j', async (field, value) => {
    await expectFieldErrors(pay({ [field]: value }), field);
    expect(await balanceOf()).toBe(100_000);
  });

  it.each([
    ['12.3', 1230],
    ['0.01', 1],
    [' 7 ', 700],
    [5, 500],
    ['0005.50', 550],
  ])('[PAYO-05] pays the amount %j to the paisa', async (amount, paise) => {
    expect((await pay({ amount })).status).toBe(200);
    expect(await balanceOf()).toBe(100_000 - paise);
  });
});

describe('the transaction id of a payout', () => {
  it('[LOYA-04, PAYO-07] makes a repeated request return the first response, and pays only once', async () => {
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
      `Transaction ID ${transaction} was already used to pay ₹400 to Ravi Kumar on 5 Nov 2026, 9:05 am. Nothing was paid.`,
    );
    expect(await balanceOf()).toBe(60_000);
  });

  it('[LOYA-04] can be used again after a rejected request', async () => {
    const transaction = newTransaction();
    expect((await pay({ transaction_id: transaction, amount: '5000' })).status).toBe(409);
    expect((await pay({ transaction_id: transaction, mechanicid: UNKNOWN_ID })).status).toBe(404);
    expect((await pay({ transaction_id: transaction, amount: '1000' })).status).toBe(200);
  });

  it('[LOYA-04] is rejected when an imported payout already has it', async () => {
    const transaction = newTransaction();
    await owed.application.database.pool.query(
      `INSERT INTO payouts (id, mechanic_id, transaction_id, transaction_key, amount_paise) VALUES ($1, $2, $3, lower($3), 700)`,
      [newId(), owed.mechanic, transaction],
    );
    await expectError(
      pay({ transaction_id: transaction, amount: '7' }),
      409,
      `Transaction ID ${transaction} was already used to pay ₹7 to Ravi Kumar. Nothing was paid.`,
    );
  });

  it('[PAYO-07] is used for only one of two mechanics when their requests are concurrent', async () => {
    const other = newId();
    await records.mechanic(other);
    await records.payment(newId(), { mechanic_id: other, amount_paise: 100_000 });
    await records.post();
    const transaction = newTransaction();
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        pay({ mechanicid: index % 2 === 0 ? owed.mechanic : other, transaction_id: transaction }),
      ),
    );
    // The ten accepted requests are identical; all others are rejected.
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(10);
    expect((await balanceOf()) + (await balanceOf(other))).toBe(100_000);
  });
});

describe('concurrent payouts', () => {
  it('[PAYO-07] never pay more than the balance in total', async () => {
    const responses = await Promise.all(Array.from({ length: 40 }, () => pay({ amount: '333.33' })));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(37);
    expect(await balanceOf()).toBe(1);
  });

  it('[PAYO-07] pay only once when they repeat the same request, and each gets the first response', async () => {
    const transaction_id = newTransaction();
    const responses = await Promise.all(Array.from({ length: 30 }, () => pay({ transaction_id, amount: '10' })));
    expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(responses[0]?.status).toBe(200);
    expect(await balanceOf()).toBe(99_000);
  });
});

describe('the payout preview', () => {
  const preview = async (query: Record<string, string> = {}) =>
    (await call('GET', `/admin/mechanics/${owed.mechanic}/payout-preview`, { query })).body.data;

  it('[API-17] returns the earnings that make up the balance', async () => {
    await pay();
    for (const day of [3, 4, 5])
      await records.payment(newId(), {
        mechanic_id: owed.mechanic,
        amount_paise: 10_000,
        transacted_at: `2026-03-0${day}T10:00:00Z`,
      });
    await records.post();
    await pay({ amount: '100' });
    expect(await preview()).toMatchObject({
      balance: 200,
      earningCount: 2,
      earnedFrom: '2026-03-04T10:00:00.000Z',
      earnedUntil: '2026-03-05T10:00:00.000Z',
    });
  });

  it('[API-17, SYNC-03] counts only current earnings, regardless of earlier states of their payments', async () => {
    await pay();
    const [changed, refunded] = [newId(), newId()];
    const paid = { mechanic_id: owed.mechanic, amount_paise: 10_000 };
    await records.payment(changed, { ...paid, transacted_at: '2026-03-03T10:00:00Z' });
    await records.payment(refunded, { ...paid, transacted_at: '2026-03-04T10:00:00Z' });
    await records.post();
    await records.payment(changed, { ...paid, transacted_at: '2026-03-05T10:00:00Z' });
    await records.payment(refunded, { ...paid, status: 'refunded', transacted_at: '2026-03-04T10:00:00Z' });
    await records.post();
    expect(await preview()).toMatchObject({
      balance: 100,
      earningCount: 1,
      earnedFrom: '2026-03-05T10:00:00.000Z',
      earnedUntil: '2026-03-05T10:00:00.000Z',
    });
  });

  it('[API-17] returns no earnings when the balance is 0', async () => {
    await pay();
    expect(await preview()).toMatchObject({ balance: 0, earningCount: 0, earnedFrom: null, earnedUntil: null });
  });

  it('[API-17] returns an earlier payout of the same amount within a day', async () => {
    expect(await preview()).toMatchObject({ lastPayout: null, samePayout: null });
    const transaction = newTransaction();
    await pay({ amount: '250', transaction_id: transaction });
    await goTo('2026-11-06T03:00:00Z');
    const same = { transactionId: transaction, paidAt: '2026-11-05T03:35:00.000Z', amount: 250 };
    expect(await preview({ amount: '250' })).toMatchObject({ lastPayout: same, samePayout: same });
    expect(await preview()).toMatchObject({ lastPayout: same, samePayout: null });
    await goTo('2026-11-06T03:36:00Z');
    expect(await preview({ amount: '250' })).toMatchObject({ lastPayout: same, samePayout: null });
  });

  it('[API-17] returns the time of the last change to the bank details', async () => {
    expect((await preview()).bankChangedAt).toBeNull();
    await records.mechanic(owed.mechanic, { bank_account_number: '1234' });
    expect((await preview()).bankChangedAt).toBeNull();
    await records.mechanic(owed.mechanic, { bank_account_number: '1234', name: 'Ravi K' });
    expect((await preview()).bankChangedAt).toBeNull();
    await records.mechanic(owed.mechanic, { bank_account_number: '9999' });
    const changed = Date.parse((await preview()).bankChangedAt);
    expect(Math.abs(changed - Date.now())).toBeLessThan(600_000);
  });

  it('[BANK-05] returns bank details with masked account number and UPI id, also for an erased mechanic with a balance', async () => {
    await records.mechanic(owed.mechanic, {
      ...{ bank_account_holder: 'Ravi Kumar', bank_name: 'HDFC Bank', bank_account_number: '5012345678901' },
      ...{ bank_ifsc_code: 'HDFC0001234', bank_upi_id: '9876543210@upi', bank_preferred_method: 'upi' },
    });
    const details = {
      ...{ account_holder_name: 'Ravi Kumar', bank_name: 'HDFC Bank', account_number: '••••8901' },
      ...{ ifsc_code: 'HDFC0001234', upi_id: '98••••@upi', preferred_method: 'upi' },
    };
    expect((await preview()).payment_details).toEqual(details);
    await call('DELETE', `/mechanic/deletemechnic/${owed.mechanic}`);
    expect((await preview()).payment_details).toEqual(details);
  });

  it.each([
    ['9876543210@upi', '98••••@upi'],
    ['ravi@upi', '••••@upi'],
    ['no-handle', 'no••••'],
    ['', null],
    [null, null],
  ])('[BANK-05] masks the UPI id %j as %j', async (upiId, shown) => {
    await records.mechanic(owed.mechanic, { bank_upi_id: upiId });
    expect((await preview()).payment_details.upi_id).toBe(shown);
  });

  it('[MECH-13] returns 404 for an unknown mechanic, as do balance, earnings and payouts', async () => {
    for (const path of ['balance', 'payout-preview', 'earnings', 'payouts'])
      expect((await call('GET', `/admin/mechanics/${UNKNOWN_ID}/${path}`)).status).toBe(404);
  });
});

describe('an erased mechanic', () => {
  it('[MECH-13] stays in the list and can be paid while the balance is not 0', async () => {
    await call('DELETE', `/mechanic/deletemechnic/${owed.mechanic}`);
    const listed = async () => (await call('GET', '/admin/payouts/summary')).body;
    const before = await listed();
    const place = before.mechanicId.indexOf(owed.mechanic);
    expect([before.name[place], before.phone[place], before.totalNetEarning[place]]).toEqual([null, null, 1000]);
    expect(await balance()).toMatchObject({ name: null, netBalance: 1000 });
    expect((await pay()).status).toBe(200);
    expect((await listed()).mechanicId).not.toContain(owed.mechanic);
    const { body } = await call('GET', '/booking/earning/mechanic');
    expect(body.data.map(({ mechanicId }: { mechanicId: string }) => mechanicId)).not.toContain(owed.mechanic);
  });
});
