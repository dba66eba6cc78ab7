import { listOpenCalls, OPEN_CALL_MS } from '@wayside/contract/calls';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { fileApplication } from '../../testing/file-application.ts';
import { testId } from '../../testing/import-database.ts';
import { emptyDatabase } from '../../testing/import-run.ts';
import { openLiveClient } from '../../testing/live-client.ts';
import { listenOnFreePort } from '../../testing/raw-exchange.ts';
import { serviceKeyHeader } from '../../testing/service-key.ts';
import { removeOldCalls } from './calls.ts';

const NOW = new Date('2026-03-14T11:20:00Z');
const AT = NOW.toISOString();
const PHONE = '+91 98765 43210';

const test = fileApplication({ now: NOW });
let owner: string;
let headers: { authorization: string };
beforeAll(async () => {
  owner = await test.signIn('owner');
  headers = await serviceKeyHeader(test.database, 'calls');
});

const { sql } = test;
const receive = (body: object, more: { headers: Record<string, string> } = { headers }) =>
  test.call('POST', '/calls', { ...more, body });
const open = async (token = owner) => (await test.get(listOpenCalls.path, {}, token)).body.data;
const take = (callId: string, token = owner) => test.send('POST', `/admin/calls/${callId}/take`, undefined, token);

let last = 0x200000;
let asha: string;
let ravi: string;
beforeEach(async () => {
  test.clock.now = NOW;
  await emptyDatabase(test.database);
  [asha, ravi] = [testId(++last), testId(++last)];
  await sql(`INSERT INTO users (id, name, phone) VALUES ($1, 'Asha Rao', '098765-43210')`, [asha]);
  await sql(
    `INSERT INTO mechanics (id, name, phone, status) VALUES ($1, 'Ravi Patil', '919876543210', 'approved')`,
    [ravi],
  );
  await sql(`INSERT INTO users (id, name, phone) VALUES ($1, 'Longer', '5519876543210'), ($2, 'None', NULL)`, [
    testId(++last),
    testId(++last),
  ]);
});

describe('[PEOP-07] POST /calls', () => {
  it('requires a service key with the scope `calls`', async () => {
    const body = { phone: PHONE, at: AT };
    expect((await receive(body, { headers: {} })).status).toBe(401);
    const other = await serviceKeyHeader(test.database, 'users', 'changes');
    expect((await receive(body, { headers: other })).status).toBe(403);
    expect((await test.send('POST', '/calls', body, owner)).status).toBe(401);
    expect(await open()).toEqual([]);
  });

  it.each([
    ['phone', { at: AT }],
    ['phone', { phone: 'anonymous', at: AT }],
    ['phone', { phone: '12', at: AT }],
    ['phone', { phone: '9'.repeat(41), at: AT }],
    ['at', { phone: PHONE }],
    ['at', { phone: PHONE, at: 'yesterday' }],
    ['at', { phone: PHONE, at: '2026-03-14T11:26:00Z' }],
    ['at', { phone: PHONE, at: '2025-12-01T00:00:00Z' }],
    ['line', { phone: PHONE, at: AT, line: 'x'.repeat(61) }],
  ])('returns 400 and names the field %s for %j', async (field, body) => {
    const { status, body: response } = await receive(body);
    expect([status, response.errors?.[0]?.field ?? response]).toEqual([400, field]);
  });

  it('stores a repeated call only once, also when it is sent concurrently', async () => {
    const body = { phone: PHONE, at: AT, line: 'Support' };
    const responses = await Promise.all([receive(body), receive(body), receive(body)]);
    const ids = new Set([...responses, await receive(body)].map(({ body: { _id } }) => _id));
    expect([ids.size, (await open()).length]).toEqual([1, 1]);
    await receive({ ...body, line: 'Sales' });
    await receive({ ...body, line: null });
    expect((await open()).map(({ line }: { line: string | null }) => line).toSorted()).toEqual([
      'Sales',
      'Support',
      null,
    ]);
    expect((await sql('SELECT FROM call_people')).rowCount).toBe(6);
  });
});

