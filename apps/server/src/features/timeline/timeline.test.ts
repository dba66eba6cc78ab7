import { BOOKING_STATUS_SPELLINGS } from '@wayside/contract/lists';
import { ROLES, type Role, roleMay } from '@wayside/contract/roles';
import type { TimelineEntity } from '@wayside/contract/timeline';
import { PERMISSIONS } from '@wayside/contract/wire/permissions';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fileApplication } from '../../testing/file-application.ts';
import { testId } from '../../testing/import-database.ts';
import { emptyDatabase } from '../../testing/import-run.ts';
import { serviceKeyHeader } from '../../testing/service-key.ts';
import { countRowsRead, explainStatement } from '../../testing/statement-plan.ts';
import { TIMELINES } from './timeline.ts';

const test = fileApplication({ now: new Date('2026-03-14T11:20:00Z') });
let headers: { authorization: string };
beforeAll(async () => {
  headers = await serviceKeyHeader(test.database, 'bookings');
});
const send = (collection: string, body: unknown) => test.call('POST', `/ingest/${collection}`, { headers, body });
const { sql } = test;

let ravi: string;
let suresh: string;
let bookingId: string;
let last = 0x100000;
const AT = '2026-03-01T10:00:00.000Z';
const minutes = (count: number) => new Date(Date.parse(AT) + count * 60_000).toISOString();

beforeEach(async () => {
  await emptyDatabase(test.database);
  // Each test uses new records because activity entries remain.
  [ravi, suresh, bookingId] = [testId(++last), testId(++last), testId(++last)];
  await sql(`INSERT INTO users (id, name, phone, created_at) VALUES ($1, 'Ravi Kumar', '9876543210', $2)`, [
    ravi,
    AT,
  ]);
  await sql(`INSERT INTO mechanics (id, name, status, created_at) VALUES ($1, 'Suresh Patil', 'approved', $2)`, [
    suresh,
    AT,
  ]);
});

interface Entry {
  readonly kind: string;
  readonly id: string;
  readonly at: string | null;
  readonly status: string | null;
  readonly text: string | null;
}

const timeline = (entity: TimelineEntity, of: string, query: Record<string, string> = {}, as = test.token) =>
  test.get(`/admin/timeline/${entity}/${of}`, query, as);
const counts = (entity: TimelineEntity, of: string, as = test.token) =>
  test.get(`/admin/record-counts/${entity}/${of}`, {}, as);

async function everyEntry(entity: TimelineEntity, of: string): Promise<Entry[]> {
  const found: Entry[] = [];
  for (let before: string | null = ''; before !== null; ) {
    const { status, body } = await timeline(entity, of, before === '' ? {} : { before });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.data.length).toBeLessThanOrEqual(20);
    found.push(...body.data);
    before = body.next;
  }
  return found;
}

/** Adds one record of each kind that a person's timeline lists, all at the same instant. */
async function addEachKind(): Promise<void> {
  await sql(
    `INSERT INTO bookings (id, kind, status, customer_id, mechanic_id, created_at) VALUES ($1, 'services', 'pending', $2, $3, $4)`,
    [bookingId, ravi, suresh, AT],
  );
  await sql(
    `INSERT INTO payments (id, booking_id, customer_id, mechanic_id, amount_paise, method, status, created_at) VALUES ($1, $2, $3, $4, 12345, 'cash', 'paid', $5)`,
    [testId(10), bookingId, ravi, suresh, AT],
  );
  await sql(
    `INSERT INTO payouts (id, mechanic_id, amount_paise, method, transaction_id, paid_at) VALUES ($1, $2, 500, 'upi', 'T1', $3)`,
    [testId(11), suresh, AT],
  );
  await sql(
    `INSERT INTO notifications (id, message, type, user_id, created_at) VALUES ($1, 'To Ravi', 'user', $2, $3)`,
    [testId(12), ravi, AT],
  );
  await sql(
    `INSERT INTO notifications (id, message, type, mechanic_id, created_at) VALUES ($1, 'To Suresh', 'mechanic', $2, $3)`,
    [testId(13), suresh, AT],
  );
  await test.send('POST', '/admin/notes', { entity: 'booking', id: bookingId, text: 'Called him.' });
  await test.get(`/user/blockuser/${ravi}`);
  await test.get(`/mechanic/blockmechnic/${suresh}`);
}

const kindsOf = (rows: readonly Entry[]) => rows.map(({ kind }) => kind).toSorted();

