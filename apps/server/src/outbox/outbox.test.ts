import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDatabase, type Database } from '../db/database.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../testing/database-proxy.ts';
import { eventually } from '../testing/eventually.ts';
import { createTestApplication, type TestApplication } from '../testing/test-application.ts';
import { type Outbox, openOutbox, prepareOutbox } from './outbox.ts';

const FIRST = '65f000000000000000000001';
const SECOND = '65f000000000000000000002';
const logged: string[] = [];
const log = pino({ level: 'warn' }, { write: (line) => logged.push(line) });
const rejections: unknown[] = [];
const noteRejection = (reason: unknown) => rejections.push(reason);

let test: TestApplication;
let proxy: DatabaseProxy;
let database: Database;
let outbox: Outbox;
let isStalling = true;
const receiver = createServer((request, response) => {
  request.resume().on('end', () => {
    if (isStalling) proxy.stall('all');
    response.writeHead(204).end();
  });
});

beforeAll(async () => {
  test = await createTestApplication();
  await prepareOutbox(test.database, log);
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  proxy = await startDatabaseProxy(test.connectionString);
  database = connectDatabase(proxy.connectionString, {
    max: 2,
    log,
    statementTimeoutMs: 1_500,
    answerTimeoutMs: 2_000,
    connectTimeoutMs: 1_000,
  });
  outbox = await openOutbox({
    database,
    webhook: { url, secret: `whsec_${Buffer.alloc(32, 7).toString('base64')}` },
    log,
  });
  await outbox.start();
  process.on('unhandledRejection', noteRejection);
});
afterAll(async () => {
  process.off('unhandledRejection', noteRejection);
  await outbox.stop();
  await database.close();
  await proxy.cut();
  receiver.close();
  await test.drop();
});

async function queue(id: string): Promise<void> {
  await test.database.transaction(async (client) => {
    await client.query(
      "INSERT INTO notifications (id, message, type, created_at, delivery) VALUES ($1, 'Hello', 'all', now(), 'queued')",
      [id],
    );
    await outbox.enqueue(client, id, { isUrgent: true });
  });
}

it('[OPER-01, NOTI-03] continues deliveries after the database stops answering during one', async () => {
  await queue(FIRST);
  await eventually(
    'the delivery cannot be recorded',
    () => rejections.length > 0 || logged.some((each) => each.includes('could not be recorded')),
  );
  expect(rejections).toEqual([]);
  isStalling = false;
  await proxy.restore();
  await queue(SECOND);
  await eventually('the next one is delivered', async () => {
    const { rows } = await test.database.pool.query<{ delivery: string }>(
      'SELECT delivery FROM notifications WHERE id = $1',
      [SECOND],
    );
    return rows[0]?.delivery === 'delivered';
  });
});
