import { beforeAll, describe, expect, it } from 'vitest';
import { fileApplication } from '../../testing/file-application.ts';
import { moneyRecords } from '../../testing/money-records.ts';

const NOW = new Date('2026-03-14T06:30:00Z');
const MECHANIC = '65f0000000000000000000a2';

const test = fileApplication({ now: NOW });

// All combinations of statuses, kinds and mechanics: a booking every 7 minutes until now, and some bookings without a
// date.
const RECORDS = `
  INSERT INTO mechanics (id, name, status, created_at)
  SELECT substr(md5('mechanic ' || n), 1, 24), 'M ' || n,
    (ARRAY['pending', 'sent_for_verification', 'resent_for_verification', 'approved', 'rejected'])[1 + n % 5],
    '2026-03-01T00:00:00Z'::timestamptz + n * interval '1 hour' FROM generate_series(1, 40) AS n;
  INSERT INTO bookings (id, kind, status, mechanic_id, created_at)
  SELECT substr(md5('booking ' || n), 1, 24), (ARRAY['emergency', 'services', 'emergency', NULL])[1 + n % 4],
    (ARRAY['pending', 'accepted', 'arrived', 'completed', 'cancelled', NULL])[1 + n % 6],
    CASE WHEN n % 5 < 3 THEN substr(md5('mechanic ' || (1 + n % 40)), 1, 24) END,
    CASE WHEN n % 50 <> 0 THEN '${NOW.toISOString()}'::timestamptz - n * interval '7 minutes' END
  FROM generate_series(1, 300) AS n;
  INSERT INTO notifications (id, message, type, delivery, created_at)
  SELECT substr(md5('notification ' || n), 1, 24), 'x', 'all', (ARRAY['queued', 'delivered', 'failed'])[1 + n % 3],
    '2026-03-02T00:00:00Z'::timestamptz + n * interval '1 minute' FROM generate_series(1, 30) AS n;
  INSERT INTO webhook_endpoints (id, url, secret, is_enabled, disabled_reason, disabled_at, failing_since, created_at)
  VALUES ('65f0000000000000000000e1', 'https://a.example', 'x', true, NULL, NULL, '2026-03-13T00:00:00Z', now()),
    ('65f0000000000000000000e2', 'https://b.example', 'x', false, 'gone', '2026-03-12T00:00:00Z', NULL, now()),
    ('65f0000000000000000000e3', 'https://c.example', 'x', true, NULL, NULL, NULL, now()),
    ('65f0000000000000000000e4', 'https://d.example', 'x', false, 'switched_off', '2026-03-12T00:00:00Z', '2026-03-01T00:00:00Z', now())`;

beforeAll(async () => {
  await test.sql(RECORDS);
});

interface Item {
  readonly kind: string;
  readonly count: number;
  readonly oldestAt: string | null;
}

async function attention(as = test.token): Promise<Item[]> {
  const { status, body } = await test.get('/admin/attention', {}, as);
  expect(status).toBe(200);
  return body.data;
}
const itemOf = async (kind: string) => (await attention()).find((item) => item.kind === kind);
const list = async (path: string, query: Record<string, string>) =>
  (await test.get(path, { limit: '100', ...query })).body;

