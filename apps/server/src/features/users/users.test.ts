import { beforeEach, describe, expect, it } from 'vitest';
import { fileApplication } from '../../testing/file-application.ts';

const test = fileApplication();

const RAVI = '65f000000000000000000001';
const MEENA = '65f000000000000000000002';
const BOOKING = '65f0000000000000000000b1';
const PAYMENT = '65f0000000000000000000c1';
const NOBODY = '65f00000000000000000dead';

beforeEach(async () => {
  await test.sql('TRUNCATE users, imported_records CASCADE');
  await test.sql(
    `INSERT INTO users (id, name, email, phone, vehicle_types, wallet_paise, referral_code, created_at) VALUES
       ($1, 'Ravi Kumar', 'ravi@example.in', '9876543210', '{car,bike}', 123450, 'RAVI10', '2026-02-01T10:00:00Z'),
       ($2, 'मीना शर्मा', 'meena@example.in', '9123456780', '{}', NULL, NULL, '2026-02-02T10:00:00Z')`,
    [RAVI, MEENA],
  );
});

const list = async (query: Record<string, string> = {}) => {
  const { body } = await test.get('/user/allusers', query);
  return { ...body, names: body.data.map(({ name }: { name: string | null }) => name) };
};
const toggle = (id: string, query: Record<string, string> = {}) => test.get(`/user/blockuser/${id}`, query);
const activityOf = (id: string) => test.activity({ entity: 'user', id });

describe('the list of customers', () => {
  it('[API-04] has the newest first, with API field names', async () => {
    const { body } = await test.get('/user/allusers');
    expect(body).toMatchObject({ status: true, currentPage: 1, totalPages: 1, totalUsers: 2 });
    expect(body.data[1]).toEqual({
      _id: RAVI,
      name: 'Ravi Kumar',
      email: 'ravi@example.in',
      phone_number: '9876543210',
      vehicle_type: ['car', 'bike'],
      wallet_amount: 1234.5,
      isBlocked: false,
      referral_code: 'RAVI10',
      createdAt: '2026-02-01T10:00:00.000Z',
      updatedAt: null,
      socketId: null,
    });
  });

  it('[PEOP-06] has the customers who are not blocked, with the total of the stat card', async () => {
    await toggle(MEENA);
    const { body } = await test.get('/booking/get/dashboard');
    const card = body.stats.find(({ title }: { title: string }) => title === 'Active Users');
    expect(await list({ active: 'true' })).toMatchObject({ names: ['Ravi Kumar'], totalUsers: card.value });
    expect(card.value).toBe(1);
  });

  it.each([
    ['a part of the phone', '6543'],
    ['a name in another case', 'rAVI k'],
    ['an email', 'RAVI@'],
    ['a phone with the country’s code', '+91 98765 43210'],
    ['a phone with the zero that one dials first', '098765 43210'],
    ['a whole email in another case', 'Ravi@Example.IN'],
  ])('[USER-01] can be searched by %s', async (_, search) => {
    expect((await list({ search })).names).toEqual(['Ravi Kumar']);
  });

  it('[USER-01] matches the digits of a phone number stored with a country code and spaces', async () => {
    await test.sql("UPDATE users SET phone = '+91 98765 43210' WHERE id = $1", [RAVI]);
    for (const search of ['9876543210', '98765 43210', '+919876543210', '09876543210', '5432'])
      expect([search, (await list({ search })).names]).toEqual([search, ['Ravi Kumar']]);
  });

  it('[API-17] returns one customer by id', async () => {
    const { body } = await test.get(`/admin/users/${RAVI}`);
    expect(body.data.name).toBe('Ravi Kumar');
    expect((await test.get(`/admin/users/${NOBODY}`)).status).toBe(404);
  });
});

