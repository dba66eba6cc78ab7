import { readXlsx } from 'hucre';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectFieldErrors } from '../../testing/expect-error.ts';
import { fileApplication } from '../../testing/file-application.ts';

const test = fileApplication({ now: new Date('2026-11-04T20:00:00Z') });

const id = (kind: string, number: number) => `65f000000000000000000${kind}${number}${number}`;
const CUSTOMER = id('a', 1);
const MECHANIC = id('b', 1);
const SERVICE = id('c', 1);
const SECRETS = ['00998877665544', '998877665544', 'secret-aadhaar', 'shop-photo'];

beforeAll(async () => {
  const { pool } = test.database;
  await pool.query(
    `INSERT INTO users (id, name, email, phone, created_at, wallet_paise) VALUES
      ($1, '=1+1', 'asha@example.in', '09876543210', '2026-02-01T20:00:00Z', 12345),
      ($2, 'Bala', 'bala@example.in', '+919876500000', '2026-02-02T20:00:00Z', NULL)`,
    [CUSTOMER, id('a', 2)],
  );
  await pool.query(
    `INSERT INTO mechanics (id, name, phone, status, created_at, shop_photo) VALUES
      ($1, 'Ravi', '9876511111', 'approved', '2026-02-01T20:00:00Z', 'https://files.example/shop-photo.jpg'),
      ($2, 'Sita', '9876522222', 'pending', '2026-02-02T20:00:00Z', NULL),
      ($3, 'Tara', '9876533333', 'rejected', '2026-02-03T20:00:00Z', NULL)`,
    [MECHANIC, id('b', 2), id('b', 3)],
  );
  await pool.query(
    `INSERT INTO bookings (id, kind, status, customer_id, mechanic_id, total_paise, created_at)
     SELECT '65f00000000000000000d0' || lpad(to_hex(n), 2, '0'), (ARRAY['services', 'emergency'])[1 + n % 2],
       (ARRAY['pending', 'accepted', 'completed'])[1 + n % 3], $1, CASE WHEN n % 3 > 0 THEN $2 END, n * 100,
       '2026-03-01T20:00:00Z'::timestamptz + n * interval '1 day'
     FROM generate_series(1, 30) AS n`,
    [CUSTOMER, MECHANIC],
  );
  await pool.query(
    `INSERT INTO payments (id, status, method, amount_paise, customer_id, transacted_at)
     SELECT '65f00000000000000000e0' || lpad(to_hex(n), 2, '0'), (ARRAY['paid', 'pending'])[1 + n % 2],
       (ARRAY['upi', 'cash'])[1 + n % 2], n % 7 * 1050, $1, '2026-03-01T20:00:00Z'::timestamptz + n * interval '1 day'
     FROM generate_series(1, 20) AS n`,
    [CUSTOMER],
  );
  await pool.query(
    `INSERT INTO notifications (id, message, type, user_id, created_at) VALUES
      ('65f000000000000000000f01', 'Monsoon offer', 'all', NULL, '2026-03-01'), ('65f000000000000000000f02', 'Pay soon', 'user', $1, '2026-03-02')`,
    [CUSTOMER],
  );
  await pool.query(
    `INSERT INTO services (id, name, vehicle_type, created_at) VALUES ($1, 'Car wash', 'car', '2026-01-01'), ($2, 'Oil', 'bike', '2026-01-02')`,
    [SERVICE, id('c', 2)],
  );
  await pool.query(
    `INSERT INTO parts (id, service_id, name, price_paise) VALUES ($2, $1, 'Brake pad', 45050), ($3, $1, 'Bulb', 1000)`,
    [SERVICE, id('c', 3), id('c', 4)],
  );
  await pool.query(
    `INSERT INTO sos_services (id, name, vehicle_type, price_paise) VALUES ($1, 'Towing', 'car', 100000), ($2, 'Puncture', 'bike', 5000)`,
    [id('c', 5), id('c', 6)],
  );
  await pool.query(
    `INSERT INTO slots (id, start_time, end_time, duration) VALUES ($1, '09:00', '10:00', '1 hour'), ($2, '10:00', '12:00', '2 hours')`,
    [id('c', 7), id('c', 8)],
  );
  await pool.query(
    `INSERT INTO vehicle_models (id, company_name, created_at) VALUES ($1, 'Bajaj', '2026-01-01'), ($2, 'Tata', '2026-01-02')`,
    [id('c', 9), id('d', 9)],
  );
});

