import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DatabaseProxy, startDatabaseProxy } from '../../testing/database-proxy.ts';
import { eventually } from '../../testing/eventually.ts';
import { openReceiver, type Receiver } from '../../testing/receiver.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { connectDatabase, type Database } from '../db/database.ts';
import { deliverNotifications } from './deliver-notifications.ts';

const FIRST = '65f000000000000000000001';
const SECOND = '65f000000000000000000002';
const OLD = '65f000000000000000000003';
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const log = pino({ level: 'silent' });

let test: TestDatabase;
let receiver: Receiver;
let proxy: DatabaseProxy;
let database: Database;
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  test = await createTestDatabase();
  receiver = await openReceiver();
  proxy = await startDatabaseProxy(test.connectionString);
  database = connectDatabase(proxy.connectionString, {
    max: 2,
    log,
    statementTimeoutMs: 1_500,
    responseTimeoutMs: 2_000,
    connectTimeoutMs: 1_000,
  });
});
afterAll(async () => {
  await Promise.all(stops.map((stop) => stop()));
  await database.close();
  await proxy.cut();
  receiver.close();
  await test.drop();
});

/** Starts a node whose clock is ahead. @returns a function that stops it */
function startNode(on: Database, aheadMs = 0): () => Promise<void> {
  const now = () => new Date(Date.now() + aheadMs);
  const stop = deliverNotifications({ database: on, webhook: { url: receiver.url, secret }, log, now });
  stops.push(stop);
  return stop;
}

const queue = (id: string, nextAttemptAt: Date | null) =>
  test.database.pool.query(
    `INSERT INTO notifications (id, message, type, created_at, delivery, next_attempt_at) VALUES ($1, 'Hello', 'all', now(), 'queued', $2)`,
    [id, nextAttemptAt],
  );

async function stateOf(id: string): Promise<{ delivery: string; attempts: number } | undefined> {
  const { rows } = await test.database.pool.query<{ delivery: string; attempts: number }>(
    'SELECT delivery, delivery_attempts AS attempts FROM notifications WHERE id = $1',
    [id],
  );
  return rows[0];
}

const idsReceived = () => receiver.received.map(({ headers }) => headers['webhook-id']);

describe('[HOOK-03, NOTI-03] delivering notifications', () => {
  it('[OPER-01] continues with the same webhook id after the database stops responding during a delivery', async () => {
    receiver.respond = (response) => {
      proxy.stall('all');
      response.writeHead(204).end();
    };
    // Opens all connections of the pool, so that existing connections are stalled.
    await Promise.all([1, 2].map(() => database.pool.query('SELECT')));
    await queue(FIRST, new Date());
    const stop = startNode(database);
    await eventually('sent', () => receiver.received.length === 1);
    receiver.respond = (response) => response.writeHead(204).end();
    await proxy.restore();
    await queue(SECOND, new Date());
    await eventually('the second is delivered', async () => (await stateOf(SECOND))?.delivery === 'delivered');
    await stop();
    expect(await stateOf(FIRST)).toEqual({ delivery: 'queued', attempts: 1 });
    const stopLater = startNode(test.database, 120_000);
    await eventually('the first is recorded', async () => (await stateOf(FIRST))?.delivery === 'delivered');
    await stopLater();
    expect(idsReceived().filter((id) => id === `msg_${FIRST}`)).toHaveLength(2);
  });

  it('[OPER-03] includes what a node of the previous release queued and did not send', async () => {
    await queue(OLD, null);
    const early = startNode(test.database, 9 * 60_000);
    const stop = startNode(test.database, 11 * 60_000);
    await eventually('delivered', async () => (await stateOf(OLD))?.delivery === 'delivered');
    await Promise.all([early(), stop()]);
  });
});
