import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import pino from 'pino';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deliverNotifications } from '../../platform/webhooks/deliver-notifications.ts';
import { eventually } from '../../testing/eventually.ts';
import { expectError } from '../../testing/expect-error.ts';
import { createTestApplication, type TestApplication } from '../../testing/test-application.ts';

const DAY_MS = 86_400_000;
const RAVI = '65f000000000000000000001';
const SURESH = '65f000000000000000000002';
const NOBODY = '65f00000000000000000dead';
const PEOPLE = `
  INSERT INTO users (id, name, phone, created_at) VALUES ('${RAVI}', 'Ravi Kumar', '9876543210', now());
  INSERT INTO mechanics (id, name, status, created_at) VALUES ('${SURESH}', 'Suresh Patil', 'approved', now());`;

const sender = (test: TestApplication, token: string) => (body: unknown) =>
  test.call('POST', '/notification/create', { token, body });

describe('[API-09] notifications without a webhook', () => {
  let test: TestApplication;
  let token: string;
  beforeAll(async () => {
    test = await createTestApplication();
    token = await test.signIn();
    await test.database.pool.query(PEOPLE);
  });
  afterAll(() => test.drop());
  const send = (body: unknown) => sender(test, token)(body);
  const list = async (query = {}) => (await test.call('GET', '/notification/getall', { token, query })).body;

  it('[NOTI-01, NOTI-03] are stored, listed newest first, and deleted', async () => {
    const first = await send({ message: ' Hello all ', type: 'all' });
    expect(first.body).toEqual({
      status: true,
      _id: first.body._id,
      message: 'Notification sent',
      delivery: null,
    });
    test.clock.now = new Date(test.clock.now.getTime() + 1000);
    await send({ message: 'To you', type: 'user', user_id: RAVI });
    test.clock.now = new Date(test.clock.now.getTime() + 1000);
    await send({ message: 'To you too', type: 'mechanic', mechanicid: SURESH });
    const body = await list({ limit: '2' });
    expect(body).toMatchObject({ status: true, total: 3, totalPages: 2, currentPage: 1 });
    expect(body.data[1]).toMatchObject({
      message: 'To you',
      type: 'user',
      user_id: RAVI,
      mechanicid: null,
      delivery: null,
    });
    expect((await list({ page: '2', limit: '2' })).data[0].message).toBe('Hello all');
    const gone = await test.call('DELETE', `/notification/delete/${first.body._id}`, { token });
    expect(gone.body).toEqual({ status: true });
    expect((await list()).total).toBe(2);
    expect((await test.call('DELETE', `/notification/delete/${first.body._id}`, { token })).status).toBe(404);
  });

  it.each([
    [{ message: '   ', type: 'all' }, 400, 'message'],
    [{ type: 'all' }, 400, 'message'],
    [{ message: 'x'.repeat(2001), type: 'all' }, 400, 'message'],
    [{ message: 'Hello', type: 'promotion' }, 400, 'type'],
    [{ message: 'Hello', type: 'user' }, 400, 'user_id'],
    [{ message: 'Hello', type: 'mechanic', user_id: RAVI }, 400, 'mechanicid'],
  ])('[API-14, NOTI-03] reject %j', async (body, status, field) => {
    const rejected = await send(body);
    expect(rejected.status).toBe(status);
    expect(rejected.body.errors[0].field).toBe(field);
  });

  it('[API-14] return 404 for an unknown recipient', async () => {
    expect((await send({ message: 'Hello', type: 'user', user_id: NOBODY })).status).toBe(404);
  });
});