const { get } = test;

/** Returns the rows of an exported workbook as objects by heading. */
async function exported(name: string, query: Record<string, string> = {}) {
  const response = await test.app.inject({
    method: 'GET',
    url: `/api/v1/admin/export/${name}`,
    query: { ...query, format: 'xlsx' },
    headers: { token: test.token },
  });
  expect(response.statusCode, response.body).toBe(200);
  const [sheet] = (await readXlsx(response.rawPayload)).sheets;
  const [headings = [], ...rows] = sheet?.rows ?? [];
  expect(response.headers['x-total-rows']).toBe(String(rows.length));
  return rows.map((row) => Object.fromEntries(headings.map((heading, index) => [heading, row[index] ?? null])));
}
const idsOf = (rows: readonly Record<string, unknown>[]) => rows.map((row) => Object.values(row)[0]);

/** Returns the ids of all pages of a list. */
async function listed(path: string, query: Record<string, string>): Promise<string[]> {
  const { body } = await get(path, { ...query, page: '1', limit: '100' });
  const rows: { _id: string }[] = body.data ?? body;
  return rows.map(({ _id }) => _id);
}

describe('[VIEW-08] the export of a list', () => {
  it.each([
    ['bookings', '/booking/admin/booking', {}],
    ['bookings', '/booking/admin/booking', { status: 'pending,accecpted' }],
    ['bookings', '/booking/admin/booking', { kind: 'emergency', unassigned: 'true' }],
    ['bookings', '/booking/admin/booking', { from: '2026-03-05', to: '2026-03-12', sort: 'date' }],
    ['bookings', '/booking/admin/booking', { search: 'd01' }],
    ['bookings', '/booking/admin/booking', { mechanicid: MECHANIC, status: 'completed' }],
    ['payments', '/booking/get/payments', { status: 'paid' }],
    ['payments', '/booking/get/payments', { userId: CUSTOMER, from: '2026-03-10' }],
    ['payments', '/booking/get/payments', { sort: '-amount' }],
    ['users', '/user/allusers', {}],
    ['users', '/user/allusers', { search: 'bala', sort: 'date' }],
    ['mechanics', '/mechanic/allmechnic', { status: 'approve,pending' }],
    ['mechanics', '/mechanic/allmechnic', { search: '98765222' }],
    ['notifications', '/notification/getall', {}],
    ['services', '/service/getall', {}],
    ['slots', '/slot/getall', {}],
  ])('exports the rows of %s listed by %s, in the order of %j', async (name, path, query) => {
    const rows = await listed(path, query as Record<string, string>);
    expect(rows.length).toBeGreaterThan(0);
    expect(idsOf(await exported(name, query as Record<string, string>))).toEqual(rows);
  });

  it.each([
    ['services', { search: 'WASH' }, ['Car wash']],
    ['sos-services', { search: 'bike' }, ['Puncture']],
    ['vehicle-models', { search: 'ta' }, ['Tata']],
    ['slots', { search: '2 hours' }, ['10:00']],
    ['parts', { service: SERVICE, search: 'bulb' }, ['Bulb']],
    ['notifications', { search: 'OFFER' }, ['Monsoon offer']],
    ['notifications', { search: 'monsoon off' }, ['Monsoon offer']],
  ])('exports the rows of %s that match the search %j', async (name, query, found) => {
    const rows = await exported(name, query as Record<string, string>);
    expect(rows).toHaveLength(found.length);
    expect(Object.values(rows[0] ?? {})).toContain(found[0]);
  });

  it('contains amounts as numbers, ids and phone numbers as text, business dates, and no formulas', async () => {
    const [, asha] = await exported('users');
    expect(asha).toMatchObject({
      'Customer ID': CUSTOMER,
      Name: '=1+1',
      Phone: '09876543210',
      'Wallet (INR)': 123.45,
      Blocked: 'No',
      Joined: new Date('2026-02-02T01:30:00Z'),
    });
  });

  it('has neither bank accounts nor documents of mechanics', async () => {
    await test.sql(
      `UPDATE mechanics SET bank_account_number = '00998877665544', aadhaar_card = 'https://files.example/secret-aadhaar' WHERE id = $1`,
      [MECHANIC],
    );
    const { body } = await get('/admin/export/mechanics');
    for (const secret of SECRETS) expect(body).not.toContain(secret);
    expect(body.split('\r\n')[0]).not.toMatch(/bank|account|aadhaar|photo/i);
  });

  it.each([
    ['bookings', ['65f00000000000000000d005', '65f00000000000000000d002']],
    ['users', [CUSTOMER]],
    ['mechanics', [id('b', 3), MECHANIC]],
    ['payments', ['65f00000000000000000e003']],
    ['payouts', [MECHANIC]],
    ['notifications', ['65f000000000000000000f01']],
    ['activity', ['2', '1']],
  ])(
    '[VIEW-07] exports only the selected rows of %s, in the list’s order, and logs their number',
    async (list, ids) => {
      const selected = await test.send('POST', '/admin/selections', { list, ids });
      expect(selected.status).toBe(200);
      const rows = await exported(list, { selection: selected.body.selection });
      expect(idsOf(rows)).toEqual(ids);
      const { body } = await get('/admin/activity', { action: 'exported', limit: '1', page: '1' });
      expect(
        body.data[0].changes.map(({ field, after }: { field: string; after: unknown }) => [field, after]),
      ).toEqual([
        ['table', list],
        ['marked', ids.length],
        ['rows', ids.length],
      ]);
    },
  );

  it('[VIEW-07] accepts 10,000 selected rows, and rejects a larger selection and ids of other lists', async () => {
    const select = (list: string, ids: readonly string[]) => test.send('POST', '/admin/selections', { list, ids });
    const many = Array.from({ length: 10_001 }, (_, n) => `65f0000000000000000${String(n).padStart(5, '0')}`);
    expect((await select('users', many)).body.errors).toEqual([
      { field: 'ids', message: 'must be 1 to 10000 ids' },
    ]);
    const { body } = await select('users', [...many.slice(0, 9_999), CUSTOMER]);
    expect(idsOf(await exported('users', { selection: body.selection }))).toEqual([CUSTOMER]);
    expect((await select('users', ['12'])).body.errors).toEqual([
      { field: 'ids', message: 'must be ids of users' },
    ]);
    expect((await select('activity', [CUSTOMER])).status).toBe(400);
    expect((await select('activity', ['9'.repeat(24)])).status).toBe(400);
    expect((await select('users', [])).status).toBe(400);
    expect((await select('secrets', [CUSTOMER])).status).toBe(400);
  });

  it('[VIEW-07] includes the selected rows regardless of the filters', async () => {
    const { body } = await test.send('POST', '/admin/selections', { list: 'users', ids: [CUSTOMER] });
    const query = { selection: body.selection, search: 'nobody has this' };
    expect(idsOf(await exported('users', query))).toEqual([CUSTOMER]);
  });

  it('[VIEW-07] rejects a selection of another user or another list, and one older than an hour', async () => {
    const { body } = await test.send('POST', '/admin/selections', { list: 'users', ids: [CUSTOMER] });
    const status = async (list: string, by: string) =>
      (await test.get(`/admin/export/${list}`, { selection: body.selection }, by)).status;
    expect(await status('users', await test.signIn())).toBe(400);
    expect(await status('mechanics', test.token)).toBe(400);
    expect(await status('users', test.token)).toBe(200);
    const { now } = test.clock;
    test.clock.now = new Date(now.getTime() + 61 * 60_000);
    const { rows } = await test.database.pool.query<{ id: string }>('SELECT max(admin_id) AS id FROM selections');
    expect(await status('users', await test.signInAs(rows[0]?.id ?? ''))).toBe(400);
    test.clock.now = now;
  });

  it('is logged with its filters and the number of rows, and rejects an unknown format', async () => {
    await exported('bookings', { status: 'pending', kind: 'emergency' });
    const { body } = await get('/admin/activity', { action: 'exported', limit: '1', page: '1' });
    const facts = body.data[0].changes.map(({ field, after }: { field: string; after: unknown }) => [field, after]);
    expect(facts).toEqual([
      ['table', 'bookings'],
      ['status', 'pending'],
      ['kind', 'emergency'],
      ['rows', 5],
    ]);
    await expectFieldErrors(get('/admin/export/bookings', { format: 'pdf' }), 'format');
  });
});
