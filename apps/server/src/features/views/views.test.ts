import type { ListName } from '@wayside/contract/preferences';
import { MAX_VIEWS_OF_LIST } from '@wayside/contract/views';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectError } from '../../testing/expect-error.ts';
import { type FileApplication, fileApplication } from '../../testing/file-application.ts';

const NOW = new Date('2026-11-05T03:35:00Z');
const NOBODY = '65f00000000000000000dead';
const PENDING = {
  list: 'bookings',
  name: 'Pending',
  query: 'status=pending&sort=date',
  columns: ['Customer', 'Status'],
};

const test = fileApplication({ now: NOW });
let owner: string;
let manager: string;
let support: string;
let viewer: string;

beforeAll(async () => {
  owner = await test.signIn('owner');
  manager = await test.signIn('manager');
  support = await test.signIn('support');
  viewer = await test.signIn('viewer');
});
beforeEach(async () => {
  await test.sql('DELETE FROM saved_views');
  await test.sql('DELETE FROM preferences');
});

const send = (
  method: Parameters<FileApplication['call']>[0],
  path: string,
  token: string,
  body?: object,
  headers: Record<string, string> = {},
) => test.call(method, `/admin/views${path}`, { token, headers, ...(body ? { body } : {}) });
async function made(token: string, given: object = {}, path = '') {
  const { status, body } = await send('POST', path, token, { ...PENDING, ...given });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
}
const share = (token: string, given: object = {}) => made(token, given, '/shared');
const views = async (token: string) => (await send('GET', '', token)).body.data;
const namesOf = async (token: string) => (await views(token)).map(({ name }: { name: string }) => name);
const entries = async () => {
  const { rows } = await test.sql(
    `SELECT action, entity_id, changes FROM activity WHERE entity = 'saved_view' ORDER BY id`,
  );
  return rows;
};

