import { beforeAll, describe, expect, it } from 'vitest';
import { expectFieldErrors } from '../../testing/expect-error.ts';
import { fileApplication } from '../../testing/file-application.ts';

const test = fileApplication();

/** The parts of a list response that these tests read. */
interface ListBody {
  readonly status: boolean;
  readonly total: number;
  readonly totalPages: number;
  readonly currentPage: number;
  readonly data: { readonly _id: string; readonly status: string | null }[];
}

const WIRE_STATUSES: Readonly<Record<string, string>> = {
  pending: 'pending',
  accepted: 'accecpted',
  arrived: 'arrived',
  completed: 'completed',
  user_confirmed: 'userconform',
  rating_given: 'ratinggiven',
  cancelled: 'cancelled',
};

// Many days have few bookings, and one day has many bookings at the same instant. Some bookings have no date, and
// some are stubs or erased.
const MANY_BOOKINGS = `
  INSERT INTO bookings (id, record_state, kind, status, created_at)
  SELECT substr(md5('booking ' || n), 1, 24),
    CASE WHEN n % 97 = 0 THEN 'stub' WHEN n % 89 = 0 THEN 'erased' ELSE 'full' END,
    CASE WHEN n % 3 = 0 THEN 'emergency' WHEN n % 7 > 0 THEN 'services' END,
    (ARRAY['pending', 'accepted', 'arrived', 'completed', 'completed', 'completed', 'user_confirmed', 'rating_given', 'cancelled', 'on_hold', NULL])[1 + n % 11],
    CASE WHEN n % 100 = 7 THEN NULL
         WHEN n % 4 = 0 THEN '2026-02-03T18:29:59.999Z'::timestamptz + (n % 8 / 4) * interval '1 millisecond'
         ELSE '2025-12-01T00:00:00Z'::timestamptz + (n * 7919 % 9000) * interval '15 minutes' END
  FROM generate_series(1, 1900) AS n`;

beforeAll(async () => {
  await test.sql(MANY_BOOKINGS);
});

async function list(query: Record<string, string> = {}): Promise<ListBody> {
  const response = await test.get('/booking/admin/booking', query);
  expect(response.status).toBe(200);
  return response.body;
}

/** Returns the ids in the order of a plain statement. */
async function idsInOrder(condition = 'true', values: string[] = []): Promise<string[]> {
  const { rows } = await test.database.pool.query<{ id: string }>(
    `SELECT id FROM bookings WHERE record_state = 'full' AND ${condition}
     ORDER BY created_at DESC NULLS LAST, id COLLATE "C" DESC`,
    values,
  );
  return rows.map(({ id }) => id);
}

const idsOf = ({ data }: ListBody) => data.map(({ _id }) => _id);

async function everyPage(query: Record<string, string>, limit: number, expected: string[]): Promise<void> {
  const pageCount = Math.ceil(expected.length / limit);
  for (let page = 1; page <= pageCount; page += 1) {
    const body = await list({ ...query, page: String(page), limit: String(limit) });
    expect(idsOf(body), `page ${page}`).toEqual(expected.slice((page - 1) * limit, page * limit));
    expect([body.total, body.totalPages, body.currentPage]).toEqual([expected.length, pageCount, page]);
  }
}

describe('[API-03, BOOK-03] the list of bookings', () => {
  it('returns ten bookings per page by default, newest first', async () => {
    const body = await list();
    const expected = await idsInOrder();
    expect(body.status).toBe(true);
    expect(idsOf(body)).toEqual(expected.slice(0, 10));
    expect([body.total, body.totalPages, body.currentPage]).toEqual([
      expected.length,
      Math.ceil(expected.length / 10),
      1,
    ]);
  });

  it.each([7, 100])(
    'is in order on every page of %i, near the start and far from it, with correct totals',
    async (limit) => {
      await everyPage({}, limit, await idsInOrder());
    },
  );

  it.each(Object.entries(WIRE_STATUSES))(
    '[BOOK-02] lists the bookings with status %s on every page',
    async (status, wireWord) => {
      const expected = await idsInOrder('status = $1', [status]);
      await everyPage({ status: wireWord }, 50, expected);
      const body = await list({ status: wireWord, limit: '100' });
      expect(new Set(body.data.map((booking) => booking.status))).toEqual(new Set([wireWord]));
    },
  );

  it('[BOOK-02, API-14] ignores an empty status and "all"', async () => {
    const all = await list();
    expect(await list({ status: 'all' })).toEqual(all);
    expect(await list({ status: '', search: '', page: '', limit: '' })).toEqual(all);
  });

  it('[API-14] returns no rows and correct totals beyond the last page', async () => {
    const { total } = await list();
    const past = Math.ceil(total / 10) + 1;
    for (const page of [past, past + 1, 100_000, 1_000_000_000]) {
      const body = await list({ page: String(page) });
      expect(body).toEqual({ status: true, data: [], total, totalPages: past - 1, currentPage: page });
    }
    const pending = await list({ status: 'pending', page: '1000000000', limit: '100' });
    expect([pending.data.length, pending.total]).toEqual([0, (await idsInOrder("status = 'pending'")).length]);
  });
});

