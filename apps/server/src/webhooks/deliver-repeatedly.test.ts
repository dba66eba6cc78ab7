import pino from 'pino';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { openReceiver, type ReceivedRequest, type Receiver } from '../testing/receiver.ts';
import { createTestApplication, type TestApplication } from '../testing/test-application.ts';
import { deliverRepeatedly } from './deliver-repeatedly.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** The pauses of HOOK-03 with their jitter of a tenth, in milliseconds. */
const PAUSES = [5, 300, 1800, 7200, 18_000, 36_000, 36_000].map((seconds) => seconds * 1100);

let test: TestApplication;
let token: string;
let receiver: Receiver;
let stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  test = await createTestApplication({ env: { WEBHOOK_ALLOW_PRIVATE: 'on' } });
  receiver = await openReceiver();
});
afterAll(async () => {
  receiver.close();
  await test.drop();
});
beforeEach(async () => {
  test.clock.now = new Date();
  token = await test.signIn();
  receiver.received.length = 0;
  receiver.answer = (response) => response.writeHead(204).end();
});
afterEach(async () => {
  await Promise.all(stops.map((stop) => stop()));
  stops = [];
  await test.database.pool.query('TRUNCATE webhook_endpoints CASCADE');
});

/** A node that delivers, with its own limit for an answer. */
function startNode(timeoutMs = 15_000): () => Promise<void> {
  const log = pino({ level: 'silent' });
  const now = () => test.clock.now;
  const stop = deliverRepeatedly({ database: test.database, log, now, allowsPrivate: true, timeoutMs });
  stops.push(stop);
  return stop;
}

const send = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) => {
  const answer = await test.call(method, path, { token, ...(body === undefined ? {} : { body }) });
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.body;
};
const create = async (url = receiver.url, types: string[] | null = null) => {
  const { data, secret } = await send('POST', '/admin/webhooks', { url, types });
  return { id: data._id as string, secret: secret as string };
};
const endpoint = async (id: string) =>
  (await send('GET', '/admin/webhooks')).data.find(({ _id }: { _id: string }) => _id === id);
const deliveries = async (id: string) => (await send('GET', `/admin/webhooks/${id}/deliveries?limit=100`)).data;
const makeSlot = async (starttime = '09:00') =>
  (await send('POST', '/slot/create', { starttime, endtime: '10:00' })).data._id as string;
const newest = async (id: string) => (await deliveries(id))[0];
async function advance(ms: number): Promise<void> {
  test.clock.now = new Date(test.clock.now.getTime() + ms);
  token = await test.signIn();
}
const headersOf = ({ headers }: ReceivedRequest) => ({
  'webhook-id': String(headers['webhook-id']),
  'webhook-timestamp': String(headers['webhook-timestamp']),
  'webhook-signature': String(headers['webhook-signature']),
});

