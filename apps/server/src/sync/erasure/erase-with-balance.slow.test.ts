import { COLLECTIONS } from '@wayside/contract/collections';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { dumpDatabase } from '../../testing/dump-database.ts';
import { verifyIntegrity } from '../../testing/integrity.ts';
import { serviceKeyHeader } from '../../testing/service-key.ts';
import { createTestApplication, type TestApplication } from '../../testing/test-application.ts';
import { finishReadyErasures } from './finish-erasures.ts';

let test: TestApplication;
let token: string;
let headers: { authorization: string };
let last = 0;

const newId = () => `65f9${(++last).toString(16).padStart(20, '0')}`;
const sql = (text: string, values: unknown[] = []) => test.database.pool.query(text, values);

beforeAll(async () => {
  test = await createTestApplication({ now: new Date('2026-11-05T03:35:00Z') });
  token = await test.signIn();
  headers = await serviceKeyHeader(test.database, ...COLLECTIONS);
});
afterAll(() => test.drop());
afterEach(async () => expect((await verifyIntegrity(test.database)).issues).toEqual([]));

const ingest = async (collection: string, ...records: object[]): Promise<string[]> => {
  const { body } = await test.call('POST', `/ingest/${collection}`, { headers, body: records });
  return body.results.map(({ outcome }: { outcome: string }) => outcome);
};
/** Long enough that no random digits of a time, key or hash in the database read alike. */
const PERSONAL = [
  'Irfan',
  '98200111',
  'irfan@',
  'Khan Motors',
  '50123456',
  'SBIN0009',
  'Flat tyre at Irfan’s gate',
];

/** Creates a mechanic of the source with this balance and wallet, and a customer's booking. */
async function mechanicWith(balance: number, wallet: number): Promise<string> {
  const id = newId();
  await ingest('mechanics', {
    ...{ _id: id, name: 'Irfan Khan', phone_number: '9820011111', email: 'irfan@example.in', status: 'approve' },
    ...{ wallet_amount: wallet, shop_details: { shop_name: 'Khan Motors' }, _version: 1 },
    payment_details: { account_holder_name: 'Irfan Khan', account_number: '5012345678901', ifsc_code: 'SBIN0009' },
  });
  const paid = { _id: newId(), mechnaicId: id, amount: balance, status: 'paid', paymentMethod: 'upi' };
  if (balance > 0) await ingest('payments', { ...paid, transactionDate: '2026-11-01T10:00:00Z' });
  return id;
}
/** Creates a customer of the source with this wallet who has described a problem. */
async function customerWith(wallet: number): Promise<string> {
  const id = newId();
  await ingest('users', {
    _id: id,
    name: 'Irfan Khan',
    phone_number: '9820011122',
    wallet_amount: wallet,
    _version: 1,
  });
  await ingest('bookings', { _id: newId(), userid: id, problem: 'Flat tyre at Irfan’s gate' });
  return id;
}
const eraseMechanic = (id: string) => test.call('DELETE', `/mechanic/deletemechnic/${id}`, { token });
const eraseCustomer = (id: string) => test.call('DELETE', `/user/deleteuser/${id}`, { token });
const pay = (mechanicid: string, amount: string) => {
  const body = { mechanicid, transaction_id: newId(), amount, paymentmethod: 'online' };
  return test.call('POST', '/booking/create/apyout', { token, body });
};
const payWallet = (userid: string, amount: number, usertype: 'user' | 'mechnaic') => {
  const body = { amount, usertype, transaction_id: newId(), userid };
  return test.call('POST', '/admin/pay/loyality', { token, body });
};
const pending = async () => (await test.call('GET', '/admin/payouts/erasures', { token })).body;
const personalLeft = async () => {
  const dump = await dumpDatabase(test.database.pool, test.connectionString);
  return PERSONAL.filter((word) => dump.includes(word));
};
const keptOf = async (id: string) => {
  const text = `SELECT num_nonnulls(payee_name, bank_account_holder, bank_account_number, bank_ifsc_code) AS kept FROM mechanics WHERE id = $1`;
  return (await sql(text, [id])).rows[0].kept;
};
const actionsOf = async (id: string) =>
  (await sql('SELECT action FROM activity WHERE entity_id = $1 ORDER BY id', [id])).rows.map(
    ({ action }) => action,
  );