describe('[PEOP-07] GET /admin/calls/open', () => {
  it('returns everyone with the number, with their open bookings and last payment if the role may read them', async () => {
    await sql(
      `INSERT INTO bookings (id, kind, status, customer_id, mechanic_id, created_at)
       SELECT lpad(to_hex(4096 + n), 24, '0'), 'emergency', status, $1, $2, '2026-03-01'::timestamptz + n * interval '1 hour'
       FROM unnest(ARRAY['pending', 'completed', 'cancelled', 'arrived']) WITH ORDINALITY AS given (status, n)`,
      [asha, ravi],
    );
    await sql(
      `INSERT INTO payments (id, customer_id, amount_paise, status, created_at)
       VALUES ($1, $3, 100, 'paid', '2026-03-01'), ($2, $3, 25050, 'pending', '2026-03-02')`,
      [testId(10), testId(11), asha],
    );
    await sql(
      `INSERT INTO payouts (id, mechanic_id, amount_paise, method, transaction_id, paid_at) VALUES ($1, $2, 500, 'upi', 'T1', '2026-03-03')`,
      [testId(12), ravi],
    );
    await receive({ phone: PHONE, at: AT, line: 'Support' });
    const [call] = await open();
    expect(call).toMatchObject({ phone: PHONE, line: 'Support', at: AT, remaining: OPEN_CALL_MS });
    expect(call.people.map(({ kind, _id, name }: Record<string, string>) => [kind, _id, name])).toEqual([
      ['user', asha, 'Asha Rao'],
      ['mechanic', ravi, 'Ravi Patil'],
    ]);
    const [customer, mechanic] = call.people;
    for (const { openBookings } of [customer, mechanic])
      expect(openBookings.map(({ status }: { status: string }) => status)).toEqual(['arrived', 'pending']);
    expect(customer.lastPayment).toMatchObject({ _id: testId(11), amount: 250.5, status: 'pending' });
    expect(mechanic.lastPayment).toMatchObject({ _id: testId(12), amount: 5, at: '2026-03-03T00:00:00.000Z' });
    const seenBy = async (role: 'support' | 'reviewer') =>
      (await open(await test.signIn(role)))[0].people.map(({ lastPayment }: { lastPayment: unknown }) =>
        Boolean(lastPayment),
      );
    expect([await seenBy('support'), await seenBy('reviewer')]).toEqual([
      [true, false],
      [false, false],
    ]);
  });

  it.each([
    ['9811122233', '9811122233 ext 12', true],
    ['9811122233', '+91 98111-22233 x12', true],
    ['9811122233', '9811122233#7', true],
    ['9811122233', '9811122233/9811122234', true],
    ['9811122234', '9811122233, 098111 22234', true],
    ['9811122233', '9811122234+919811122233', true],
    ['9811122233', '(0)98111.22233 (home)', true],
    ['9811122233', 'home: \u202a९८१११२२२३३\u202c', true],
    ['9811122233', '9811122233 12', false],
    ['9811122233', '55 19811122233', false],
    ['2345', '+91 2345', true],
    ['2345', '9811122345', false],
  ])('[FIND-02] matches a call from %s to the person with the number %j: %s', async (phone, stored, isFound) => {
    const person = testId(++last);
    await sql('INSERT INTO users (id, name, phone) VALUES ($1, $2, $3)', [person, 'Esha Jain', stored]);
    await receive({ phone, at: AT });
    expect((await open())[0].people.map(({ _id }: { _id: string }) => _id)).toEqual(isFound ? [person] : []);
  });

  it('[FIND-02] matches a short number even when many longer numbers end with it', async () => {
    for (let n = 0; n < 22; n += 1)
      await sql('INSERT INTO users (id, phone) VALUES ($1, $2)', [testId(++last), `98200${n + 10}2345`]);
    const person = testId(++last);
    await sql(`INSERT INTO users (id, name, phone) VALUES ($1, 'Esha Jain', '2345')`, [person]);
    await receive({ phone: '2345', at: AT });
    expect((await open())[0].people).toMatchObject([{ _id: person }]);
  });

  it('returns an unknown caller without people, and stops returning a call after two minutes', async () => {
    await receive({ phone: '020 2567 1234', at: AT });
    expect(await open()).toMatchObject([{ phone: '020 2567 1234', line: null, people: [] }]);
    test.clock.now = new Date(NOW.getTime() + OPEN_CALL_MS);
    expect(await open()).toEqual([]);
  });

  it('omits calls older than two minutes', async () => {
    await receive({ phone: PHONE, at: '2026-03-14T11:10:00Z' });
    expect(await open()).toEqual([]);
  });
});