describe('[HOOK-03] a delivery', () => {
  it('is signed, has the id of its event, and is recorded with code, duration and answer', async () => {
    const { id, secret } = await create();
    receiver.answer = (response) => response.writeHead(200).end('Thanks');
    startNode();
    const slot = await makeSlot();
    await eventually('delivered', async () => (await newest(id))?.state === 'delivered');
    const [request] = receiver.received as [ReceivedRequest];
    const event = new Webhook(secret).verify(request.body, headersOf(request));
    const delivery = await newest(id);
    expect(event).toEqual(delivery.payload);
    expect(event).toMatchObject({ id: headersOf(request)['webhook-id'], type: 'slot.created', data: { id: slot } });
    expect(delivery).toMatchObject({
      attempts: 1,
      statusCode: 200,
      durationMs: expect.any(Number),
      error: null,
      answer: 'Thanks',
      nextAttemptAt: null,
    });
    expect(receiver.received).toHaveLength(1);
    expect(test.logged()).not.toContain(secret);
  });

  it('is tried again after growing pauses under the same id, and fails for good after eight attempts', async () => {
    const { id } = await create();
    receiver.answer = (response) => response.writeHead(503).end();
    startNode();
    await makeSlot();
    for (const [index, pauseMs] of PAUSES.entries()) {
      await eventually(`attempt ${index + 1}`, async () => (await newest(id))?.attempts === index + 1);
      const { state, statusCode, error, nextAttemptAt } = await newest(id);
      expect([state, statusCode, error]).toEqual(['waiting', 503, 'The answer was 503.']);
      const pause = Date.parse(nextAttemptAt) - test.clock.now.getTime();
      expect(pause).toBeGreaterThanOrEqual(Math.floor(pauseMs / 1.1));
      expect(pause).toBeLessThanOrEqual(pauseMs);
      await advance(pauseMs);
    }
    await eventually('the last one', async () => (await newest(id))?.state === 'failed');
    expect(await newest(id)).toMatchObject({ attempts: 8, nextAttemptAt: null });
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(ids).toHaveLength(8);
    expect(new Set(ids).size).toBe(1);
    receiver.answer = (response) => response.writeHead(204).end();
    await send('POST', `/admin/webhooks/deliveries/${(await newest(id)).id}/resend`);
    await eventually('sent again', async () => (await newest(id))?.state === 'delivered');
    expect(receiver.received.at(-1)?.headers['webhook-id']).toBe(ids[0]);
  });

  it('has both signatures for 24 hours after a rotation', async () => {
    const { id, secret: before } = await create();
    const { secret: after } = await send('POST', `/admin/webhooks/${id}/rotate`);
    startNode();
    const signersOf = async (): Promise<string[]> => {
      const count = receiver.received.length;
      await makeSlot();
      await eventually('received', () => receiver.received.length > count);
      const { body, headers } = receiver.received.at(-1) as ReceivedRequest;
      const [id24 = '', at = ''] = [headers['webhook-id'], headers['webhook-timestamp']].map(String);
      const signatures = String(headers['webhook-signature']).split(' ');
      const names = { before, after };
      return Object.entries(names).flatMap(([name, secret]) =>
        signatures.includes(new Webhook(secret).sign(id24, new Date(Number(at) * 1000), body)) ? [name] : [],
      );
    };
    expect(await signersOf()).toEqual(['before', 'after']);
    await advance(DAY_MS);
    expect(await signersOf()).toEqual(['after']);
  });

  it('is not delayed by endpoints that never answer, and is sent by one of two nodes', async () => {
    const dead = await openReceiver();
    dead.answer = () => undefined;
    for (let count = 0; count < 6; count += 1) await create(dead.url);
    const { id } = await create();
    startNode();
    startNode();
    for (let count = 0; count < 12; count += 1) await makeSlot(`09:${count + 10}`);
    await eventually('all delivered', async () => {
      const found = await deliveries(id);
      return found.length === 12 && found.every(({ state }: { state: string }) => state === 'delivered');
    });
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(12);
    expect(receiver.received).toHaveLength(12);
    expect(dead.received.length).toBeGreaterThan(0);
    dead.close();
  });

  it('is repeated under the same id when the node that sent it has died', async () => {
    const { id } = await create();
    await makeSlot();
    const stop = startNode(DAY_MS);
    receiver.answer = () => undefined;
    await eventually('sent', () => receiver.received.length === 1);
    // Like a node that was killed, a node that is stopped does not record an attempt without an answer.
    await stop();
    expect(await newest(id)).toMatchObject({ state: 'waiting', attempts: 0 });
    receiver.answer = (response) => response.writeHead(204).end();
    await advance(MINUTE_MS);
    startNode();
    await eventually('delivered', async () => (await newest(id))?.state === 'delivered');
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([
      (await newest(id)).eventId,
      (await newest(id)).eventId,
    ]);
  });

  it('goes only to endpoints that want its type and are on', async () => {
    const other = await create(receiver.url, ['slot.deleted']);
    const off = await create();
    await send('PATCH', `/admin/webhooks/${off.id}`, { isEnabled: false });
    startNode();
    await send('DELETE', `/slot/delete/${await makeSlot()}`);
    await eventually('delivered', () => receiver.received.length === 1);
    expect(JSON.parse(receiver.received[0]?.body ?? '').type).toBe('slot.deleted');
    expect((await deliveries(other.id)).map(({ type }: { type: string }) => type)).toEqual(['slot.deleted']);
    expect(await deliveries(off.id)).toEqual([]);
  });
});