describe('[WORK-01] needs attention', () => {
  it.each([
    [
      'unassigned_emergencies',
      '/booking/admin/booking',
      { kind: 'emergency', unassigned: 'true', status: 'pending,accecpted,arrived' },
      "kind = 'emergency' AND mechanic_id IS NULL AND status IN ('pending', 'accepted', 'arrived')",
    ],
    [
      'waiting_bookings',
      '/booking/admin/booking',
      { status: 'pending', waiting: '30' },
      `status = 'pending' AND (created_at IS NULL OR created_at < '${NOW.toISOString()}'::timestamptz - interval '30 minutes')`,
    ],
    [
      'applications',
      '/mechanic/allmechnic',
      { status: 'pending,sendforverification,resendforverification' },
      "status IN ('pending', 'sent_for_verification', 'resent_for_verification')",
    ],
    ['failed_notifications', '/notification/getall', { failed: 'true' }, "delivery = 'failed'"],
  ])(
    'counts %s and returns the age of the oldest, and the linked list has exactly those rows',
    async (kind, path, query, where) => {
      const table =
        { '/booking/admin/booking': 'bookings', '/mechanic/allmechnic': 'mechanics' }[path] ?? 'notifications';
      const { rows } = await test.database.pool.query<{ id: string; created_at: Date | null }>(
        `SELECT id, created_at FROM ${table} WHERE ${where} ORDER BY created_at NULLS LAST`,
      );
      expect(rows.length).toBeGreaterThan(3);
      expect(await itemOf(kind)).toEqual({
        kind,
        count: rows.length,
        oldestAt: rows[0]?.created_at?.toISOString(),
      });
      const shown = await list(path, query);
      expect([
        shown.total ?? shown.totalUsers,
        shown.data.map(({ _id }: { _id: string }) => _id).toSorted(),
      ]).toEqual([rows.length, rows.map(({ id }) => id).toSorted()]);
    },
  );

  it('[ROAD-02] counts unclaimed emergencies for the badge of the roadside desk', async () => {
    const [first] = (await test.get('/admin/roadside')).body.data;
    const before = (await itemOf('unclaimed_emergencies'))?.count ?? 0;
    expect(first.state).toBe('new');
    expect(before).toBeGreaterThan(3);
    await test.send('POST', '/admin/roadside/shift', { isOnShift: true });
    await test.send('POST', `/admin/roadside/${first._id}/claim`);
    expect((await itemOf('unclaimed_emergencies'))?.count).toBe(before - 1);
    await test.send('POST', `/admin/roadside/${first._id}/release`);
    expect((await itemOf('unclaimed_emergencies'))?.count).toBe(before);
  });

  it('counts webhook endpoints that fail or were switched off after failures, but not those that a user switched off', async () => {
    expect(await itemOf('failing_endpoints')).toMatchObject({ count: 2, oldestAt: '2026-03-12T00:00:00.000Z' });
  });

  it('counts mechanics who are owed money, and their age since the last payout or first earning', async () => {
    expect(await itemOf('payouts_due')).toBeUndefined();
    const money = moneyRecords(test);
    await money.rates(10, 0);
    await money.mechanic(MECHANIC);
    await money.payment('65f0000000000000000000c1', { mechanic_id: MECHANIC, amount_paise: 50_000 });
    await money.post();
    expect(await itemOf('payouts_due')).toEqual({
      kind: 'payouts_due',
      count: 1,
      oldestAt: '2026-02-01T10:00:00.000Z',
    });
  });

  it('omits items that the role may not read, sorts by age, and requires a session', async () => {
    const kinds = (items: Item[]) => items.map(({ kind }) => kind);
    expect(kinds(await attention(await test.signIn('reviewer'))).toSorted()).toEqual([
      'applications',
      'unassigned_emergencies',
      'unclaimed_emergencies',
      'waiting_bookings',
    ]);
    expect(kinds(await attention(await test.signIn('support')))).toContain('failed_notifications');
    expect(kinds(await attention(await test.signIn('finance')))).toContain('payouts_due');
    const times = (await attention()).map(({ oldestAt }) => Date.parse(oldestAt ?? ''));
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    expect((await test.call('GET', '/admin/attention', {})).status).toBe(401);
  });
});

describe('[WORK-01] payments that disagree with their booking', () => {
  const [BOOKING, OTHER, FIRST, SECOND] = ['b1', 'b2', 'c5', 'c6'].map((end) => `65f00000000000000000f0${end}`) as [
    string,
    string,
    string,
    string,
  ];
  const disagreeing = async () =>
    (await list('/booking/get/payments', { disagrees: 'true' })).data.map(({ _id }: { _id: string }) => _id);

  it('are paid payments of unpaid bookings, regardless of which of the two changes first', async () => {
    const money = moneyRecords(test);
    const at = { booking_id: BOOKING, mechanic_id: MECHANIC };
    const step = async (change: Promise<void>, expected: readonly string[]) => {
      await change;
      await money.post();
      expect((await disagreeing()).toSorted()).toEqual(expected);
      expect((await itemOf('disagreeing_payments'))?.count ?? 0).toBe(expected.length);
    };
    const unpaid = { payment_status: 'pending', total_paise: 60_000 };
    await step(money.booking(BOOKING, unpaid), []);
    await step(money.payment(FIRST, { ...at, amount_paise: 20_000 }), [FIRST]);
    // The amount of the booking includes the advance.
    await step(money.booking(BOOKING, { ...unpaid, paid_paise: 20_000 }), []);
    await step(money.payment(SECOND, { ...at, amount_paise: 40_000 }), [FIRST, SECOND]);
    await step(money.payment(SECOND, { ...at, amount_paise: 40_000, status: 'refunded' }), []);
    await step(money.payment(SECOND, { ...at, amount_paise: 40_000 }), [FIRST, SECOND]);
    await step(money.booking(BOOKING, { ...unpaid, payment_status: 'paid', paid_paise: 60_000 }), []);
    await step(money.booking(BOOKING, { ...unpaid, paid_paise: 60_000 }), [FIRST, SECOND]);
    await step(money.booking(OTHER, { ...unpaid, payment_status: 'paid' }), [FIRST, SECOND]);
    await step(money.payment(SECOND, { amount_paise: 40_000, booking_id: OTHER }), []);
    await step(money.booking(OTHER, { ...unpaid, paid_paise: 40_000 }), []);
    await step(money.booking(OTHER, { ...unpaid, paid_paise: 40_000, total_paise: 40_000 }), [SECOND]);
    await step(money.payment(SECOND, { amount_paise: 40_000, booking_id: null }), []);
  });
});
