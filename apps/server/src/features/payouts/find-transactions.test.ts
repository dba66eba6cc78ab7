import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApplication, type TestApplication } from '../../testing/test-application.ts';

let test: TestApplication;
let token: string;

const [USER, MECHANIC, PAYOUT, LOYALTY] = ['c', 'd', 'e', 'f'].map((kind) => `6a000000000000000000000${kind}`);

beforeAll(async () => {
  test = await createTestApplication();
  token = await test.signIn();
  const sql = (text: string, values: unknown[]) => test.database.pool.query(text, values);
  await sql(`INSERT INTO users (id, name) VALUES ($1, 'Ravi Kumar')`, [USER]);
  await sql(`INSERT INTO mechanics (id, name) VALUES ($1, 'Meena Rao')`, [MECHANIC]);
  await sql(
    `INSERT INTO payouts (id, mechanic_id, transaction_id, transaction_key, amount_paise, paid_at)
     VALUES ($1, $2, 'UTR_100%-7', 'utr_100%-7', 70050, '2026-02-01T05:00:00Z')`,
    [PAYOUT, MECHANIC],
  );
  await sql(
    `INSERT INTO loyalty_payouts (id, user_id, transaction_id, transaction_key, request_hash, amount_paise, paid_at)
     VALUES ($1, $2, 'UTR_100', 'utr_100', '', 500, '2026-02-02T05:00:00Z')`,
    [LOYALTY, USER],
  );
});
afterAll(() => test.drop());

const find = (search: string, by = token) =>
  test.call('GET', '/admin/transactions', { token: by, query: { search } });
const idsBy = async (search: string) => (await find(search)).body.data.map(({ _id }: { _id: string }) => _id);

describe('[WORK-03] GET /admin/transactions', () => {
  it('answers who was paid, how much and when, the whole id first', async () => {
    const { status, body } = await find(' utr_100 ');
    expect(status).toBe(200);
    expect(body.data).toEqual([
      {
        _id: LOYALTY,
        kind: 'loyalty_of_customer',
        transactionId: 'UTR_100',
        payee: { _id: USER, name: 'Ravi Kumar' },
        amount: 5,
        paidAt: '2026-02-02T05:00:00.000Z',
      },
      {
        _id: PAYOUT,
        kind: 'payout',
        transactionId: 'UTR_100%-7',
        payee: { _id: MECHANIC, name: 'Meena Rao' },
        amount: 700.5,
        paidAt: '2026-02-01T05:00:00.000Z',
      },
    ]);
  });

  it('takes the beginning of an id, of four characters or more, and no pattern', async () => {
    expect(await idsBy('UTR_')).toEqual([LOYALTY, PAYOUT]);
    expect(await idsBy('UTR_100%')).toEqual([PAYOUT]);
    for (const text of ['UTR', 'UTR%', 'UTRx100', '_100', '%%%%']) expect(await idsBy(text)).toEqual([]);
  });

  it('is for the roles that see payouts', async () => {
    expect((await find('UTR_100', await test.signIn('support'))).status).toBe(403);
    expect((await find('UTR_100', await test.signIn('finance'))).status).toBe(200);
  });
});
