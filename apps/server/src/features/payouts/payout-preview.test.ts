import { describe, expect, it } from 'vitest';
import { mechanicWithBalance } from '../../testing/mechanic-with-balance.ts';

const UNKNOWN_ID = '65f00000000000000000dead';
const owed = mechanicWithBalance();
const { records, call, pay, goTo, balance, newId, newTransaction } = owed;

describe('the preview of a payout', () => {
  const preview = async (query: Record<string, string> = {}) =>
    (await call('GET', `/admin/mechanics/${owed.mechanic}/payout-preview`, { query })).body.data;

  it('[API-17] returns the earnings that the balance consists of', async () => {
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

  it('[API-17, SYNC-03] counts standing earnings alone, whatever their payments were before', async () => {
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

  it('[API-17] covers no earnings without a balance', async () => {
    await pay();
    expect(await preview()).toMatchObject({ balance: 0, earningCount: 0, earnedFrom: null, earnedUntil: null });
  });

  it('[API-17] returns a payout of the same amount within a day', async () => {
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

  it('[API-17] returns when the bank details last changed', async () => {
    expect((await preview()).bankChangedAt).toBeNull();
    await records.mechanic(owed.mechanic, { bank_account_number: '1234' });
    expect((await preview()).bankChangedAt).toBeNull();
    await records.mechanic(owed.mechanic, { bank_account_number: '1234', name: 'Ravi K' });
    expect((await preview()).bankChangedAt).toBeNull();
    await records.mechanic(owed.mechanic, { bank_account_number: '9999' });
    const changed = Date.parse((await preview()).bankChangedAt);
    expect(Math.abs(changed - Date.now())).toBeLessThan(600_000);
  });

  it('[BANK-05] returns the bank details with account number and UPI id masked, also of an erased mechanic who is owed', async () => {
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

  it('[MECH-13] is 404 for an unknown mechanic, like balance, earnings and payouts', async () => {
    for (const path of ['balance', 'payout-preview', 'earnings', 'payouts'])
      expect((await call('GET', `/admin/mechanics/${UNKNOWN_ID}/${path}`)).status).toBe(404);
  });
});

describe('an erased mechanic', () => {
  it('[MECH-13] stays in the list while the balance is not 0, and can be paid', async () => {
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