describe('[PRIV-06, MECH-13] a mechanic who is erased while money is owed', () => {
  it.each([
    ['an administrator', eraseMechanic],
    ['the source', async (id: string) => ingest('mechanics', { _id: id, _deleted: true, _version: 2 })],
  ])(
    'keeps the name and bank details until the payment when erased by %s; the payment deletes them',
    async (_who, erase) => {
      const id = await mechanicWith(900, 0);
      await erase(id);
      expect(await personalLeft()).toEqual(['Irfan']);
      expect((await pending()).data).toEqual([
        {
          ...{ kind: 'mechanic', _id: id, name: 'Irfan Khan', balance: 900, wallet: 0 },
          ...{ reservedBalance: 0, reservedWallet: 0, onItsWay: 0 },
          payment_details: {
            ...{ account_holder_name: 'Irfan Khan', bank_name: null, account_number: '••••8901' },
            ...{ ifsc_code: 'SBIN0009', upi_id: null, preferred_method: null },
          },
        },
      ]);
      const shown = await test.call('GET', `/admin/mechanics/${id}/bank-account`, { token });
      expect(shown.body.accountNumber ?? shown.body.data).toBe('5012345678901');
      const { body: summary } = await test.call('GET', '/admin/payouts/summary', { token });
      expect(summary.name[summary.mechanicId.indexOf(id)]).toBeNull();
      expect((await pay(id, '400')).status).toBe(200);
      expect(await keptOf(id)).toBe(4);
      expect((await pay(id, '500')).status).toBe(200);
      expect(await personalLeft()).toEqual([]);
      expect(await keptOf(id)).toBe(0);
      expect((await pending()).data).toEqual([]);
      expect((await test.call('GET', `/admin/mechanics/${id}/bank-account`, { token })).status).toBe(404);
      expect((await actionsOf(id)).at(-1)).toBe('erasure_finished');
    },
  );

  it('is also retained for the wallet, regardless of the status and the loyalty threshold', async () => {
    const id = await mechanicWith(900, 4.5);
    await ingest('mechanics', { _id: id, _deleted: true, _version: 2 });
    await pay(id, '900');
    expect(await keptOf(id)).toBe(4);
    expect((await payWallet(id, 4.5, 'mechnaic')).status).toBe(200);
    expect(await keptOf(id)).toBe(0);
    expect(await personalLeft()).toEqual([]);
  });

  it('is retained after the wallet is paid while a payment from another program is not posted yet', async () => {
    const id = await mechanicWith(0, 50);
    await eraseMechanic(id);
    await sql(
      `INSERT INTO payments (id, mechanic_id, amount_paise, status, method, transacted_at)
       VALUES ($1, $2, 90000, 'paid', 'upi', '2026-11-02T10:00:00Z')`,
      [newId(), id],
    );
    expect((await payWallet(id, 50, 'mechnaic')).status).toBe(200);
    expect(await keptOf(id)).toBe(4);
    expect((await pay(id, '900')).status).toBe(200);
    expect(await keptOf(id)).toBe(0);
  });

  it('is erased completely and immediately when nothing is owed', async () => {
    const id = await mechanicWith(0, 0);
    await eraseMechanic(id);
    expect(await keptOf(id)).toBe(0);
    expect(await personalLeft()).toEqual([]);
  });

  it('is also retained while the mechanic owes money, and is erased within a minute after the debt is cleared, for example by a refund', async () => {
    const id = await mechanicWith(0, 0);
    const bookingId = newId();
    await ingest('bookings', { _id: bookingId, mechanicid: id, payment_ser_summary: { platform_fee: 10 } });
    const cash = {
      ...{ _id: newId(), bookingId, mechnaicId: id, amount: 100, paymentMethod: 'cash' },
      transactionDate: '2026-11-02T10:00:00Z',
    };
    await ingest('payments', { ...cash, status: 'paid', _version: 1 });
    await eraseMechanic(id);
    expect((await pending()).data).toMatchObject([{ _id: id, balance: -10 }]);
    expect(await finishReadyErasures(test.database, new Date())).toBe(0);
    await ingest('payments', { ...cash, status: 'refunded', _version: 2 });
    expect(await finishReadyErasures(test.database, new Date())).toBe(1);
    expect(await keptOf(id)).toBe(0);
    expect(await personalLeft()).toEqual([]);
    expect(await actionsOf(id)).toEqual(['deleted', 'erasure_finished']);
  });

  it('is restored only by a newer version from the source', async () => {
    const id = await mechanicWith(900, 0);
    await ingest('mechanics', { _id: id, _deleted: true, _version: 3 });
    expect(await ingest('mechanics', { _id: id, name: 'Older', _version: 2 })).toEqual(['stale']);
    expect(await ingest('mechanics', { _id: id, name: 'Newer', status: 'approve', _version: 4 })).toEqual([
      'created',
    ]);
    const { rows } = await sql('SELECT name, payee_name, bank_account_number FROM mechanics WHERE id = $1', [id]);
    expect(rows).toEqual([{ name: 'Newer', payee_name: null, bank_account_number: null }]);
    expect((await pending()).data).toEqual([]);
    expect((await pay(id, '900')).status).toBe(200);
    await eraseMechanic(id);
  });
});

