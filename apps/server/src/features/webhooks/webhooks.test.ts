import { beforeEach, describe, expect, it } from 'vitest';
import { publishEvents, removeOldEvents } from '../../platform/webhooks/event-feed.ts';
import { expectFieldErrors } from '../../testing/expect-error.ts';
import { signedInApplication } from '../../testing/signed-in-application.ts';

const NOW = '2026-11-05T03:35:00.000Z';
const HOUR_MS = 3_600_000;
const NOBODY = '65f00000000000000000dead';
const URL = 'https://hooks.example.com/wayside?key=t0ken';

const test = signedInApplication({ now: new Date(NOW) });
const { send } = test;

const create = async (body: object = { url: URL }) => (await send('POST', '/admin/webhooks', body)).body;
const list = async () => (await send('GET', '/admin/webhooks')).body.data;
const deliveries = async (id: string, query = '') =>
  (await send('GET', `/admin/webhooks/${id}/deliveries${query}`)).body;
/** Creates an event and publishes it. */
async function makeEvent(starttime = '09:00'): Promise<void> {
  await send('POST', '/slot/create', { starttime, endtime: '10:00' });
  await publishEvents(test.database, test.clock.now);
}
const activityOf = async (id: string) =>
  (await send('GET', `/admin/activity?entity=webhook_endpoint&id=${id}`)).body.data;

beforeEach(async () => {
  test.clock.now = new Date(NOW);
  await test.database.pool.query('TRUNCATE webhook_endpoints CASCADE');
});

describe('[HOOK-02] webhook endpoints', () => {
  it('are created with a secret that no later response contains, listed and deleted', async () => {
    const made = await create({ url: ` ${URL}#part `, types: ['slot.created', 'slot.created'] });
    expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(made.data).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      url: URL,
      types: ['slot.created'],
      isEnabled: true,
      disabledReason: null,
      disabledAt: null,
      failingSince: null,
      previousSecretUntil: null,
      waiting: 0,
      lastAttempt: null,
      replayLeft: null,
      createdAt: NOW,
    });
    const other = await create();
    expect(other.data.types).toBeNull();
    expect(await list()).toEqual([made.data, other.data]);
    expect((await send('DELETE', `/admin/webhooks/${made.data._id}`)).body).toEqual({ status: true });
    expect(await list()).toEqual([other.data]);
    const entries = await activityOf(made.data._id);
    expect(entries.map(({ action }: { action: string }) => action)).toEqual(['deleted', 'created']);
    expect(JSON.stringify(entries)).not.toMatch(/whsec_|t0ken/);
  });

  it.each([
    [{}, 'url'],
    [{ url: 'hooks.example.com' }, 'url'],
    [{ url: 'ftp://hooks.example.com/' }, 'url'],
    [{ url: 'https://user@hooks.example.com/' }, 'url'],
    [{ url: 'https://:secret@hooks.example.com/' }, 'url'],
    [{ url: `https://hooks.example.com/${'x'.repeat(2048)}` }, 'url'],
    [{ url: 'http://127.0.0.1:9000/' }, 'url'],
    [{ url: 'http://2130706433/' }, 'url'],
    [{ url: 'http://[::ffff:169.254.169.254]/latest' }, 'url'],
    [{ url: 'http://localhost/' }, 'url'],
    [{ url: URL, types: [] }, 'types'],
    [{ url: URL, types: ['slot.moved'] }, 'types.0'],
    [{ url: URL, types: 'slot.created' }, 'types'],
  ])('[HOOK-03] reject %j with 400', async (body, field) => {
    await expectFieldErrors(send('POST', '/admin/webhooks', body), field);
    expect(await list()).toEqual([]);
  });

  it('can be changed with only the fields in the request, and switched off and on', async () => {
    const { data } = await create();
    const path = `/admin/webhooks/${data._id}`;
    const off = await send('PATCH', path, { isEnabled: false });
    expect(off.body.data).toMatchObject({
      url: URL,
      isEnabled: false,
      disabledReason: 'switched_off',
      disabledAt: NOW,
    });
    await makeEvent();
    expect((await deliveries(data._id)).data).toEqual([]);
    const on = await send('PATCH', path, { isEnabled: true, types: ['slot.deleted'] });
    expect(on.body.data).toEqual({ ...data, types: ['slot.deleted'] });
    await send('PATCH', path, { types: null });
    await send('PATCH', path, { types: null });
    expect((await activityOf(data._id)).map(({ changes }: { changes: object[] }) => changes)).toEqual([
      [{ field: 'types', before: 'slot.deleted', after: 'all' }],
      [
        { field: 'types', before: 'all', after: 'slot.deleted' },
        { field: 'isEnabled', before: false, after: true },
      ],
      [{ field: 'isEnabled', before: true, after: false }],
      expect.anything(),
    ]);
  });

  it('have a new secret after a rotation, and both secrets are valid for 24 hours', async () => {
    const { data, secret } = await create();
    const rotated = (await send('POST', `/admin/webhooks/${data._id}/rotate`)).body;
    expect(rotated.secret).not.toBe(secret);
    expect(rotated.data.previousSecretUntil).toBe(new Date(test.clock.now.getTime() + 24 * HOUR_MS).toISOString());
    expect((await activityOf(data._id))[0]).toMatchObject({ action: 'secret_rotated', changes: [] });
    test.clock.now = new Date(test.clock.now.getTime() + 24 * HOUR_MS);
    await test.goTo(test.clock.now.toISOString());
    expect((await list())[0].previousSecretUntil).toBeNull();
    await test.goTo(NOW);
  });

  it('are limited to 50', async () => {
    for (let count = 0; count < 50; count += 1) await create();
    expect((await send('POST', '/admin/webhooks', { url: URL })).status).toBe(409);
  });

  it('return 404 for an unknown id', async () => {
    const path = `/admin/webhooks/${NOBODY}`;
    const since = { since: NOW };
    for (const response of [
      await send('PATCH', path, { isEnabled: false }),
      await send('DELETE', path),
      await send('POST', `${path}/rotate`),
      await send('POST', `${path}/test`),
      await send('POST', `${path}/replay`, since),
      await send('GET', `${path}/deliveries`),
      await send('POST', '/admin/webhooks/deliveries/999999/resend'),
    ])
      expect(response.status).toBe(404);
  });
});

