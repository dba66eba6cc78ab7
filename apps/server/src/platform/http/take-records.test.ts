import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashToken } from '../../session-token.ts';
import { eventually } from '../../testing/eventually.ts';
import { testId } from '../../testing/import-database.ts';
import { emptyDatabase } from '../../testing/import-run.ts';
import { listenOnFreePort, parseResponses } from '../../testing/raw-exchange.ts';
import { serviceKeyHeader } from '../../testing/service-key.ts';
import { createTestApplication, type TestApplication } from '../../testing/test-application.ts';
import { untilLockWait } from '../../testing/until-lock-wait.ts';

const MEGABYTE = 1_048_576;

let test: TestApplication;
let port: number;
let headers: { authorization: string };

beforeAll(async () => {
  test = await createTestApplication();
  port = await listenOnFreePort(test.app);
  headers = await serviceKeyHeader(test.database, 'users', 'bookings');
});
afterAll(() => test.drop());
beforeEach(() => emptyDatabase(test.database));

const asha = { _id: testId(1), name: 'Asha' };
const url = (collection: string) => `http://127.0.0.1:${port}/api/v1/ingest/${collection}`;

async function send(collection: string, body: string | Buffer, more: Record<string, string> = {}) {
  const response = await fetch(url(collection), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers, ...more },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  });
  return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) };
}

/** Changes the database row of a key. */
const change = ({ authorization }: { authorization: string }, set: string) =>
  test.database.pool.query(`UPDATE service_keys SET ${set} WHERE key_hash = $1`, [
    hashToken(authorization.replace('Bearer ', '')),
  ]);

/** Blocks the writing of records until the returned function is called. */
async function holdRecords(): Promise<() => Promise<void>> {
  const client = await test.database.pool.connect();
  await client.query('BEGIN');
  await client.query('LOCK TABLE imported_records IN SHARE MODE');
  return async () => {
    await client.query('COMMIT');
    client.release();
  };
}

const storedUsers = async () => (await test.database.pool.query('SELECT id FROM users ORDER BY id')).rows.length;

describe('[SYNC-02] an ingest body that cannot be parsed', () => {
  const line = JSON.stringify(asha);
  it.each([
    ['is empty', '', 'The body is empty.'],
    ['is blank', ' \n ', 'The body is empty.'],
    ['is cut', '[{"_id":"x"},\n{"_id', 'Line 2: broken JSON: the document does not end.'],
    ['ends too early', `[${line}`, 'Line 1: broken JSON: the list does not end.'],
    ['has a broken object', `[${line},\n\n{"_id":}]`, 'Line 3: broken JSON.'],
    ['has text after its end', `[${line}] x`, 'Line 1: broken JSON: text after the end of the list.'],
    [
      'is two objects',
      `${line}\n${line}`,
      'Line 2: text after the record. For one record per line, use the type application/x-ndjson.',
    ],
    ['is null', 'null', 'Line 1: expected a record or a list of records.'],
    ['is a number', ' \n1', 'Line 2: expected a record or a list of records.'],
    ['is a text', '"x"', 'Line 1: expected a record or a list of records.'],
    ['holds a NUL byte', `{"_id":"\u0000"}`, 'Line 1: the document holds a NUL byte.'],
    ['is nested too deep', `${'['.repeat(300)}`, 'Line 1: broken JSON: nested deeper than 200 levels.'],
  ])('returns 400 with the line number because it %s', async (_, body, message) => {
    expect(await send('users', body)).toMatchObject({ status: 400, body: { status: false, message } });
    expect(await storedUsers()).toBe(0);
  });

  it('returns the number of the broken line, and none of the other lines are stored', async () => {
    const body = `${line}\n{"_id": "${testId(2)}", "name": "Ravi"\n${line}`;
    expect(await send('users', body, { 'content-type': 'application/x-ndjson' })).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/^Line 2: /) },
    });
    expect(await storedUsers()).toBe(0);
  });

  it('returns 415 for another content type or none', async () => {
    for (const type of [
      'text/plain',
      'multipart/form-data; boundary=x',
      'application/json; charset=utf-16',
      'application/x-ndjson;charset="UTF-16LE"',
    ])
      expect(await send('users', line, { 'content-type': type })).toMatchObject({
        status: 415,
        body: { message: expect.stringContaining('application/x-ndjson') },
      });
  });
});