describe('[NOTI-03] notifications with a webhook', () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const received: { headers: IncomingHttpHeaders; body: string }[] = [];
  let isRefusing = false;
  /** The webhook responds after this promise resolves. */
  let holding: Promise<unknown> = Promise.resolve();
  const receiver = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
      void holding.then(() => response.writeHead(isRefusing ? 500 : 204).end());
    });
  });
  let test: TestApplication;
  let token: string;
  let url: string;
  let stop: () => Promise<void>;
  /** The time by which the clock of the deliveries is ahead of the application's clock. */
  let aheadMs = 0;
  beforeAll(async () => {
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const address = receiver.address();
    const port = address !== null && typeof address === 'object' ? address.port : 0;
    url = `http://127.0.0.1:${port}/hook`;
    test = await createTestApplication({
      env: { NOTIFY_WEBHOOK_URL: url, NOTIFY_WEBHOOK_SECRET: secret },
    });
    token = await test.signIn();
    await test.database.pool.query(PEOPLE);
  });
  beforeEach(() => {
    aheadMs = 0;
    stop = deliverNotifications({
      database: test.program,
      webhook: { url, secret },
      log: pino({ level: 'silent' }),
      now: () => new Date(test.clock.now.getTime() + aheadMs),
    });
  });
  afterEach(() => stop());
  afterAll(async () => {
    await test.drop();
    receiver.close();
  });
  const send = (body: unknown) => sender(test, token)(body);
  const deliveryOf = async (id: string) =>
    (await test.call('GET', '/notification/getall', { token })).body.data.find(
      ({ _id }: { _id: string }) => _id === id,
    )?.delivery;
  /** Skips the time for undo or the delay before the next attempt. */
  const hurry = () => {
    aheadMs += DAY_MS;
  };

  it('are signed, delivered once, and shown as delivered', async () => {
    const { body } = await send({ message: 'Your mechanic is near', type: 'user', user_id: RAVI });
    expect([body.delivery, await deliveryOf(body._id)]).toEqual(['queued', 'queued']);
    expect(received).toEqual([]);
    hurry();
    await eventually('delivered', async () => (await deliveryOf(body._id)) === 'delivered');
    expect(received).toHaveLength(1);
    const [got] = received.splice(0);
    const verified = new Webhook(secret).verify(got?.body ?? '', {
      'webhook-id': String(got?.headers['webhook-id']),
      'webhook-timestamp': String(got?.headers['webhook-timestamp']),
      'webhook-signature': String(got?.headers['webhook-signature']),
    });
    expect(got?.headers['webhook-id']).toBe(`msg_${body._id}`);
    expect(verified).toMatchObject({
      type: 'notification.created',
      data: { id: body._id, message: 'Your mechanic is near', recipient: { id: RAVI, phone: '9876543210' } },
    });
  });

  it('are not delivered when they are deleted within the undo time', async () => {
    const taken = await send({ message: 'Never', type: 'all' });
    await test.call('DELETE', `/notification/delete/${taken.body._id}`, { token });
    const kept = await send({ message: 'Afterwards', type: 'all' });
    hurry();
    await eventually('delivered', async () => (await deliveryOf(kept.body._id)) === 'delivered');
    const messages = received.splice(0).map(({ body }) => JSON.parse(body).data.message);
    expect(messages).not.toContain('Never');
  });

  it('[NOTI-05] can be withdrawn by an undo before they are sent, but not afterwards', async () => {
    const undo = (id: string) => test.call('DELETE', `/notification/delete/${id}?unsent=true`, { token });
    const taken = await send({ message: 'Never', type: 'all' });
    expect((await undo(taken.body._id)).status).toBe(200);
    expect((await undo(taken.body._id)).status).toBe(404);
    // The webhook has received the notification but has not responded yet.
    const gate = new EventEmitter();
    holding = once(gate, 'open');
    const leaving = await send({ message: 'Leaves', type: 'all' });
    hurry();
    await eventually('the webhook has it', () => Promise.resolve(received.length === 1));
    await expectError(undo(leaving.body._id), 409, 'This notification has already been sent. Nothing was changed.');
    gate.emit('open');
    await eventually('delivered', async () => (await deliveryOf(leaving.body._id)) === 'delivered');
    expect((await undo(leaving.body._id)).status).toBe(409);
    expect(received.splice(0)).toHaveLength(1);
    // Deleting a sent notification is not an undo.
    expect((await test.call('DELETE', `/notification/delete/${leaving.body._id}`, { token })).status).toBe(200);
  });

  it('[NOTI-05] are sent concurrently, so that one slow response does not delay the others', async () => {
    const gate = new EventEmitter();
    holding = once(gate, 'open');
    const ids: string[] = [];
    for (const message of ['One', 'Two', 'Three']) ids.push((await send({ message, type: 'all' })).body._id);
    hurry();
    await eventually('the webhook has all', () => Promise.resolve(received.length === ids.length));
    gate.emit('open');
    for (const id of ids) await eventually('delivered', async () => (await deliveryOf(id)) === 'delivered');
    received.splice(0);
  });

  it('are retried, fail after the last attempt, and can be sent again', async () => {
    isRefusing = true;
    const { body } = await send({ message: 'Hello', type: 'all' });
    const early = await test.call('POST', `/admin/notifications/${body._id}/resend`, { token });
    expect(early.status).toBe(409);
    await eventually('a second attempt', () => {
      hurry();
      return received.length > 1;
    });
    await eventually('failed', async () => {
      hurry();
      return (await deliveryOf(body._id)) === 'failed';
    });
    isRefusing = false;
    expect((await test.call('POST', `/admin/notifications/${body._id}/resend`, { token })).body).toEqual({
      status: true,
    });
    await eventually('delivered', async () => (await deliveryOf(body._id)) === 'delivered');
    expect(test.logged()).not.toContain(secret);
  });
});
