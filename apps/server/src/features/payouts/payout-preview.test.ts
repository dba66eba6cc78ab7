import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { moneyRecords } from '../../testing/money-records.ts';
import { createTestApplication, type TestApplication } from '../../testing/test-application.ts';

let test: TestApplication;
let token: string;
let records: ReturnType<typeof moneyRecords>;
let mechanic: string;
let next = 0;

const NOBODY = '65f00000000000000000dead';
/** An id that no other test has. */
const newId = () => `65f1${(++next).toString(16).padStart(20, '0')}`;
const newTransaction = () => `UTR${++next}`;

beforeAll(async () => {
  test = await createTestApplication({ now: new Date('2026-11-05T03:35:00Z') });
  records = moneyRecords(test.database);
});
afterAll(() => test.drop());

/** A mechanic to whom ₹1,000 are owed, in one earning. */
beforeEach(async () => {
  await goTo('2026-11-05T03:35:00Z');
  mechanic = newId();
  await records.mechanic(mechanic, { name: 'Ravi Kumar', phone: '9876543210' });
  await records.payment(newId(), { mechanic_id: mechanic, amount_paise: 100_000 });
  await records.settle();
});

const pay = (wish: Record<string, unknown> = {}) =>
  test.call('POST', '/booking/create/apyout', {
    token,
    body: {
      mechanicid: mechanic,
      transaction_id: newTransaction(),
      amount: '1000',
      paymentmethod: 'bank_transfer',
      ...wish,
    },
  });
/** Time goes on, and somebody signs in again. */
async function goTo(moment: string): Promise<void> {
  test.clock.now = new Date(moment);
  token = await test.signIn();
}
const balance = async (id = mechanic) =>
  (await test.call('GET', `/admin/mechanics/${id}/balance`, { token })).body.data;

describe('before paying', () => {
  const preview = async (query: Record<string, string> = {}) =>
    (await test.call('GET', `/admin/mechanics/${mechanic}/payout-preview`, { token, query })).body.data;

  it('[API-17] says which earnings the balance consists of', async () => {
    await pay();
    for (const day of [3, 4, 5])
      await records.payment(newId(), {
        mechanic_id: mechanic,
        amount_paise: 10_000,
        transacted_at: `2026-03-0${day}T10:00:00Z`,
      });
    await records.settle();
    await pay({ amount: '100' });
    expect(await preview()).toMatchObject({
      balance: 200,
      earningCount: 2,
      earnedFrom: '2026-03-04T10:00:00.000Z',
      earnedUntil: '2026-03-05T10:00:00.000Z',
    });
  });

  it('[API-17] has nothing to cover without a balance', async () => {
    await pay();
    expect(await preview()).toMatchObject({ balance: 0, earningCount: 0, earnedFrom: null, earnedUntil: null });
  });

  it('[API-17] tells of a payout of the same amount within a day', async () => {
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

  it('[API-17] says when the bank details last changed', async () => {
    expect((await preview()).bankChangedAt).toBeNull();
    await records.mechanic(mechanic, { bank_account_number: '1234' });
    expect((await preview()).bankChangedAt).toBeNull();
    await records.mechanic(mechanic, { bank_account_number: '1234', name: 'Ravi K' });
    expect((await preview()).bankChangedAt).toBeNull();
    await records.mechanic(mechanic, { bank_account_number: '9999' });
    const changed = Date.parse((await preview()).bankChangedAt);
    expect(Math.abs(changed - Date.now())).toBeLessThan(600_000);
  });

  it('[MECH-13] an unknown mechanic has no balance', async () => {
    for (const path of ['balance', 'payout-preview', 'earnings', 'payouts'])
      expect((await test.call('GET', `/admin/mechanics/${NOBODY}/${path}`, { token })).status).toBe(404);
  });
});

describe('a mechanic who was deleted', () => {
  it('[MECH-13] stays in the list while something is owed, and can be paid', async () => {
    await test.call('DELETE', `/mechanic/deletemechnic/${mechanic}`, { token });
    const listed = async () => (await test.call('GET', '/admin/payouts/summary', { token })).body;
    const before = await listed();
    const place = before.mechanicId.indexOf(mechanic);
    expect([before.name[place], before.phone[place], before.totalNetEarning[place]]).toEqual([null, null, 1000]);
    expect(await balance()).toMatchObject({ name: null, netBalance: 1000 });
    expect((await pay()).status).toBe(200);
    expect((await listed()).mechanicId).not.toContain(mechanic);
    const { body } = await test.call('GET', '/booking/earning/mechanic', { token });
    expect(body.data.map(({ mechanicId }: { mechanicId: string }) => mechanicId)).not.toContain(mechanic);
  });
});