describe('blocking a customer', () => {
  it('[USER-05, API-04] toggles the block, returns the new state and records an activity entry', async () => {
    expect((await toggle(RAVI)).body).toEqual({ status: true, isBlocked: true });
    expect((await toggle(RAVI)).body).toEqual({ status: true, isBlocked: false });
    const [undone, done] = await activityOf(RAVI);
    expect(done).toMatchObject({
      action: 'blocked',
      entityName: 'Ravi Kumar',
      address: '127.0.0.1',
      changes: [{ field: 'isBlocked', before: false, after: true }],
    });
    expect(undone.action).toBe('unblocked');
  });

  it('[USER-05] returns 409 when another user has changed the blocked state in the meantime', async () => {
    await toggle(RAVI, { seen: 'false' });
    const late = await toggle(RAVI, { seen: 'false' });
    expect(late.status).toBe(409);
    expect(late.body.message).toBe('Another user has blocked this customer in the meantime.');
    expect((await toggle(RAVI, { seen: 'true' })).body.isBlocked).toBe(false);
  });

  it('[USER-05] concurrent toggles end in the state of the last response, each with an activity entry', async () => {
    const responses = await Promise.all(Array.from({ length: 21 }, () => toggle(RAVI)));
    expect(responses.filter(({ body }) => body.isBlocked)).toHaveLength(11);
    expect((await test.get(`/admin/users/${RAVI}`)).body.data.isBlocked).toBe(true);
    const entries = await test.activity({ entity: 'user', id: RAVI, limit: '21' });
    expect(entries.map(({ action }: { action: string }) => action)).toEqual(
      Array.from({ length: 21 }, (_, index) => (index % 2 === 0 ? 'blocked' : 'unblocked')),
    );
  });

  it('[API-14] returns 404 for an unknown customer and 400 for an invalid id', async () => {
    expect((await toggle(NOBODY)).body).toEqual({ status: false, message: 'There is no customer with this id.' });
    expect((await toggle('nonsense')).status).toBe(400);
  });
});

describe('deleting a customer', () => {
  beforeEach(async () => {
    await test.sql('UPDATE users SET wallet_paise = 0 WHERE id = $1', [RAVI]);
    await test.sql(
      `INSERT INTO bookings (id, customer_id, total_paise, latitude, longitude, created_at) VALUES ($1, $2, 50000, 19.07, 72.87, now())`,
      [BOOKING, RAVI],
    );
    await test.sql(
      `INSERT INTO payments (id, customer_id, booking_id, amount_paise, status, screenshot) VALUES ($1, $2, $3, 50000, 'paid', 'https://example.in/ravi.png')`,
      [PAYMENT, RAVI, BOOKING],
    );
    await test.sql(
      `INSERT INTO notifications (id, message, type, user_id) VALUES ('65f0000000000000000000d1', 'Dear Ravi Kumar', 'user', $1)`,
      [RAVI],
    );
  });
  const erase = (id: string) => test.send('DELETE', `/user/deleteuser/${id}`);

  it('[USER-06] erases personal data and keeps bookings and money', async () => {
    await toggle(RAVI);
    expect((await erase(RAVI)).body).toEqual({ status: true });
    expect(await list()).toMatchObject({ totalUsers: 1, names: ['मीना शर्मा'] });
    const { body } = await test.get('/booking/admin/booking');
    expect(body.data[0]).toMatchObject({
      _id: BOOKING,
      userid: { _id: RAVI, name: null, phone_number: null, email: null },
      userLocation: null,
      payment_details: { totalamount: 500 },
    });
    const { rows } = await test.sql(
      `SELECT string_agg(t::text, ' ') AS everything FROM (
         SELECT u::text FROM users u UNION ALL SELECT p::text FROM payments p UNION ALL SELECT n::text FROM notifications n
         UNION ALL SELECT a::text FROM activity a WHERE entity_id = $1) AS t`,
      [RAVI],
    );
    expect(rows[0].everything).toContain(PAYMENT);
    expect(rows[0].everything).not.toMatch(/Ravi|ravi|9876543210|RAVI10/);
  });

  it('[USER-06] records an activity entry with the names of the erased fields and without their values', async () => {
    await erase(RAVI);
    const [entry] = await activityOf(RAVI);
    expect(entry).toMatchObject({ action: 'deleted', entityName: null });
    expect(entry.changes).toContainEqual({ field: 'phone', before: null, after: null });
  });

  it('[USER-06] returns 404 when it is repeated, even concurrently', async () => {
    const both = await Promise.all([erase(RAVI), erase(RAVI)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
  });
});
