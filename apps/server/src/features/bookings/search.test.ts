import { beforeAll, describe, expect, it } from 'vitest';
import { fileApplication } from '../../testing/file-application.ts';

const test = fileApplication();

const id = (kind: string, number: number) => `6a00000000000000${kind}${number.toString(16).padStart(6, '0')}`;
const customer = (number: number) => id('c0', number);
const mechanic = (number: number) => id('d0', number);
const BOOKING = { ravi: '6a0000000000000021558a08', hindi: id('b0', 1), joined: id('b0', 2), none: id('b0', 3) };
const PAYOUT = id('e0', 1);

beforeAll(async () => {
  const sql = (text: string, values: unknown[] = []) => test.sql(text, values);
  await sql(
    `INSERT INTO users (id, name, email, phone) VALUES ($1, 'Ravi Kumar Sharma', 'ravi.k@example.in', '+91 98200-12345'),
       ($2, 'रवि कुमार', NULL, '09123456780'), ($3, 'Meena 50% _Rao', 'meena@example.in', '7000000001')`,
    [customer(1), customer(2), customer(3)],
  );
  await sql(
    `INSERT INTO users (id, name, phone, record_state) VALUES ($1, 'Erased Kumari', '9820099999', 'erased')`,
    [customer(4)],
  );
  await sql(`INSERT INTO mechanics (id, name, phone) VALUES ($1, 'Sharma Ravindra', '8111111112')`, [mechanic(1)]);
  const booking = (
    own: string,
    ofCustomer: string,
    ofMechanic: string | null,
    totalPaise: number,
    status: string,
  ) =>
    sql(
      `INSERT INTO bookings (id, customer_id, mechanic_id, total_paise, status, created_at) VALUES ($1, $2, $3, $4, $5, '2026-02-01')`,
      [own, ofCustomer, ofMechanic, totalPaise, status],
    );
  await booking(BOOKING.ravi, customer(1), null, 361_420, 'pending');
  await booking(BOOKING.hindi, customer(2), mechanic(1), 361_499, 'completed');
  await booking(BOOKING.joined, customer(3), mechanic(1), 100, 'cancelled');
  await booking(BOOKING.none, customer(4), null, 361_500, 'pending');
  await sql(`INSERT INTO payments (id, booking_id, amount_paise) VALUES ($1, $2, 98200)`, [
    id('f0', 1),
    BOOKING.joined,
  ]);
  await sql(
    `INSERT INTO payouts (id, mechanic_id, transaction_id, transaction_key, amount_paise) VALUES ($1, $2, 'UTR-445566', 'utr-445566', 700)`,
    [PAYOUT, mechanic(1)],
  );
});

async function found(search: string, query: Record<string, string> = {}): Promise<string[]> {
  const { status, body } = await test.get('/booking/admin/booking', { search, ...query });
  expect(status).toBe(200);
  const ids = body.data.map(({ _id }: { _id: string }) => _id);
  expect(body.total).toBe(ids.length);
  return ids.sort();
}
const sorted = (...bookings: (keyof typeof BOOKING)[]) => bookings.map((name) => BOOKING[name]).sort();

describe('the booking search', () => {
  it.each([
    ['#21558A08', ['ravi']],
    ['21558a', ['ravi']],
    [BOOKING.ravi.toUpperCase(), ['ravi']],
    ['+91 98200 12345', ['ravi']],
    ['098200-12345', ['ravi']],
    ['98200 12', ['ravi']],
    ['91 234 567 80', ['hindi']],
    ['8111111112', ['hindi', 'joined']],
    ['sharma RAVI', ['ravi', 'hindi', 'joined']],
    ['Kumar ravi', ['ravi']],
    ['कुमार रवि', ['hindi']],
    ['50% meena', ['joined']],
    ['Meena XRao', []],
    ['Ravi.K@example.in', ['ravi']],
    ['3614', ['ravi', 'hindi']],
    ['₹3,614.2', ['ravi']],
    ['3 614.99', ['hindi']],
    ['3614.3', []],
    ['₹982', ['joined']],
    ['982', ['ravi', 'joined']],
    [' utr-445566 ', ['hindi', 'joined']],
    ['UTR-44556', []],
    ['Kumbhkaran', []],
    ['9820099999', []],
    ["' OR 1=1 --", []],
  ] as const)('[BOOK-15] finds bookings by %j', async (text, bookings) => {
    expect(await found(text)).toEqual(sorted(...bookings));
  });

  it('[BOOK-15] combines with other filters', async () => {
    expect(await found('sharma', { status: 'pending,completed' })).toEqual(sorted('ravi', 'hindi'));
    expect(await found('sharma', { status: 'pending,completed', mechanicid: mechanic(1) })).toEqual(
      sorted('hindi'),
    );
  });

  it('[BOOK-15] finds names that consist of short words, if the words are complete, in any order', async () => {
    const { pool } = test.database;
    await pool.query("INSERT INTO users (id, name) VALUES ($1, 'Om Jo')", [customer(5)]);
    await pool.query('UPDATE bookings SET customer_id = $1 WHERE id = $2', [customer(5), BOOKING.none]);
    for (const text of ['om', 'Om Jo', 'jo, om']) expect(await found(text)).toEqual(sorted('none'));
    expect(await found('Jo Ra')).toEqual([]);
    const people = await test.get('/user/allusers', { search: 'Jo Om' });
    expect(people.body.data.map(({ name }: { name: string }) => name)).toEqual(['Om Jo']);
  });

  it('[BOOK-15, WORK-03] finds bookings by the transaction id of a payout only for roles that may read payouts', async () => {
    for (const role of ['reviewer', 'support'] as const) {
      const { body } = await test.get('/booking/admin/booking', { search: 'utr-445566' }, await test.signIn(role));
      expect([role, body.total, body.data]).toEqual([role, 0, []]);
    }
    const counted = await test.send(
      'POST',
      '/admin/views/counts/bookings',
      { views: [{ search: 'utr-445566' }] },
      await test.signIn('support'),
    );
    expect(counted.body.counts).toEqual([0]);
  });

  it('[BOOK-15] returns 401 without a session', async () => {
    expect((await test.call('GET', '/booking/admin/booking', { query: { search: 'Ravi' } })).status).toBe(401);
  });

  it('[USER-01, MECH-01] finds customers and mechanics by the words of their names in any order', async () => {
    const names = async (path: string, search: string) =>
      (await test.get(path, { search })).body.data.map(({ name }: { name: string }) => name);
    expect(await names('/user/allusers', 'sharma ravi')).toEqual(['Ravi Kumar Sharma']);
    expect(await names('/user/allusers', 'कुमार रवि')).toEqual(['रवि कुमार']);
    expect(await names('/mechanic/allmechnic', 'ravi sharma')).toEqual(['Sharma Ravindra']);
    expect(await names('/mechanic/allmechnic', 'ravi kumar')).toEqual([]);
    // A short word matches only at the start of a word: "av" does not match "Ravi".
    expect(await names('/user/allusers', 'kumar s')).toEqual(['Ravi Kumar Sharma']);
    expect(await names('/user/allusers', 'r kumar')).toEqual(['Ravi Kumar Sharma']);
    expect(await names('/user/allusers', 'kumar av')).toEqual([]);
  });
});
