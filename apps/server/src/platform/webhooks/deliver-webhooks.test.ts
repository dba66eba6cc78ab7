import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { openReceiver, type ReceivedRequest } from '../../testing/receiver.ts';
import { eventIdOf, verifyEvent, webhookApplication } from '../../testing/webhook-application.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** The pauses of HOOK-03 including the jitter of 10 %, in milliseconds. */
const PAUSES = [5, 300, 1800, 7200, 18_000, 36_000, 36_000].map((seconds) => seconds * 1100);

const hooks = webhookApplication();
const { send, deliveries, startNode, create, newest, makeSlot, advance } = hooks;

describe('[HOOK-03] a webhook delivery', () => {
  it('is signed, has the event id, and is recorded with status code, duration and response', async () => {
    const { id, secret } = await create();
    hooks.receiver.respond = (response) => response.writeHead(200).end('Thanks');
    startNode();
    const slot = await makeSlot();
    await eventually('delivered', async () => (await newest(id))?.state === 'delivered');
    const [request] = hooks.receiver.received as [ReceivedRequest];
    const event = verifyEvent(request, secret);
    const delivery = await newest(id);
    expect(event).toEqual(delivery.payload);
    expect(event).toMatchObject({ id: eventIdOf(request), type: 'slot.created', data: { id: slot } });
    expect(delivery).toMatchObject({
      attempts: 1,
      statusCode: 200,
      durationMs: expect.any(Number),
      error: null,
      answer: 'Thanks',
      nextAttemptAt: null,
    });
    expect(hooks.receiver.received).toHaveLength(1);
    expect(hooks.test.logged()).not.toContain(secret);
  });

  it('is retried after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h, up to a tenth later, with the same id, and fails after eight attempts', async () => {
    const { id } = await create();
    hooks.receiver.respond = (response) => response.writeHead(503).end();
    startNode();
    await makeSlot();
    for (const [index, pauseMs] of PAUSES.entries()) {
      await eventually(`attempt ${index + 1}`, async () => (await newest(id))?.attempts === index + 1);
      const { state, statusCode, error, nextAttemptAt } = await newest(id);
      expect([state, statusCode, error]).toEqual(['waiting', 503, 'The response was 503.']);
      const pause = Date.parse(nextAttemptAt) - hooks.test.clock.now.getTime();
      expect(pause).toBeGreaterThanOrEqual(Math.floor(pauseMs / 1.1));
      expect(pause).toBeLessThanOrEqual(pauseMs);
      await advance(pauseMs);
    }
    await eventually('the last one', async () => (await newest(id))?.state === 'failed');
    expect(await newest(id)).toMatchObject({ attempts: 8, nextAttemptAt: null });
    const ids = hooks.receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(ids).toHaveLength(8);
    expect(new Set(ids).size).toBe(1);
    hooks.receiver.respond = (response) => response.writeHead(204).end();
    await send('POST', `/admin/webhooks/deliveries/${(await newest(id)).id}/resend`);
    await eventually('sent again', async () => (await newest(id))?.state === 'delivered');
    expect(hooks.receiver.received.at(-1)?.headers['webhook-id']).toBe(ids[0]);
  });

  it('[PRIV-01] is signed with both secrets for 24 hours after a rotation; both secrets are stored encrypted', async () => {
    const { id, secret: before } = await create();
    const { pool } = hooks.test.database;
    // An older version stored the secret this way.
    await pool.query('UPDATE webhook_endpoints SET secret = $2 WHERE id = $1', [id, before]);
    const { secret: after } = await send('POST', `/admin/webhooks/${id}/rotate`);
    const { rows } = await pool.query('SELECT secret, previous_secret FROM webhook_endpoints');
    for (const stored of Object.values(rows[0])) expect(stored).toMatch(/^v1:/);
    startNode();
    const signersOf = async (): Promise<string[]> => {
      const count = hooks.receiver.received.length;
      await makeSlot();
      await eventually('received', () => hooks.receiver.received.length > count);
      const { body, headers } = hooks.receiver.received.at(-1) as ReceivedRequest;
      const [id24 = '', at = ''] = [headers['webhook-id'], headers['webhook-timestamp']].map(String);
      const signatures = String(headers['webhook-signature']).split(' ');
      const names = { before, after };
      return Object.entries(names).flatMap(([name, secret]) =>
        signatures.includes(new Webhook(secret).sign(id24, new Date(Number(at) * 1000), body)) ? [name] : [],
      );
    };
    expect(await signersOf()).toEqual(['before', 'after']);
    await advance(DAY_MS);
    await pool.query('UPDATE webhook_endpoints SET secret = $2 WHERE id = $1', [id, after]);
    expect(await signersOf()).toEqual(['after']);
  });

  it('is not delayed by unresponsive endpoints, and is sent by only one of two nodes', async () => {
    const dead = await openReceiver();
    dead.respond = () => undefined;
    for (let count = 0; count < 6; count += 1) await create(dead.url);
    const { id } = await create();
    startNode();
    startNode();
    for (let count = 0; count < 12; count += 1) await makeSlot(`09:${count + 10}`);
    await eventually('all delivered', async () => {
      const found = await deliveries(id);
      return found.length === 12 && found.every(({ state }: { state: string }) => state === 'delivered');
    });
    expect(new Set(hooks.receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(12);
    expect(hooks.receiver.received).toHaveLength(12);
    expect(dead.received.length).toBeGreaterThan(0);
    dead.close();
  });

  it('is repeated with the same id when the node that sent it has died', async () => {
    const { id } = await create();
    await makeSlot();
    const stop = startNode(DAY_MS);
    hooks.receiver.respond = () => undefined;
    await eventually('sent', () => hooks.receiver.received.length === 1);
    // A node that stops does not record an attempt without a response, just like a node that was killed.
    await stop();
    expect(await newest(id)).toMatchObject({ state: 'waiting', attempts: 0 });
    hooks.receiver.respond = (response) => response.writeHead(204).end();
    await advance(MINUTE_MS);
    startNode();
    await eventually('delivered', async () => (await newest(id))?.state === 'delivered');
    expect(hooks.receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([
      (await newest(id)).eventId,
      (await newest(id)).eventId,
    ]);
  });

  it('is sent only to enabled endpoints that subscribe to its type', async () => {
    const other = await create(hooks.receiver.url, ['slot.deleted']);
    const off = await create();
    await send('PATCH', `/admin/webhooks/${off.id}`, { isEnabled: false });
    startNode();
    await send('DELETE', `/slot/delete/${await makeSlot()}`);
    await eventually('delivered', () => hooks.receiver.received.length === 1);
    expect(JSON.parse(hooks.receiver.received[0]?.body ?? '').type).toBe('slot.deleted');
    expect((await deliveries(other.id)).map(({ type }: { type: string }) => type)).toEqual(['slot.deleted']);
    expect(await deliveries(off.id)).toEqual([]);
  });
});