describe('[PRIV-06, USER-06] a customer who is erased while the wallet contains money', () => {
  it.each([
    ['an administrator', eraseCustomer],
    ['the source', async (id: string) => ingest('users', { _id: id, _deleted: true, _version: 2 })],
  ])(
    'is paid and then deleted, together with the problem descriptions of bookings, when erased by %s',
    async (_who, erase) => {
      const id = await customerWith(5);
      expect(await personalLeft()).toEqual(['Irfan', '98200111', 'Flat tyre at Irfan’s gate']);
      await erase(id);
      expect(await personalLeft()).toEqual(['Irfan']);
      expect((await pending()).data).toMatchObject([
        { kind: 'user', _id: id, name: 'Irfan Khan', wallet: 5, payment_details: null },
      ]);
      const { body } = await test.call('GET', '/booking/admin/booking', { token, query: { userid: id } });
      expect(body.data).toMatchObject([{ userid: { _id: id, name: null }, problem: null }]);
      expect((await payWallet(id, 4, 'user')).status).toBe(409);
      expect((await payWallet(id, 5, 'user')).status).toBe(200);
      expect(await personalLeft()).toEqual([]);
      expect((await pending()).total).toBe(0);
    },
  );

  it('has no problem description in a booking that arrives or changes later', async () => {
    const id = await customerWith(0);
    await eraseCustomer(id);
    const booking = { _id: newId(), userid: id, problem: 'Flat tyre at Irfan’s gate' };
    await ingest('bookings', { ...booking, _version: 1 });
    await ingest('bookings', { ...booking, problem: 'Flat tyre at Irfan’s gate again', _version: 2 });
    expect(await personalLeft()).toEqual([]);
  });
});

describe('[PRIV-06] concurrent changes', () => {
  it('leave no retained data without a balance when they are an erasure and a payment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await mechanicWith(900, 0);
      const isAll = round % 2 === 0;
      const responses = await Promise.all([eraseMechanic(id), pay(id, isAll ? '900' : '300'), eraseMechanic(id)]);
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 404]);
      expect(await keptOf(id)).toBe(isAll ? 0 : 4);
      if (!isAll) await pay(id, '600');
    }
    expect(await personalLeft()).toEqual([]);
  });

  it('erase a person only once, and no paisa is lost, when they come from an administrator and the source', async () => {
    const id = await mechanicWith(900, 20);
    const bySource = () => ingest('mechanics', { _id: id, _deleted: true, _version: 2 });
    const [byUs] = await Promise.all([eraseMechanic(id), bySource(), bySource()]);
    expect([200, 404]).toContain(byUs.status);
    expect((await pending()).data).toMatchObject([{ _id: id, name: 'Irfan Khan', balance: 900, wallet: 20 }]);
    expect((await payWallet(id, 20, 'mechnaic')).status).toBe(200);
    expect((await pay(id, '900')).status).toBe(200);
    expect(await personalLeft()).toEqual([]);
  });
});