it('[SYNC-01] every spelling of UTF-8 is accepted as a charset', async () => {
  for (const charset of ['utf-8', 'UTF8', '"utf-8"'])
    expect(
      (await send('users', JSON.stringify(asha), { 'content-type': `application/json; charset=${charset}` }))
        .status,
    ).toBe(200);
});

describe('[SYNC-01] the limits of an ingest body', () => {
  it('are 1,000 records per body', async () => {
    const records = Array.from({ length: 1001 }, (_, number) => ({ _id: testId(number), name: 'x' }));
    expect(await send('users', JSON.stringify(records))).toMatchObject({
      status: 413,
      body: { message: 'A request has at most 1,000 records.' },
    });
    expect(await storedUsers()).toBe(0);
    expect((await send('users', JSON.stringify(records.slice(1)))).body.counts.created).toBe(1000);
  });

  it('are 5 MB per body, also for a single line and after decompression', async () => {
    const large = JSON.stringify({ ...asha, name: 'x'.repeat(5 * MEGABYTE) });
    const tooLarge = { status: 413, body: { message: 'The body is too large: 5 MB at most.' } };
    expect(await send('users', large)).toMatchObject(tooLarge);
    expect(await send('users', large, { 'content-type': 'application/x-ndjson' })).toMatchObject(tooLarge);
    expect(await send('users', gzipSync(large), { 'content-encoding': 'gzip' })).toMatchObject(tooLarge);
    const fitting = JSON.stringify({ ...asha, name: 'x'.repeat(5 * MEGABYTE - 100) });
    expect((await send('users', fitting)).body.counts.rejected).toBe(1);
  });

  it('apply to a compressed body; a truncated one and an unknown encoding are rejected', async () => {
    const packed = gzipSync(JSON.stringify([asha]));
    expect(await send('users', packed, { 'content-encoding': 'gzip' })).toMatchObject({
      status: 200,
      body: { counts: { created: 1 } },
    });
    expect((await send('users', packed.subarray(0, 20), { 'content-encoding': 'gzip' })).status).toBe(400);
    expect((await send('users', JSON.stringify(asha), { 'content-encoding': 'lzma' })).status).toBe(415);
  });
});

describe('[SYNC-02] the service key of an ingest', () => {
  const body = JSON.stringify([asha]);

  it.each([
    ['is missing', '', 'The header Authorization must be "Bearer" and a service key.'],
    ['is no key', 'Bearer abc', 'The header Authorization must be "Bearer" and a service key.'],
    ['comes otherwise', `Basic ${'a'.repeat(40)}`, 'The header Authorization must be "Bearer" and a service key.'],
    ['is unknown', `Bearer wsk_${'a'.repeat(43)}`, 'This service key is unknown.'],
  ])('returns 401 when it %s', async (_, authorization, message) => {
    expect(await send('users', body, { authorization })).toMatchObject({
      status: 401,
      body: { status: false, message },
    });
  });

  it('returns 401 with the reason when it is revoked or expired', async () => {
    for (const [column, message] of [
      ['revoked_at', 'This service key was revoked.'],
      ['expires_at', 'This service key has expired.'],
    ]) {
      const key = await serviceKeyHeader(test.database, 'users');
      await change(key, `${column} = '2020-01-02'`);
      expect(await send('users', body, key)).toMatchObject({ status: 401, body: { message } });
    }
  });

  it('returns 403 with another scope and 404 for an unknown collection, and a session token returns 401', async () => {
    expect(await send('payments', body)).toMatchObject({
      status: 403,
      body: { message: 'This service key has no scope "payments".' },
    });
    for (const collection of ['orders', 'constructor', 'changes'])
      expect(await send(collection, body)).toMatchObject({
        status: 404,
        body: { message: expect.stringContaining('Unknown collection') },
      });
    expect((await send('users', body, { authorization: '', token: await test.signIn() })).status).toBe(401);
    expect((await test.call('GET', '/booking/admin/booking', { headers })).status).toBe(403);
    expect((await test.call('GET', '/admin/activity', { headers })).status).toBe(401);
  });

  it('stores nothing more when it is revoked while its request is queued', async () => {
    const mine = await serviceKeyHeader(test.database, 'users');
    const release = await holdRecords();
    const sending = send('users', body, mine);
    await untilLockWait(test.database, 'the records to wait');
    await change(mine, 'revoked_at = now()');
    await release();
    expect(await sending).toMatchObject({ status: 401, body: { message: 'This service key was revoked.' } });
    expect(await storedUsers()).toBe(0);
  });

  it('is stored with counts of record outcomes, and is not in the log', async () => {
    await send('users', JSON.stringify([asha, { _id: 'x' }]));
    const { rows } = await test.database.pool.query(
      "SELECT sum(requests)::int AS requests, sum(rejected)::int AS rejected FROM service_key_uses JOIN service_keys ON id = key_id WHERE 'bookings' = ANY (scopes)",
    );
    expect(rows[0].requests).toBeGreaterThan(0);
    expect(rows[0].rejected).toBeGreaterThan(0);
    expect(test.logged()).not.toContain(headers.authorization.slice(20));
  });
});