describe('[BOOK-01] the booking search', () => {
  it('matches any part of an id, ignoring case and surrounding spaces', async () => {
    const [id = ''] = (await idsInOrder()).slice(700);
    for (const part of [id, id.slice(-6), id.slice(-8).toUpperCase(), id.slice(0, 10), id.slice(5, 19)])
      for (const search of [part, `  ${part}\t`]) {
        const expected = await idsInOrder('id LIKE $1', [`%${part.toLowerCase()}%`]);
        const body = await list({ search });
        expect(idsOf(body)).toEqual(expected.slice(0, 10));
        expect(body.total).toBe(expected.length);
        expect(idsOf(await list({ search, limit: '100' }))).toContain(id);
      }
  });

  it('returns all matches of a short fragment in pages, also combined with a status', async () => {
    await everyPage({ search: 'A' }, 60, await idsInOrder("id LIKE '%a%'"));
    await everyPage({ search: '1f' }, 20, await idsInOrder("id LIKE '%1f%'"));
    await everyPage(
      { search: '1f', status: 'completed' },
      5,
      await idsInOrder("id LIKE '%1f%' AND status = 'completed'"),
    );
  });

  it('treats pattern characters and quotes literally, so they match nothing', async () => {
    for (const search of ['%', '_', '\\', "' OR true --", '$1', '[0-9]', '🛵', 'x'.repeat(200)])
      expect(await list({ search })).toEqual({ status: true, data: [], total: 0, totalPages: 0, currentPage: 1 });
  });
});

describe('the filters and sort orders of bookings', () => {
  it.each<[string, Record<string, string>, string]>([
    ['[VIEW-03] two statuses', { status: 'cancelled, accecpted' }, "status IN ('accepted', 'cancelled')"],
    ['[VIEW-03] a kind', { kind: 'emergency' }, "kind = 'emergency'"],
    [
      '[VIEW-03] a kind and a status, without a mechanic',
      { kind: 'services', unassigned: 'true', status: 'pending' },
      "kind = 'services' AND mechanic_id IS NULL AND status = 'pending'",
    ],
    ['[VIEW-01] a day of the business', { from: '2026-02-03', to: '2026-02-03' }, "day = '2026-02-03'"],
    ['[VIEW-01] days from', { from: '2026-02-04' }, "day >= '2026-02-04'"],
    ['[VIEW-01] days until', { to: '2025-12-31' }, "day <= '2025-12-31'"],
    ['[VIEW-02] newest first', { sort: '-date', status: 'pending' }, "status = 'pending'"],
  ])('%s', async (_name, query, condition) => {
    const day = "(created_at AT TIME ZONE 'Asia/Kolkata')::date";
    const expected = await idsInOrder(condition.replace('day', day));
    expect(expected.length).toBeGreaterThan(20);
    await everyPage(query, 50, expected);
  });

  it('[VIEW-02] returns the oldest bookings first on request', async () => {
    await everyPage({ sort: 'date' }, 100, (await idsInOrder()).reverse());
  });

  it('[VIEW-01] rejects a range that ends before it starts, also in the export, and counts 0 for a view with such a range', async () => {
    const query = { from: '2026-02-04', to: '2026-02-03' };
    for (const path of ['/booking/admin/booking', '/admin/export/bookings'])
      await expectFieldErrors(test.get(path, query), 'to', path);
    const { body } = await test.send('POST', '/admin/views/counts/bookings', { views: [query] });
    expect(body.counts).toEqual([0]);
  });
});

