import { createSlot, slotBody } from '@wayside/contract/slots';
import { encoderOf } from '@wayside/contract/wire/wire';
import pino from 'pino';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { deliverWebhooks } from '../platform/webhooks/deliver-webhooks.ts';
import { openReceiver, type ReceivedRequest, type Receiver } from './receiver.ts';
import { createTestApplication, type TestApplication } from './test-application.ts';

/**
 * Creates an application with a webhook receiver and nodes that deliver, for the tests of a file. Each test has its
 * own endpoints.
 */
export function webhookApplication() {
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
    receiver.respond = (response) => response.writeHead(204).end();
  });
  afterEach(async () => {
    await Promise.all(stops.map((stop) => stop()));
    stops = [];
    await test.database.pool.query('TRUNCATE webhook_endpoints CASCADE');
  });

  const send = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) => {
    const response = await test.call(method, path, { token, ...(body === undefined ? {} : { body }) });
    expect([path, response.status]).toEqual([path, 200]);
    return response.body;
  };
  const deliveries = async (id: string) => (await send('GET', `/admin/webhooks/${id}/deliveries?limit=100`)).data;
  return {
    get test() {
      return test;
    },
    get receiver() {
      return receiver;
    },
    send,
    deliveries,
    /** Starts a node that delivers webhooks with its own response timeout. Returns a function that stops it. */
    startNode: (timeoutMs = 15_000): (() => Promise<void>) => {
      const log = pino({ level: 'silent' });
      const now = () => test.clock.now;
      const stop = deliverWebhooks({
        database: test.database,
        keys: test.keys,
        log,
        now,
        allowsPrivate: true,
        timeoutMs,
      });
      stops.push(stop);
      return stop;
    },
    create: async (url = receiver.url, types: string[] | null = null) => {
      const { data, secret } = await send('POST', '/admin/webhooks', { url, types });
      return { id: data._id as string, secret: secret as string };
    },
    endpoint: async (id: string) =>
      (await send('GET', '/admin/webhooks')).data.find(({ _id }: { _id: string }) => _id === id),
    /** Returns the newest delivery of an endpoint. */
    newest: async (id: string) => (await deliveries(id))[0],
    makeSlot: async (startTime = '09:00') => {
      const body = encoderOf(slotBody)({ startTime, endTime: '10:00', duration: null });
      return (await send('POST', createSlot.path, body)).data._id as string;
    },
    /** Advances the clock and signs in again. */
    advance: async (ms: number): Promise<void> => {
      test.clock.now = new Date(test.clock.now.getTime() + ms);
      token = await test.signIn();
    },
  };
}

/** Returns the `webhook-id` of a request. */
export const eventIdOf = ({ headers }: ReceivedRequest): string => String(headers['webhook-id']);

/** Returns the event of a request after verifying its signature. */
export const verifyEvent = ({ headers, body }: ReceivedRequest, secret: string): unknown =>
  new Webhook(secret).verify(body, {
    'webhook-id': String(headers['webhook-id']),
    'webhook-timestamp': String(headers['webhook-timestamp']),
    'webhook-signature': String(headers['webhook-signature']),
  });
