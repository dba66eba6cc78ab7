import { beforeAll, describe, expect, it } from 'vitest';
import { fileApplication } from '../../testing/file-application.ts';

const test = fileApplication();

const id = (kind: string, number: number) => `6a00000000000000${kind}${number.toString(16).padStart(6, '0')}`;
const [CUSTOMER, MECHANIC] = [id('c0', 1), id('d0', 1)];
const BOOKING = '6a0000000000000021558a08';
const PAYMENT = {
  ravi: '6a00000000000000000777ab',
  booked: id('f0', 1),
  ofMechanic: id('f0', 2),
  other: id('f0', 3),
};

beforeAll(async () => {
  const sql = (text: string, values: unknown[] = []) => test.sql(text, values);
  await sql(
    `INSERT INTO users (id, name, email, phone, wallet_paise) VALUES ($1, 'Ravi Kumar', 'ravi@example.in', '9820012345', 0)`,
    [CUSTOMER],
  );
  await sql(`INSERT INTO mechanics (id, name, phone) VALUES ($1, 'Sharma Meena', '08111111112')`, [MECHANIC]);
  await sql('INSERT INTO bookings (id) VALUES ($1)', [BOOKING]);
  const payment = (
    own: string,
    booking: string | null,
    customer: string | null,
    mechanic: string | null,
    paise: number | null,
  ) =>
    sql(
      `INSERT INTO payments (id, booking_id, customer_id, mechanic_id, amount_paise, status, method, transacted_at)
       VALUES ($1, $2, $3, $4, $5, 'paid', CASE WHEN $3::text IS NOT NULL THEN 'upi' END, '2026-02-01')`,
      [own, booking, customer, mechanic, paise],
    );
  await payment(PAYMENT.ravi, null, CUSTOMER, null, 361_420);
  await payment(PAYMENT.booked, BOOKING, null, null, null);
  await payment(PAYMENT.ofMechanic, null, null, MECHANIC, 361_499);
  await payment(PAYMENT.other, null, null, null, 361_399);
  await sql(
    `INSERT INTO loyalty_payouts (id, user_id, transaction_id, transaction_key, request_hash, amount_paise, paid_at)
     VALUES ($1, $2, 'LOYAL 1', 'loyal 1', '', 700, now())`,
    [id('e0', 1), CUSTOMER],
  );
});

const search = (text: string, by: string | undefined = test.token) =>
  test.call('GET', '/booking/get/payments', { ...(by ? { token: by } : {}), query: { search: text } });

describe('the payment search', () => {
  it.each([
    ['#777AB', ['ravi']],
    ['21558A08', ['booked']],
    ['+91 98200 12345', ['ravi']],
    ['08111-111112', ['ofMechanic']],
    ['kumar ravi', ['ravi']],
    ['MEENA sharma', ['ofMechanic']],
    ['ravi@example.in', ['ravi']],
    ['3614', ['ravi', 'ofMechanic']],
    ['₹ 3,614.20', ['ravi']],
    ['3613.9', ['other']],
    ['Loyal  1', ['ravi']],
    ['nobody', []],
  ] as const)('[BOOK-15, PAYM-02] finds payments by %j', async (text, payments) => {
    const { status, body } = await search(text);
    expect(status).toBe(200);
    expect(body.total).toBe(payments.length);
    const ids = body.data.map(({ _id }: { _id: string }) => _id);
    expect(ids.sort()).toEqual(payments.map((name) => PAYMENT[name]).sort());
  });

  it('[PAYM-07] combines with a payment method, and rejects an unknown method', async () => {
    const ask = (method: string) => test.get('/booking/get/payments', { search: '3614', method, status: 'paid' });
    expect((await ask('upi')).body).toMatchObject({ total: 1, data: [{ _id: PAYMENT.ravi }] });
    expect((await ask('all')).body.total).toBe(2);
    expect((await ask('cash')).body.total).toBe(0);
    const { status, body } = await ask('gold');
    expect([status, body.message]).toEqual([400, expect.stringContaining('method')]);
  });
});