describe('[VIEW-04] a saved view', () => {
  it('is returned unchanged and only to its owner, also in the profile, and is not in the activity log', async () => {
    const before = (await entries()).length;
    const view = await made(support);
    expect(view).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      ...PENDING,
      isShared: false,
      isDefault: false,
      _etag: expect.stringMatching(/^"[\w.-]+"$/),
    });
    expect(await views(support)).toEqual([view]);
    const { body } = await test.get('/admin/ownprofile', {}, support);
    expect(body.data.views).toEqual([view]);
    expect(await views(owner)).toEqual([]);
    for (const [method, path, payload] of [
      ['PATCH', `/${view._id}`, { name: 'Mine' }],
      ['PATCH', `/shared/${view._id}`, { name: 'Mine' }],
      ['DELETE', `/${view._id}`, undefined],
      ['DELETE', `/shared/${view._id}`, undefined],
    ] as const)
      expect((await send(method, path, owner, payload)).status, `${method} ${path}`).toBe(404);
    expect((await send('DELETE', `/${view._id}`, support)).status).toBe(200);
    expect(await views(support)).toEqual([]);
    expect((await entries()).length).toBe(before);
  });

  it('can be shared by owners and managers, is then visible to all, and is logged without the search text', async () => {
    const view = await share(manager, { query: 'search=9876543210&status=pending' });
    expect(view.isShared).toBe(true);
    for (const token of [owner, manager, support, viewer]) expect(await namesOf(token)).toEqual(['Pending']);
    for (const [method, path, payload] of [
      ['POST', '/shared', { ...PENDING, name: 'Other' }],
      ['PATCH', `/shared/${view._id}`, { name: 'Other' }],
      ['DELETE', `/shared/${view._id}`, undefined],
    ] as const) {
      await expectError(send(method, path, support, payload), 403, 'Your role may not save shared views.');
    }
    expect((await send('PATCH', `/${view._id}`, support, { name: 'Other' })).status).toBe(404);
    expect((await send('PATCH', `/shared/${view._id}`, owner, { name: 'Waiting' })).status).toBe(200);
    expect((await send('DELETE', `/shared/${view._id}`, owner)).status).toBe(200);
    const logged = (await entries()).filter(({ entity_id }) => entity_id === view._id);
    expect(logged.map(({ action }) => action)).toEqual(['created', 'updated', 'deleted']);
    expect(logged[1].changes).toEqual([{ field: 'name', before: 'Pending', after: 'Waiting' }]);
    expect(logged[0].changes).toContainEqual({ field: 'query', before: null, after: 'search=…&status=pending' });
    expect(JSON.stringify(logged)).not.toContain('9876543210');
  });

  it('can be shared and unshared by roles with the permission', async () => {
    const { _id } = await made(owner);
    const shared = await send('PATCH', `/shared/${_id}`, owner, { isShared: true });
    expect(shared.body.data).toMatchObject({ _id, isShared: true, name: 'Pending' });
    expect(await namesOf(support)).toEqual(['Pending']);
    expect((await send('PATCH', `/${_id}`, owner, { name: 'Own' })).status).toBe(404);
    expect((await send('PATCH', `/shared/${_id}`, manager, { isShared: false })).status).toBe(200);
    expect(await namesOf(support)).toEqual([]);
    expect(await namesOf(owner)).toEqual([]);
    expect(await namesOf(manager)).toEqual(['Pending']);
  });

  it('stays when it is shared and its author’s account is closed, but the author’s private views are deleted', async () => {
    const gone = await test.signIn('manager');
    const { body } = await test.get('/admin/ownprofile', {}, gone);
    await made(gone, { name: 'Own' });
    await share(gone, { name: 'Shared' });
    await test.sql('DELETE FROM sessions WHERE admin_id = $1', [body.data._id]);
    await test.sql('DELETE FROM admins WHERE id = $1', [body.data._id]);
    expect(await namesOf(support)).toEqual(['Shared']);
    const { rows } = await test.sql('SELECT name FROM saved_views');
    expect(rows).toEqual([{ name: 'Shared' }]);
  });

  it('can exist only for a list that the role may read', async () => {
    for (const [list, refused] of [
      ['payments', null],
      ['payouts', 'read payouts, payment runs, the ledger and its closes'],
      ['activity', 'read or export the activity log'],
      ['approvals', 'pay mechanics or loyalty, void or refund payments, adjust balances or close days'],
    ] as const satisfies readonly (readonly [ListName, string | null])[]) {
      const { status, body } = await send('POST', '', support, { ...PENDING, list });
      expect([list, status, refused && body.message]).toEqual([
        list,
        refused ? 403 : 200,
        refused && `Your role may not ${refused}.`,
      ]);
      await share(owner, { list, name: `${list} of all` });
    }
    expect(await namesOf(support)).toEqual(['payments of all', 'Pending']);
    expect(await namesOf(owner)).toHaveLength(4);
  });

  it('has a name of 1 to 60 characters, which is unique in a list among a user’s views and among shared views', async () => {
    for (const name of ['', '  ', '\u200b', 'x'.repeat(61), 7, null]) {
      const { status, body } = await send('POST', '', support, { ...PENDING, name });
      expect([name, status, body.errors?.[0]?.field]).toEqual([name, 400, 'name']);
    }
    const first = await made(support, { name: 'x'.repeat(60) });
    await made(support);
    for (const change of [{}, { name: 'PENDING' }]) {
      await expectError(
        send('POST', '', support, { ...PENDING, ...change }),
        409,
        /^You already have a view named /,
      );
    }
    expect((await send('PATCH', `/${first._id}`, support, { name: 'pending' })).status).toBe(409);
    await made(support, { list: 'payments' });
    await made(viewer);
    await share(owner);
    await expectError(
      send('POST', '/shared', manager, PENDING),
      409,
      'A shared view named Pending already exists.',
    );
    const own = await made(owner);
    expect((await send('PATCH', `/shared/${own._id}`, owner, { isShared: true })).status).toBe(409);
  });

  it('is rejected with a 400 that names the invalid field', async () => {
    for (const [field, value] of [
      ['list', 'services'],
      ['query', 'x'.repeat(2001)],
      ['query', 7],
      ['columns', Array.from({ length: 21 }, (_, index) => `Column ${index}`)],
      ['columns', ['x'.repeat(61)]],
      ['columns', 'Customer'],
    ] as const) {
      const { status, body } = await send('POST', '', support, { ...PENDING, [field]: value });
      expect([field, status, body.errors?.[0]?.field]).toEqual([field, 400, expect.stringContaining(field)]);
    }
  });

  it(`is limited to ${MAX_VIEWS_OF_LIST} per list, even when created concurrently`, async () => {
    const responses = await Promise.all(
      Array.from({ length: MAX_VIEWS_OF_LIST + 3 }, (_, index) =>
        send('POST', '', support, { ...PENDING, name: `View ${index}` }),
      ),
    );
    const rejected = responses.filter(({ status }) => status !== 200);
    expect(rejected.map(({ status, body }) => [status, body.message])).toEqual(
      rejected.map(() => [
        409,
        `You already have ${MAX_VIEWS_OF_LIST} views, which is the maximum. Delete one first.`,
      ]),
    );
    expect(rejected).toHaveLength(3);
    await made(support, { list: 'users' });
    await share(owner);
  });

  it('cannot be overwritten by a user with an older version', async () => {
    const view = await share(owner);
    const path = `/shared/${view._id}`;
    const changed = await send('PATCH', path, manager, { query: 'kind=sos' }, { 'if-match': view._etag });
    expect(changed.status).toBe(200);
    const late = await send('PATCH', path, owner, { columns: ['Status'] }, { 'if-match': view._etag });
    expect([late.status, late.body]).toEqual([
      412,
      {
        status: false,
        message: 'This view has been changed in the meantime. Nothing was saved.',
        data: changed.body.data,
        changes: [
          {
            field: 'query',
            source: 'administrator',
            by: expect.stringContaining('@'),
            at: test.clock.now.toISOString(),
          },
        ],
        deletion: null,
      },
    ]);
    const again = { 'if-match': changed.body.data._etag };
    expect((await send('PATCH', path, owner, { columns: ['Status'] }, again)).body.data).toMatchObject({
      query: 'kind=sos',
      columns: ['Status'],
    });
    const both = await Promise.all(
      ['One', 'Two'].map((name) => send('PATCH', path, owner, { name }, { 'if-match': '*' })),
    );
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
  });

  it('is returned in the order that each user has chosen, and states which view is the user’s default', async () => {
    const [shared, first, second] = [
      await share(owner),
      await made(support, { name: 'A' }),
      await made(support, { name: 'B' }),
    ];
    expect(await namesOf(support)).toEqual(['Pending', 'A', 'B']);
    const order = { list: 'bookings', ids: [second._id, NOBODY, shared._id], default: shared._id };
    expect((await send('PUT', '/order', support, order)).status).toBe(200);
    expect(await views(support)).toMatchObject([
      { name: 'B', isDefault: false },
      { name: 'Pending', isDefault: true },
      { name: 'A', isDefault: false },
    ]);
    expect(await views(viewer)).toMatchObject([{ name: 'Pending', isDefault: false }]);
    await send('PUT', '/order', support, { list: 'bookings', ids: [first._id], default: NOBODY });
    expect(await views(support)).toMatchObject([
      { name: 'A' },
      { name: 'Pending', isDefault: false },
      { name: 'B' },
    ]);
    const { status, body } = await send('PUT', '/order', support, { list: 'bookings', ids: ['x'], default: null });
    expect([status, body.errors[0].field]).toEqual([400, expect.stringContaining('ids')]);
    expect((await send('PUT', '/order', support, { list: 'payouts', ids: [] })).status).toBe(403);
  });
});

describe('[VIEW-04] the row counts of saved views', () => {
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

  it('equal the counts of the lists with the same filters, up to 1,000', async () => {
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

  it('are available for every list that the role may read', async () => {
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

  it('are rejected for an invalid filter and for too many views', async () => {
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
