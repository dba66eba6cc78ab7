import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApplication, type TestApplication } from '../../testing/test-application.ts';

let test: TestApplication;
let token: string;

// Some statuses and kinds are missing, some bookings are of the last moment of a day in India or the first of the next one.
const BOOKINGS = `
  INSERT INTO bookings (id, kind, status, created_at)
  SELECT substr(md5('booking ' || n), 1, 24), (ARRAY['emergency', 'services', 'services', NULL])[1 + n % 4],
    (ARRAY['pending', 'accepted', 'completed', 'cancelled', NULL])[1 + n % 5],
    CASE WHEN n % 3 = 0 THEN '2026-02-03T18:29:59.999Z'::timestamptz + (n % 2) * interval '1 millisecond'
         ELSE '2025-12-01T00:00:00Z'::timestamptz + (n * 7919 % 9000) * interval '15 minutes' END
  FROM generate_series(1, 400) AS n`;

beforeAll(async () => {
  test = await createTestApplication();
  await test.database.pool.query(BOOKINGS);
  token = await test.signIn();
});
afterAll(() => test.drop());

interface ListBody {
  readonly total: number;
  readonly data: { readonly _id: string }[];
}

async function list(query: Record<string, string>): Promise<ListBody> {
  const answer = await test.call('GET', '/booking/admin/booking', { token, query });
  expect(answer.status).toBe(200);
  return answer.body;
}

/** The ids as a plain statement orders them. */
async function idsInOrder(condition = 'true'): Promise<string[]> {
  const { rows } = await test.database.pool.query<{ id: string }>(
    `SELECT id FROM bookings WHERE ${condition} ORDER BY created_at DESC, id COLLATE "C" DESC`,
  );
  return rows.map(({ id }) => id);
}

async function everyPage(query: Record<string, string>, limit: number, expected: readonly string[]): Promise<void> {
  expect(expected.length).toBeGreaterThan(0);
  for (let page = 1; page <= Math.ceil(expected.length / limit) + 1; page += 1) {
    const { total, data } = await list({ ...query, limit: String(limit), page: String(page) });
    expect(total).toBe(expected.length);
    expect(data.map(({ _id }) => _id)).toEqual(expected.slice((page - 1) * limit, page * limit));
  }
}

describe('filters and orders', () => {
  it('[VIEW-03] takes several statuses, and the single value as before', async () => {
    const expected = await idsInOrder("status IN ('accepted', 'cancelled')");
    await everyPage({ status: 'accecpted,cancelled' }, 20, expected);
    await everyPage({ status: 'cancelled, accecpted' }, 100, expected);
    await everyPage({ status: 'accecpted' }, 50, await idsInOrder("status = 'accepted'"));
  });

  it('[VIEW-03] takes the kind and those without a mechanic', async () => {
    await everyPage({ kind: 'emergency' }, 50, await idsInOrder("kind = 'emergency'"));
    const waiting = await idsInOrder("kind = 'services' AND mechanic_id IS NULL AND status = 'pending'");
    await everyPage({ kind: 'services', unassigned: 'true', status: 'pending' }, 20, waiting);
    expect((await list({ unassigned: 'false' })).total).toBe((await list({})).total);
  });

  it('[VIEW-01] takes days of the business, both included', async () => {
    const made = (condition: string) => idsInOrder(`(created_at AT TIME ZONE 'Asia/Kolkata')::date ${condition}`);
    await everyPage({ from: '2026-02-03', to: '2026-02-03' }, 50, await made("= '2026-02-03'"));
    await everyPage({ from: '2026-02-04' }, 50, await made(">= '2026-02-04'"));
    await everyPage({ to: '2025-12-31' }, 50, await made("<= '2025-12-31'"));
  });

  it('[VIEW-01] rejects days that end before they begin and names the field, also in the export; a view of them counts 0', async () => {
    const query = { from: '2026-02-04', to: '2026-02-03' };
    for (const path of [
      '/booking/admin/booking',
      '/admin/export/bookings',
      '/admin/activity',
      '/admin/payments-out',
    ]) {
      const { status, body } = await test.call('GET', path, { token, query });
      expect([path, status, body.errors]).toEqual([
        path,
        400,
        [{ field: 'to', message: 'must not be before from' }],
      ]);
    }
    const counted = await test.call('POST', '/admin/views/counts/bookings', {
      token,
      body: { views: [query, {}] },
    });
    expect(counted.body.counts).toEqual([0, 400]);
  });

  it('[VIEW-02] is oldest first on request', async () => {
    await everyPage({ sort: 'date' }, 100, (await idsInOrder()).reverse());
    await everyPage({ sort: '-date', status: 'pending' }, 50, await idsInOrder("status = 'pending'"));
  });
});
