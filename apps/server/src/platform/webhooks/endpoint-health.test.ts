import { describe, expect, it } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import type { ReceivedRequest } from '../../testing/receiver.ts';
import { eventIdOf, verifyEvent, webhookApplication } from '../../testing/webhook-application.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const hooks = webhookApplication();
const { send, deliveries, startNode, create, endpoint, newest, makeSlot, advance } = hooks;

describe('[HOOK-02] a webhook endpoint', () => {
  it('is switched off immediately after a 410 response, and works again when it is switched on', async () => {
    const { id } = await create();
    hooks.receiver.respond = (response) => response.writeHead(410).end();
    startNode();
    await makeSlot();
    await eventually('off', async () => (await endpoint(id)).isEnabled === false);
    expect(await endpoint(id)).toMatchObject({
      disabledReason: 'gone',
      disabledAt: hooks.test.clock.now.toISOString(),
      waiting: 0,
      lastAttempt: { statusCode: 410, error: 'The response was 410.' },
    });
    expect(await newest(id)).toMatchObject({ state: 'failed', attempts: 1 });
    hooks.receiver.respond = (response) => response.writeHead(204).end();
    await send('PATCH', `/admin/webhooks/${id}`, { isEnabled: true });
    await makeSlot();
    await eventually('delivered', async () => (await newest(id))?.state === 'delivered');
    expect(await endpoint(id)).toMatchObject({ isEnabled: true, disabledReason: null, failingSince: null });
  });

  it('is switched off after five days of only failures, counted from the last success', async () => {
    const { id } = await create();
    startNode();
    const answer = async (status: number, condition: (found: Awaited<ReturnType<typeof endpoint>>) => boolean) => {
      hooks.receiver.respond = (response) => response.writeHead(status).end();
      await makeSlot();
      await eventually(`the state after ${status}`, async () => condition(await endpoint(id)));
    };
    await answer(500, ({ failingSince }) => failingSince !== null);
    await answer(204, ({ failingSince }) => failingSince === null);
    await advance(6 * DAY_MS);
    const failingSince = hooks.test.clock.now.toISOString();
    await answer(500, (found) => found.failingSince === failingSince);
    await advance(5 * DAY_MS - MINUTE_MS);
    await makeSlot();
    await eventually('failed', async () => (await newest(id))?.attempts === 1);
    expect(await endpoint(id)).toMatchObject({ isEnabled: true, failingSince });
    await advance(MINUTE_MS);
    await answer(500, ({ isEnabled }) => isEnabled === false);
    expect(await endpoint(id)).toMatchObject({ disabledReason: 'failing', failingSince });
  });

  it('still receives one test event after it was switched off', async () => {
    const { id, secret } = await create();
    await send('PATCH', `/admin/webhooks/${id}`, { isEnabled: false });
    hooks.receiver.respond = (response) => response.writeHead(500).end();
    startNode();
    const { deliveryId } = await send('POST', `/admin/webhooks/${id}/test`);
    await eventually('failed', async () => (await newest(id))?.state === 'failed');
    expect(await newest(id)).toMatchObject({ id: deliveryId, attempts: 1, statusCode: 500 });
    const [request] = hooks.receiver.received as [ReceivedRequest];
    expect(verifyEvent(request, secret)).toMatchObject({
      id: `evt_test_${deliveryId}`,
      type: 'webhook.test',
      data: { entity: 'webhook_endpoint', id },
    });
    expect((await endpoint(id)).disabledReason).toBe('switched_off');
  });

  it('receives every event since a given time again, even when the program stops during the replay', async () => {
    const ids: string[] = [];
    await advance(MINUTE_MS);
    const since = hooks.test.clock.now.toISOString();
    await hooks.test.database.pool.query(
      `INSERT INTO events (id, type, at, data) SELECT 'evt_r' || n, 'slot.created', $1, '{}' FROM generate_series(1, 1200) AS n`,
      [since],
    );
    for (let n = 1; n <= 1200; n += 1) ids.push(`evt_r${n}`);
    let taken = 0;
    hooks.receiver.respond = (response) => {
      taken += 1;
      // The first node gets no response to any later request.
      if (taken > 300) response.writeHead(204).end();
    };
    const { id } = await create();
    const stopFirst = startNode(DAY_MS);
    await eventually('published', async () => {
      const { rows } = await hooks.test.database.pool.query('SELECT FROM events WHERE position IS NULL');
      return rows.length === 0;
    });
    await send('PATCH', `/admin/webhooks/${id}`, { url: `${hooks.receiver.url}?replay` });
    await hooks.test.database.pool.query('DELETE FROM webhook_deliveries');
    const { data } = await send('POST', `/admin/webhooks/${id}/replay`, { since });
    expect(data.replayLeft).toBeGreaterThanOrEqual(1200);
    await eventually('begun', async () => (await deliveries(id)).length > 0);
    await stopFirst();
    hooks.receiver.received.length = 0;
    hooks.receiver.respond = (response) => response.writeHead(204).end();
    await advance(MINUTE_MS);
    startNode();
    await eventually(
      'all received',
      () => {
        const received = new Set(hooks.receiver.received.map(eventIdOf));
        return ids.every((each) => received.has(each));
      },
      90_000,
    );
    expect((await endpoint(id)).replayLeft).toBeNull();
    // The test sends 1,200 deliveries, each in its own request.
  }, 120_000);
});
