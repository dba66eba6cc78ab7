import { beforeAll, describe, expect, it } from 'vitest';
import { fileApplication } from '../../testing/file-application.ts';

const test = fileApplication({ now: new Date('2026-11-05T03:35:00Z') });
let owner: string;
let support: string;

beforeAll(async () => {
  owner = await test.signIn('owner');
  support = await test.signIn('support');
});

describe('[VIEW-04] the numbers of rows', () => {
  beforeAll(async () => {
    await test.sql(`
      INSERT INTO users (id, name, phone, created_at)
        SELECT lpad(to_hex(n), 24, '0'), 'Ravi ' || n, '98765' || lpad(n::text, 5, '0'), now() FROM generate_series(1, 1200) AS n`);
    await test.sql(`
      INSERT INTO bookings (id, customer_id, kind, status, created_at)
        SELECT lpad(to_hex(n), 24, '0'), lpad(to_hex(n), 24, '0'), CASE WHEN n <= 3 THEN 'emergency' ELSE 'services' END,
          CASE WHEN n <= 1001 THEN 'pending' ELSE 'completed' END,
          CASE WHEN n <= 5 THEN timestamptz '2026-11-04T12:00Z' ELSE timestamptz '2026-11-05T01:00Z' END
        FROM generate_series(1, 1200) AS n`);
  });
  const count = (list: string, given: object[], token = owner) =>
    test.send('POST', `/admin/views/counts/${list}`, { views: given }, token);

  it('are those of the list under the same filters, up to 1,000', async () => {
    const given = [
      {},
      { status: 'pending' },
      { status: 'completed' },
      { status: 'pending,completed', sort: 'date' },
      { kind: 'emergency' },
      { from: '2026-11-04', to: '2026-11-04' },
      { from: '2026-11-04', to: '2026-11-04', status: 'completed' },
      { userid: '000000000000000000000007' },
      { search: '00000000000000000000000' },
      { search: '9876500012' },
      { unassigned: 'true', waiting: 60 },
    ];
    const { status, body } = await count('bookings', given);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.counts).toEqual([1000, 1000, 199, 1000, 3, 5, 0, 1, 15, 1, 1000]);
    for (const [index, query] of given.entries()) {
      const asText = Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)]));
      const list = await test.get('/booking/admin/booking', asText, owner);
      expect(body.counts[index], JSON.stringify(query)).toBe(Math.min(list.body.total, 1000));
    }
  });

  it('are counted for every list, for those who may read it', async () => {
    for (const [list, views, counts] of [
      ['users', [{}, { search: 'Ravi 120', sort: '-wallet' }], [1000, 3]],
      ['mechanics', [{}, { status: 'pending' }], [0, 0]],
      ['payments', [{}, { status: 'paid', method: 'upi', sort: 'amount', from: '2026-01-01' }], [0, 0]],
      ['payments-out', [{}, { kind: 'loyalty', from: '2026-01-01' }], [0, 0]],
      ['notifications', [{}, { failed: true }], [0, 0]],
      ['activity', [{ entity: 'part' }], [0]],
      ['approvals', [{ state: 'waiting' }, { state: 'decided' }, { state: 'waiting' }], [0, 0, 0]],
    ] as const) {
      const { status, body } = await count(list, [...views]);
      expect([list, status, body.counts]).toEqual([list, 200, counts]);
    }
    expect((await count('activity', [{}], support)).status).toBe(403);
    expect((await count('payments', [{}], await test.signIn('reviewer'))).status).toBe(403);
  });

  it('are refused for a wrong filter and for too many views', async () => {
    const wrong = await count('bookings', [{}, { status: 'gone' }]);
    expect([wrong.status, wrong.body.errors[0].field]).toEqual([400, expect.stringContaining('status')]);
    expect(
      (
        await count(
          'bookings',
          Array.from({ length: 101 }, () => ({})),
        )
      ).status,
    ).toBe(400);
  });
});