describe('[HOOK-02] webhook deliveries', () => {
  it('are queued for the endpoints that subscribe to the type, and listed newest first in pages', async () => {
    const all = await create();
    const some = await create({ url: URL, types: ['user.blocked'] });
    for (const time of ['09:00', '09:10', '09:20']) await makeEvent(time);
    expect((await deliveries(some.data._id)).data).toEqual([]);
    const first = await deliveries(all.data._id, '?limit=2');
    expect(first.data[0]).toEqual({
      id: expect.stringMatching(/^\d+$/),
      eventId: expect.stringMatching(/^evt_/),
      type: 'slot.created',
      state: 'waiting',
      attempts: 0,
      statusCode: null,
      durationMs: null,
      error: null,
      answer: null,
      lastAttemptAt: null,
      nextAttemptAt: NOW,
      createdAt: NOW,
      payload: {
        id: first.data[0].eventId,
        type: 'slot.created',
        timestamp: NOW,
        data: expect.objectContaining({ entity: 'slot', starttime: '09:20' }),
      },
    });
    const second = await deliveries(all.data._id, `?limit=2&before=${first.next}`);
    expect(second.next).toBeNull();
    const times = [...first.data, ...second.data].map(({ payload }) => payload.data.starttime);
    expect(times).toEqual(['09:20', '09:10', '09:00']);
    expect((await deliveries(all.data._id, '?state=failed')).data).toEqual([]);
    expect((await list())[0].waiting).toBe(3);
  });

  it('can be sent again with the same event id, but not to a disabled endpoint', async () => {
    const { data } = await create();
    await makeEvent();
    const [{ id, eventId }] = (await deliveries(data._id)).data;
    const { body } = await send('POST', `/admin/webhooks/deliveries/${id}/resend`);
    expect((await deliveries(data._id)).data[0]).toMatchObject({ id: body.deliveryId, eventId, attempts: 0 });
    await send('PATCH', `/admin/webhooks/${data._id}`, { isEnabled: false });
    expect((await send('POST', `/admin/webhooks/deliveries/${id}/resend`)).status).toBe(409);
    expect((await send('POST', `/admin/webhooks/${data._id}/replay`, { since: NOW })).status).toBe(409);
  });

  it('can test an endpoint, even a disabled one, and tests are not events of the feed', async () => {
    const { data } = await create();
    await send('PATCH', `/admin/webhooks/${data._id}`, { isEnabled: false });
    const { body } = await send('POST', `/admin/webhooks/${data._id}/test`);
    const [found] = (await deliveries(data._id)).data;
    expect(found).toMatchObject({ id: body.deliveryId, type: 'webhook.test', state: 'waiting' });
    expect(found.payload).toEqual({
      id: `evt_test_${found.id}`,
      type: 'webhook.test',
      timestamp: NOW,
      data: { entity: 'webhook_endpoint', id: data._id },
    });
    expect((await send('POST', `/admin/webhooks/deliveries/${found.id}/resend`)).status).toBe(409);
  });

  it('are stored for 30 days, including test deliveries', async () => {
    const { data } = await create();
    await makeEvent();
    await send('POST', `/admin/webhooks/${data._id}/test`);
    const at = (days: number) => new Date(Date.parse(NOW) + days * 24 * HOUR_MS);
    await removeOldEvents(test.database, at(30));
    expect((await deliveries(data._id)).data).toHaveLength(2);
    await removeOldEvents(test.database, new Date(at(30).getTime() + 1));
    expect((await deliveries(data._id)).data).toEqual([]);
  });

  it('can be replayed from a point in time until now, and a later replay skips no events of a running one', async () => {
    for (const minute of [1, 2, 3]) {
      test.clock.now = new Date(Date.parse(NOW) + minute * 60_000);
      await makeEvent(`09:0${minute}`);
    }
    const { data } = await create();
    const since = new Date(Date.parse(NOW) + 2 * 60_000).toISOString();
    const { body } = await send('POST', `/admin/webhooks/${data._id}/replay`, { since });
    expect(body.data.replayLeft).toBe(2);
    expect((await activityOf(data._id))[0]).toMatchObject({ action: 'replayed' });
    const none = await send('POST', `/admin/webhooks/${data._id}/replay`, { since: '2026-12-01' });
    expect(none.body.data.replayLeft).toBe(2);
    expect((await send('POST', `/admin/webhooks/${data._id}/replay`, { since: 'once' })).status).toBe(400);
  });
});