describe('the timeline of a person', () => {
  it('[PEOP-02] has bookings, payments, payouts, notes, notifications and status changes, newest first', async () => {
    await addEachKind();
    await sql('UPDATE bookings SET status = $2, updated_at = $3 WHERE id = $1', [
      bookingId,
      'accepted',
      minutes(5),
    ]);
    const ofRavi = await everyEntry('user', ravi);
    expect(kindsOf(ofRavi)).toEqual([
      'booking_created',
      'booking_status',
      'note',
      'notification',
      'payment',
      'person_created',
      'person_status',
    ]);
    expect(ofRavi.map(({ at }) => at)).toEqual(
      ofRavi
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
    expect(ofRavi.find(({ kind }) => kind === 'payment')).toMatchObject({
      recordId: testId(10),
      status: 'paid',
      amount: 123.45,
      text: 'cash',
    });
    expect(kindsOf(await everyEntry('mechanic', suresh))).toEqual([
      'booking_created',
      'booking_status',
      'note',
      'notification',
      'payment',
      'payout',
      'person_created',
      'person_status',
    ]);
  });

  it('[PEOP-02] has pages of twenty entries, without gaps or repetitions when all entries have the same time', async () => {
    await addEachKind();
    await sql(
      `INSERT INTO payments (id, customer_id, amount_paise, status, created_at)
       SELECT lpad(to_hex(4096 + n), 24, '0'), $1, n, 'paid', $2 FROM generate_series(1, 41) AS n`,
      [ravi, AT],
    );
    await sql(
      `INSERT INTO booking_status_changes (booking_id, status, at, customer_id) SELECT $1, 'arrived', $3, $2 FROM generate_series(1, 23)`,
      [bookingId, ravi, AT],
    );
    await sql(
      'INSERT INTO bookings (id, customer_id) SELECT lpad(to_hex(8192 + n), 24, $2), $1 FROM generate_series(1, 22) AS n',
      [ravi, '0'],
    );
    const first = await timeline('user', ravi);
    expect(first.body.data).toHaveLength(20);
    const found = await everyEntry('user', ravi);
    expect(new Set(found.map((entry) => `${entry.kind} ${entry.id}`)).size).toBe(found.length);
    expect(found).toHaveLength(7 - 1 + 41 + 23 + 22);
    expect(found.slice(-22).every(({ at, kind }) => at === null && kind === 'booking_created')).toBe(true);
  });

  it.each(ROLES)('[PEOP-02, TEAM-01] contains only the entries that the role %s may read', async (role: Role) => {
    await addEachKind();
    const as = await test.signIn(role);
    const kinds = new Set(kindsOf((await timeline('mechanic', suresh, {}, as)).body.data));
    expect([kinds.has('booking_created'), kinds.has('note')]).toEqual([true, true]);
    expect(kinds.has('payment')).toBe(roleMay(role, 'payments:read'));
    expect(kinds.has('payout')).toBe(roleMay(role, 'payouts:read'));
    expect(kinds.has('notification')).toBe(roleMay(role, 'notifications:manage'));
    expect(kinds.has('person_status')).toBe(roleMay(role, 'activity:read'));
    const ofSuresh = (await counts('mechanic', suresh, as)).body.data;
    expect(ofSuresh).toMatchObject({ bookings: 1, payments: null, notes: 0 });
    expect(
      [ofSuresh.payouts, ofSuresh.earnings].every((count) => (count === null) !== roleMay(role, 'payouts:read')),
    ).toBe(true);
    expect(ofSuresh.activity).toBe(roleMay(role, 'activity:read') ? 1 : null);
    const ofRavi = (await counts('user', ravi, as)).body.data;
    expect(ofRavi).toMatchObject({
      bookings: 1,
      payments: roleMay(role, 'payments:read') ? 1 : null,
      earnings: null,
      payouts: null,
    });
  });

  it('[PEOP-01] stops counting at 1,000', async () => {
    await sql(
      `INSERT INTO bookings (id, customer_id, created_at) SELECT lpad(to_hex(n), 24, '0'), $1, $2 FROM generate_series(1000, 2100) AS n`,
      [ravi, AT],
    );
    expect((await counts('user', ravi)).body.data.bookings).toBe(1000);
  });

  it('[PEOP-02, PRIV-06] is deleted when the person is erased, and the person’s messages and notes are in no other timeline', async () => {
    await addEachKind();
    expect((await test.send('DELETE', `/user/deleteuser/${ravi}`)).status).toBe(200);
    expect((await timeline('user', ravi)).status).toBe(404);
    expect((await counts('user', ravi)).status).toBe(404);
    const others = [...(await everyEntry('mechanic', suresh)), ...(await everyEntry('booking', bookingId))];
    expect(JSON.stringify(others)).not.toMatch(/Ravi|Called/);
    expect(kindsOf(others)).not.toContain('note');
  });

  it('[PEOP-02] returns 404 for an unknown record and 400 for an invalid cursor', async () => {
    expect((await timeline('booking', testId(99))).status).toBe(404);
    expect((await timeline('user', suresh)).status).toBe(404);
    for (const before of ['2026', '-infinity_99999_1', `2026-99-01T00:00:00.000Z_1_1`, `${AT}_1_'; DROP`])
      expect([before, (await timeline('user', ravi, { before })).status]).toEqual([before, 400]);
  });
});

describe('the timeline of a booking', () => {
  const booking = (changes: Record<string, unknown>) => ({
    _id: bookingId,
    userid: ravi,
    mechanicid: suresh,
    createdAt: AT,
    updatedAt: AT,
    ...changes,
  });
  const told = async () =>
    (await everyEntry('booking', bookingId)).map(({ kind, status, at }) => [kind, status, at]).toReversed();

  it('[PEOP-02] contains every status with its time, including the first status', async () => {
    await send('bookings', booking({ status: BOOKING_STATUS_SPELLINGS.accepted, updatedAt: minutes(3) }));
    expect(await told()).toEqual([
      ['booking_created', null, AT],
      ['current_status', 'accepted', minutes(3)],
    ]);
    await send('bookings', booking({ status: 'arrived', updatedAt: minutes(20) }));
    await send('bookings', booking({ status: 'arrived', problem: 'Flat tyre', updatedAt: minutes(25) }));
    await send('bookings', booking({ status: 'completed', updatedAt: minutes(50) }));
    expect(await told()).toEqual([
      ['booking_created', null, AT],
      ['booking_status', 'accepted', minutes(3)],
      ['booking_status', 'arrived', minutes(20)],
      ['booking_status', 'completed', minutes(50)],
    ]);
  });

  it('[PEOP-02, ROAD-03] has each step of an emergency once', async () => {
    const kind = { booking_type: 'emergency', type: 'emergency' };
    await send('bookings', booking({ ...kind, mechanicid: null, status: 'pending' }));
    await sql(`UPDATE bookings SET kind = 'emergency' WHERE id = $1`, [bookingId]);
    await test.send('POST', '/admin/roadside/shift', { isOnShift: true });
    expect((await test.send('POST', `/admin/roadside/${bookingId}/claim`)).status).toBe(200);
    const asked = await test.send('POST', `/admin/roadside/${bookingId}/cancel`, { reason: 'Towed' });
    expect(asked.status, JSON.stringify(asked.body)).toBe(200);
    await sql(`UPDATE bookings SET status = 'accepted', mechanic_id = $2, updated_at = now() WHERE id = $1`, [
      bookingId,
      suresh,
    ]);
    await sql(`UPDATE bookings SET status = 'cancelled', updated_at = now() WHERE id = $1`, [bookingId]);
    const rows = await everyEntry('booking', bookingId);
    expect(rows.map(({ kind, status }) => `${kind} ${status}`).toSorted()).toEqual([
      'booking_created null',
      'booking_status accepted',
      'booking_status cancelled',
      'emergency_step cancel_confirmed',
      'emergency_step cancel_requested',
      'emergency_step claimed',
    ]);
    expect(rows.find(({ status }) => status === 'cancel_requested')).toMatchObject({ text: 'Towed', by: 'Test' });
  });

  it('[PEOP-02] has statuses that cannot be changed once stored', async () => {
    await send('bookings', booking({ status: BOOKING_STATUS_SPELLINGS.accepted, updatedAt: minutes(3) }));
    await send('bookings', booking({ status: 'arrived', updatedAt: minutes(4) }));
    await expect(sql(`UPDATE booking_status_changes SET status = 'pending'`)).rejects.toThrow('append-only');
    await expect(sql('DELETE FROM booking_status_changes')).rejects.toThrow('append-only');
  });
});

describe('[PEOP-02] the query cost of a timeline', () => {
  it('is at most one page from each source, regardless of the number of records', async () => {
    const client = await test.database.pool.connect();
    try {
      await client.query(
        `INSERT INTO bookings (id, kind, status, customer_id, mechanic_id, created_at)
         SELECT lpad(to_hex(16777216 + n), 24, '0'), 'services', 'pending', $1, $2, $3::timestamptz + n * interval '1 minute' FROM generate_series(1, 5000) AS n`,
        [ravi, suresh, AT],
      );
      await client.query(`UPDATE bookings SET status = 'accepted', updated_at = created_at + interval '5 minutes'`);
      await client.query(
        `INSERT INTO payments (id, customer_id, mechanic_id, amount_paise, status, created_at)
         SELECT id, customer_id, mechanic_id, 100, 'paid', created_at FROM bookings`,
      );
      await client.query(
        `INSERT INTO notifications (id, message, user_id, created_at) SELECT id, 'Hello', customer_id, created_at FROM bookings`,
      );
      await client.query('ANALYZE');
      const before = [minutes(2500), 3, 'f', 0];
      for (const [entity, id] of [
        ['user', ravi],
        ['mechanic', suresh],
      ] as const)
        for (const mode of ['generic', 'custom'] as const) {
          const values = [id, ...before, PERMISSIONS];
          const nodes = await explainStatement(client, { statement: TIMELINES[entity], values }, mode);
          for (const table of ['bookings', 'booking_status_changes', 'payments', 'notifications'])
            expect([entity, mode, table, countRowsRead(nodes, table) <= 22]).toEqual([entity, mode, table, true]);
        }
    } finally {
      client.release();
    }
  });
});