describe('[HOOK-02] an endpoint', () => {
  it('is switched off by an answer 410 at once, and goes on where it is switched on', async () => {
    const { id } = await create();
    receiver.answer = (response) => response.writeHead(410).end();
    startNode();
    await makeSlot();
    await eventually('off', async () => (await endpoint(id)).isEnabled === false);
    expect(await endpoint(id)).toMatchObject({
      disabledReason: 'gone',
      disabledAt: test.clock.now.toISOString(),
      waiting: 0,
      lastAttempt: { statusCode: 410, error: 'The answer was 410.' },
    });
    expect(await newest(id)).toMatchObject({ state: 'failed', attempts: 1 });
    receiver.answer = (response) => response.writeHead(204).end();
    await send('PATCH', `/admin/webhooks/${id}`, { isEnabled: true });
    await makeSlot();
    await eventually('delivered', async () => (await newest(id))?.state === 'delivered');
    expect(await endpoint(id)).toMatchObject({ isEnabled: true, disabledReason: null, failingSince: null });
  });

  it('is switched off after five days of failures alone', async () => {
    const { id } = await create();
    receiver.answer = (response) => response.writeHead(500).end();
    startNode();
    const failingSince = test.clock.now.toISOString();
    const fail = async () => {
      await makeSlot();
      await eventually('failed', async () => (await newest(id))?.attempts === 1);
    };
    await fail();
    await eventually('failing', async () => (await endpoint(id)).failingSince === failingSince);
    await advance(5 * DAY_MS - MINUTE_MS);
    await fail();
    expect(await endpoint(id)).toMatchObject({ isEnabled: true, failingSince });
    await advance(MINUTE_MS);
    await fail();
    await eventually('off', async () => (await endpoint(id)).isEnabled === false);
    expect(await endpoint(id)).toMatchObject({ disabledReason: 'failing', failingSince });
  });

  it('starts anew to count the days after a success', async () => {
    const { id } = await create();
    startNode();
    receiver.answer = (response) => response.writeHead(500).end();
    await makeSlot();
    await eventually('failing', async () => (await endpoint(id)).failingSince !== null);
    receiver.answer = (response) => response.writeHead(204).end();
    await makeSlot();
    await eventually('well', async () => (await endpoint(id)).failingSince === null);
    receiver.answer = (response) => response.writeHead(500).end();
    await advance(6 * DAY_MS);
    await makeSlot();
    await eventually('failing', async () => (await endpoint(id)).failingSince === test.clock.now.toISOString());
    expect((await endpoint(id)).isEnabled).toBe(true);
  });

  it('that is off receives a test, once', async () => {
    const { id, secret } = await create();
    await send('PATCH', `/admin/webhooks/${id}`, { isEnabled: false });
    receiver.answer = (response) => response.writeHead(500).end();
    startNode();
    const { deliveryId } = await send('POST', `/admin/webhooks/${id}/test`);
    await eventually('failed', async () => (await newest(id))?.state === 'failed');
    expect(await newest(id)).toMatchObject({ id: deliveryId, attempts: 1, statusCode: 500 });
    const [request] = receiver.received as [ReceivedRequest];
    expect(new Webhook(secret).verify(request.body, headersOf(request))).toMatchObject({
      id: `evt_test_${deliveryId}`,
      type: 'webhook.test',
      data: { entity: 'webhook_endpoint', id },
    });
    expect((await endpoint(id)).disabledReason).toBe('switched_off');
  });

  it('receives everything since a moment again, also when the program ends in the middle', async () => {
    const ids: string[] = [];
    await advance(MINUTE_MS);
    const since = test.clock.now.toISOString();
    await test.database.pool.query(
      `INSERT INTO events (id, type, at, data) SELECT 'evt_r' || n, 'slot.created', $1, '{}' FROM generate_series(1, 1200) AS n`,
      [since],
    );
    for (let n = 1; n <= 1200; n += 1) ids.push(`evt_r${n}`);
    let taken = 0;
    receiver.answer = (response) => {
      taken += 1;
      // The first node gets no further than its lanes.
      if (taken > 300) response.writeHead(204).end();
    };
    const { id } = await create();
    const stopFirst = startNode(DAY_MS);
    await eventually('published', async () => {
      const { rows } = await test.database.pool.query('SELECT FROM events WHERE position IS NULL');
      return rows.length === 0;
    });
    await send('PATCH', `/admin/webhooks/${id}`, { url: `${receiver.url}?replay` });
    await test.database.pool.query('DELETE FROM webhook_deliveries');
    const { data } = await send('POST', `/admin/webhooks/${id}/replay`, { since });
    expect(data.replayLeft).toBeGreaterThanOrEqual(1200);
    await eventually('begun', async () => (await deliveries(id)).length > 0);
    await stopFirst();
    receiver.received.length = 0;
    receiver.answer = (response) => response.writeHead(204).end();
    await advance(MINUTE_MS);
    startNode();
    await eventually('all received', () => {
      const received = new Set(receiver.received.map(eventIdOf));
      return ids.every((each) => received.has(each));
    });
    expect((await endpoint(id)).replayLeft).toBeNull();
  });
});

const eventIdOf = ({ headers }: ReceivedRequest) => String(headers['webhook-id']);