/** Sends the beginning of a request without its body. */
async function begin(key = headers, length = 100): Promise<{ socket: Socket; received(): string }> {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => (received += String(chunk)));
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(
    `POST /api/v1/ingest/users HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nauthorization: ${key.authorization}\r\ncontent-length: ${length}\r\n\r\n`,
  );
  return { socket, received: () => received };
}

const firstStatus = (text: string) => parseResponses(text)[0]?.status;

describe('[SYNC-02] an ingest above the server’s capacity', () => {
  it('returns 429 for the key and 503 for the node before the body is read, until there is capacity again', async () => {
    const keys = [headers, ...(await Promise.all([1, 2, 3].map(() => serviceKeyHeader(test.database, 'users'))))];
    const open = await Promise.all(keys.flatMap((key) => Array.from({ length: 4 }, () => begin(key))));
    const last = await serviceKeyHeader(test.database, 'users');
    /** Starts requests until one is rejected. A request without a response was admitted. */
    const untilRejected = (key: typeof headers, status: number, retryAfter: RegExp) =>
      eventually(`a ${status}`, async () => {
        const next = await begin(key);
        open.push(next);
        await eventually('an answer', () => next.received() !== '', 1000).catch(() => undefined);
        if (firstStatus(next.received()) !== status) return false;
        expect(next.received()).toMatch(retryAfter);
        return true;
      });
    try {
      await untilRejected(last, 503, /retry-after: 2\r\n/i);
      for (const { socket } of open.slice(4)) socket.destroy();
      // The key may have fewer open requests than it started, because the node rejected some of them.
      await untilRejected(headers, 429, /retry-after: 1\r\n/i);
    } finally {
      for (const { socket } of open) socket.destroy();
    }
    await eventually('room again', async () => (await send('users', JSON.stringify(asha))).status === 200);
  });

  it('counts the records of a disconnected client until they are written', async () => {
    const body = JSON.stringify(asha);
    const release = await holdRecords();
    const { socket } = await begin(headers, body.length);
    socket.write(body);
    await untilLockWait(test.database, 'the records to wait');
    socket.destroy();
    await release();
    await eventually('the records', async () => (await storedUsers()) === 1);
    expect((await send('users', body)).body.counts.unchanged).toBe(1);
  });

  it('returns 503 when the database connection is lost during the write, without partial records', async () => {
    const release = await holdRecords();
    const records = Array.from({ length: 100 }, (_, number) => ({ _id: testId(number), name: 'x' }));
    const sending = send('users', JSON.stringify(records));
    await untilLockWait(test.database, 'the records to wait');
    await test.database.pool.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    const response = await sending;
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
    await release();
    expect(await storedUsers()).toBe(0);
    expect((await send('users', JSON.stringify(records))).body.counts.created).toBe(100);
  });

  it('stores nothing when the client disconnects while it sends the body', async () => {
    for (let round = 0; round < 30; round += 1) {
      const { socket } = await begin();
      socket.write(JSON.stringify(asha).slice(0, 10));
      socket.destroy();
    }
    await eventually('room', async () => (await send('users', '[]')).status === 200);
    expect(await storedUsers()).toBe(0);
  });
});