describe('[PEOP-07] POST /admin/calls/{id}/take', () => {
  it('assigns the call to one of two concurrent users and returns that user’s name to the other', async () => {
    const { body } = await receive({ phone: PHONE, at: AT });
    const tokens = await Promise.all([test.signIn('support'), test.signIn('manager')]);
    const responses = await Promise.all(tokens.map((token) => take(body._id, token)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const winner = tokens[responses.findIndex(({ status }) => status === 200)] ?? '';
    const { email } = (await test.get('/admin/profile', {}, winner)).body.data;
    expect(responses.find(({ status }) => status === 409)?.body.message).toContain('took this call');
    expect((await take(body._id, winner)).status).toBe(200);
    expect(await open()).toEqual([]);
    const { body: timeline } = await test.get(`/admin/timeline/user/${asha}`, {}, owner);
    const { rows } = await sql(
      `SELECT coalesce(nullif(trim(name), ''), email) AS name FROM admins WHERE email = $1`,
      [email],
    );
    expect(timeline.data[0]).toMatchObject({ kind: 'call', at: AT, by: rows[0].name });
  });

  it('returns 404 for an unknown call, and 403 for a viewer', async () => {
    expect((await take(testId(1))).status).toBe(404);
    const { body } = await receive({ phone: PHONE, at: AT });
    expect((await take(body._id, await test.signIn('viewer'))).status).toBe(403);
  });
});

describe('[PEOP-07] a phone call', () => {
  it('appears in the timelines of everyone who had the number, with the line that was called', async () => {
    await receive({ phone: PHONE, at: AT, line: 'Support' });
    for (const path of [`user/${asha}`, `mechanic/${ravi}`]) {
      const { body } = await test.get(`/admin/timeline/${path}`, {}, owner);
      expect(body.data[0]).toMatchObject({ kind: 'call', at: AT, text: 'Support', by: null });
    }
  });

  it('[LIVE-01] reaches open screens within a second, and so does its assignment to a user', async () => {
    const address = `http://127.0.0.1:${await listenOnFreePort(test.app)}`;
    const client = await openLiveClient(address, { token: await test.signIn('viewer') });
    await eventually('the first event', () => client.events.length > 0);
    const startedAtMs = performance.now();
    const { body } = await receive({ phone: PHONE, at: AT });
    await client.hears('call', [body._id]);
    expect(performance.now() - startedAtMs).toBeLessThan(1_000);
    await take(body._id);
    const heard = () => client.events.filter(({ data }) => data.includes(body._id)).length;
    await eventually('that it is taken', () => heard() > 1);
    client.close();
    test.app.server.closeAllConnections();
  });

  it('[PRIV-06] loses its number when a person with that number is erased', async () => {
    await receive({ phone: PHONE, at: AT });
    await receive({ phone: '020 2567 1234', at: AT });
    expect((await test.send('DELETE', `/user/deleteuser/${asha}`, undefined, owner)).status).toBe(200);
    expect((await sql('SELECT phone FROM calls ORDER BY phone')).rows).toEqual([
      { phone: '020 2567 1234' },
      { phone: null },
    ]);
    expect((await sql('SELECT user_id FROM call_people')).rows).toEqual([{ user_id: null }]);
    await receive({ phone: PHONE, at: AT, line: 'Later' });
    expect((await open())[0].people).toMatchObject([{ kind: 'mechanic' }]);
  });

  it('[PRIV-06] returns the existing call without its number when it is sent again after the erasure', async () => {
    const first = await receive({ phone: PHONE, at: AT });
    await test.call('DELETE', `/user/deleteuser/${asha}`, { token: owner });
    const again = await receive({ phone: PHONE, at: AT });
    expect([again.status, again.body._id]).toEqual([200, first.body._id]);
    expect((await sql('SELECT phone FROM calls')).rows).toEqual([{ phone: null }]);
    expect(await open()).toEqual([]);
  });

  it('is removed after 90 days', async () => {
    await sql(
      `INSERT INTO calls (id, phone, at) VALUES ($1, '1234', now() - interval '91 days'), ($2, '1234', now() - interval '89 days')`,
      [testId(1), testId(2)],
    );
    await sql(`INSERT INTO call_people (call_id, user_id, at) VALUES ($1, $2, now())`, [testId(1), asha]);
    await removeOldCalls(test.database);
    expect((await sql('SELECT id FROM calls')).rows).toEqual([{ id: testId(2) }]);
  });
});