describe('[API-14] invalid queries', () => {
  it.each([
    ['page=0', 'page'],
    ['page=1e3', 'page'],
    ['page=99999999999999999999', 'page'],
    ['page=1&page=2', 'page'],
    ['limit=101', 'limit'],
    ['status=user_confirmed', 'status'],
    ['status=Pending', 'status'],
    ['status=pending,nonsense', 'status'],
    ['kind=services,emergency', 'kind'],
    ['sort=amount', 'sort'],
    ['from=2026-02-30', 'from'],
    ['search=abc%00def', 'search'],
    [`search=${'a'.repeat(201)}`, 'search'],
  ])('return 400 and name the parameter: %s', async (query, field) => {
    const { status, body } = await test.get(`/booking/admin/booking?${query}`);
    expect(status).toBe(400);
    expect(body.status).toBe(false);
    expect(body.errors.map((problem: { field: string }) => problem.field)).toEqual([field]);
    expect(body.message).toMatch(new RegExp(`^${field} `));
  });

  it('return every error at once, and ignore unknown parameters', async () => {
    const { body } = await test.get('/booking/admin/booking?page=0&limit=0&status=x');
    expect(body.errors.map((problem: { field: string }) => problem.field)).toEqual(['page', 'limit', 'status']);
    const known = await list();
    const odd = '/booking/admin/booking?order=id&__proto__=1&constructor=2&page[$gt]=1&toString=3';
    expect((await test.get(odd)).body).toEqual(known);
  });
});

describe('[BOOK-04, BOOK-08, BOOK-10] a booking in the API', () => {
  it('has all fields with their API names, populated people, amounts in rupees, and the longitude first', async () => {
    await test.sql(`
      INSERT INTO users (id, name, email, phone) VALUES ('65f0000000000000000000aa', 'प्रिया शर्मा', 'priya@example.com', '9876543210');
      INSERT INTO mechanics (id, name) VALUES ('65f0000000000000000000bb', 'Ravi Kumar');
      INSERT INTO bookings (id, kind, status, payment_status, services, scheduled_at, latitude, longitude, rating, customer_id, mechanic_id,
        total_paise, paid_paise, due_paise, discount_paise, platform_fee_paise, mechanic_charge_paise, service_cost_paise,
        price_per_km_paise, additional_service_cost_paise, created_at, updated_at)
      VALUES ('fffffffffffffffffffffff1', 'services', 'accepted', 'pending', '[{"name": "Oil change", "pricePaise": 49950}]',
        '2027-02-01T04:30:00Z', 19.076, 72.8777, 4.5, '65f0000000000000000000aa', '65f0000000000000000000bb',
        123456, 100000, 23456, 50, 4900, 15000, 49950, 0, 1, '2027-01-31T20:00:00.123Z', NULL)`);
    const { body } = await test.get('/booking/admin/booking?limit=1');
    expect(body.data[0]).toEqual({
      _id: 'fffffffffffffffffffffff1',
      bookingtype: 'services',
      status: 'accecpted',
      payment_status: 'pending',
      services: [{ servicename: 'Oil change', price: 499.5 }],
      problem: null,
      service_date: '2027-02-01T04:30:00.000Z',
      createdAt: '2027-01-31T20:00:00.123Z',
      updatedAt: null,
      userLocation: { coordinates: [72.8777, 19.076] },
      reviewstar: 4.5,
      userid: {
        _id: '65f0000000000000000000aa',
        name: 'प्रिया शर्मा',
        phone_number: '9876543210',
        email: 'priya@example.com',
      },
      mechanicid: { _id: '65f0000000000000000000bb', name: 'Ravi Kumar', phone_number: null, email: null },
      payment_details: { totalamount: 1234.56, paidamount: 1000, dueamount: 234.56, discount: 0.5 },
      payment_ser_summary: {
        platform_fee: 49,
        mechanic_charge: 150,
        service_cost: 499.5,
        price_per_km: 0,
        additional_service_cost: 0.01,
      },
      payment_emerg_summary: null,
    });
  });

  it('[USER-06] contains only the id of an erased or unknown customer', async () => {
    await test.sql(`
      INSERT INTO users (id, record_state) VALUES ('65f0000000000000000000ac', 'erased');
      INSERT INTO bookings (id, kind, customer_id, created_at, total_paise) VALUES ('fffffffffffffffffffffff2', 'emergency', '65f0000000000000000000ac', '2027-03-01', 5)`);
    const { body } = await test.get('/booking/admin/booking?limit=1');
    expect(body.data[0]).toMatchObject({
      _id: 'fffffffffffffffffffffff2',
      userid: { _id: '65f0000000000000000000ac', name: null, phone_number: null, email: null },
      mechanicid: null,
      payment_ser_summary: null,
      payment_emerg_summary: { platform_fee: null },
      payment_details: { totalamount: 0.05, paidamount: null },
    });
  });
});
