import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../app.ts';
import { startDatabaseProxy } from '../../testing/database-proxy.ts';
import { listenOnFreePort, sendRawRequest } from '../../testing/raw-exchange.ts';
import { createTestApplication, type TestApplication } from '../../testing/test-application.ts';
import { untilLockWait } from '../../testing/until-lock-wait.ts';
import { withoutSentences } from '../../testing/without-sentences.ts';
import { connectDatabase } from '../db/database.ts';

let test: TestApplication;
let token: string;
let port: number;

beforeAll(async () => {
  test = await createTestApplication();
  token = await test.signIn();
  port = await listenOnFreePort(test.app);
});
afterAll(() => test.drop());

const deep = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth);
const LOGIN = '/api/v1/admin/login';

interface Hostile {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS' | 'HEAD';
  readonly url?: string;
  readonly type?: string;
  readonly body?: string | Buffer;
  readonly status: number;
}

const silent = pino({ level: 'silent' });
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Returns the log lines of a request. */
function linesOf(id: unknown): Record<string, unknown>[] {
  const lines = test.logged().trim().split('\n');
  return lines.map((line) => JSON.parse(line)).filter(({ requestId }) => requestId === id);
}

/** Expects every error to be JSON of the same shape, without internal details. */
function expectApiError(response: { statusCode: number; body: string; headers: Record<string, unknown> }): void {
  expect(String(response.headers['content-type'])).toBe('application/json; charset=utf-8');
  const body: Record<string, unknown> = JSON.parse(response.body);
  expect(body).toMatchObject({ status: false, message: expect.stringMatching(/\S/) });
  const { status, message, requestId, errors, ...others } = withoutSentences(body) as typeof body;
  expect(others, JSON.stringify([status, message, requestId, errors])).toEqual({});
  expect(response.body).not.toMatch(/\bat .*:\d+:\d+|node_modules|FST_ERR|Unexpected token|SELECT|pg_/);
}

describe('[API-14, OPER-04] error responses', () => {
  it.each([
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
    ['identity', (body: Buffer) => body],
  ])('[ERR-01] arrive complete, whatever their length, with the encoding %s', async (encoding, decoded) => {
    const response = await test.app.inject({
      method: 'POST',
      url: '/api/v1/admin/views/counts/payments',
      headers: { token, 'accept-encoding': encoding },
      payload: { views: Array.from({ length: 100 }, () => 5) },
    });
    expect(response.statusCode).toBe(400);
    expect(JSON.parse(decoded(response.rawPayload).toString()).errors).toHaveLength(100);
  });

  it.each<[string, Hostile]>([
    ['an unknown path', { url: '/api/v1/nowhere', status: 404 }],
    ['an unknown path with a body', { method: 'POST', url: '/api/v1/nowhere', body: '{"a":1}', status: 404 }],
    ['the base itself', { url: '/api/v1', status: 404 }],
    ['a path with a slash more', { url: '/api/v1/booking/admin/booking/', status: 404 }],
    ['a path in another case', { url: '/api/v1/Booking/admin/booking', status: 404 }],
    ['another method', { method: 'DELETE', url: LOGIN, status: 404 }],
    ['a preflight from elsewhere', { method: 'OPTIONS', url: LOGIN, status: 404 }],
    ['no session', { url: '/api/v1/admin/ownprofile', status: 401 }],
    ['a malformed address', { url: '/api/v1/%zz', status: 400 }],
    ['broken UTF-8 in an address', { url: '/api/v1/%C0%80', status: 400 }],
    ['a text body', { body: 'email=a', type: 'text/plain', status: 415 }],
    ['a form', { body: 'email=a&password=b', type: 'application/x-www-form-urlencoded', status: 415 }],
    ['a multipart body', { body: '--x--', type: 'multipart/form-data; boundary=x', status: 415 }],
    ['a broken content type', { body: '{}', type: ';;;', status: 415 }],
    ['ingest without a key', { method: 'POST', url: '/api/v1/ingest/users', body: '[]', status: 401 }],
    [
      'an upload without a session',
      { method: 'POST', url: '/file/single', body: '', type: 'multipart/form-data; boundary=a', status: 401 },
    ],
    ['no body', { status: 400 }],
    ['an empty body', { body: '', status: 400 }],
    ['broken JSON', { body: '{"email": ', status: 400 }],
    ['JSON with more behind it', { body: '{"email":"a"} {"email":"b"}', status: 400 }],
    ['a byte order mark alone', { body: '\ufeff', status: 400 }],
    ['bytes that are no UTF-8', { body: Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), status: 400 }],
    ['an array', { body: '[]', status: 400 }],
    ['null', { body: 'null', status: 400 }],
    ['the wrong types', { body: '{"email":{"$ne":null},"password":{"$ne":null}}', status: 400 }],
    ['a polluting key', { body: '{"__proto__":{"admin":true},"email":"a","password":"b"}', status: 400 }],
    ['a polluting constructor', { body: '{"constructor":{"prototype":{"admin":true}}}', status: 400 }],
    ['a NUL byte', { body: '{"email":"a\\u0000b@example.com","password":"secret"}', status: 400 }],
    ['half of a surrogate pair', { body: '{"email":"a\\ud800@example.com","password":"secret"}', status: 400 }],
    ['100,000 nested arrays', { body: deep('[', ']', 100_000), status: 413 }],
    ['100,000 nested objects', { body: `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`, status: 413 }],
    ['deep nesting in a field', { body: `{"email":${deep('[', ']', 8_000)},"password":"b"}`, status: 400 }],
    [
      'just under 16 kB of text',
      { body: JSON.stringify({ email: 'x'.repeat(16_000), password: 'b' }), status: 400 },
    ],
    [
      '[SECU-01] more than 16 kB',
      { body: JSON.stringify({ email: 'x'.repeat(16_400), password: 'b' }), status: 413 },
    ],
    ['1,500 keys', { body: `{${Array.from({ length: 1_500 }, (_, n) => `"k${n}":0`).join(',')}}`, status: 400 }],
    ['a huge number', { body: '{"email":1e999,"password":1e400}', status: 400 }],
  ])(
    '%s',
    async (_name, {
      url = LOGIN,
      method = url === LOGIN ? 'POST' : 'GET',
      type = 'application/json',
      body,
      status,
    }) => {
      const isBodied = body !== undefined || (method === 'POST' && url === LOGIN);
      const response = await test.app.inject({
        method,
        url,
        ...(isBodied ? { headers: { 'content-type': type }, payload: body ?? '' } : {}),
      });
      expect(response.statusCode).toBe(status);
      expectApiError(response);
      const { requestId } = response.json();
      expect(requestId).toMatch(ID);
      expect(requestId).toBe(response.headers['x-request-id']);
      expect(linesOf(requestId)).toContainEqual(expect.objectContaining({ msg: 'request', status }));
    },
  );

  it('name the invalid fields with their API names', async () => {
    const { status, body } = await test.call('POST', '/admin/login', { body: { email: 5, password: null } });
    expect(status).toBe(400);
    expect(body).toEqual({
      status: false,
      message: 'email must be a string; password must be a string',
      errors: [
        { field: 'email', message: 'must be a string' },
        { field: 'password', message: 'must be a string' },
      ],
    });
  });

  it('are not sent for a content type without a body', async () => {
    expect((await test.call('GET', '/admin/ownprofile', { token })).status).toBe(200);
    const response = await test.app.inject({
      method: 'POST',
      url: '/api/v1/admin/logout',
      headers: { 'content-type': 'application/json; charset=utf-8', token: await test.signIn() },
    });
    expect(response.statusCode).toBe(200);
  });

  it('have status 500 for server errors and contain only the request id, which identifies the cause in the log', async () => {
    await test.database.pool.query('ALTER TABLE slots RENAME TO secret_name');
    const response = await test.app.inject({ url: '/api/v1/slot/getall', headers: { token } });
    await test.database.pool.query('ALTER TABLE secret_name RENAME TO slots');
    expect(response.statusCode).toBe(500);
    expectApiError(response);
    const id = response.headers['x-request-id'];
    const message = `Something went wrong on our side (request ${id}).`;
    expect(withoutSentences(response.json())).toEqual({ status: false, message, requestId: id });
    expect(linesOf(id)).toEqual([
      expect.objectContaining({
        msg: 'request failed',
        err: expect.objectContaining({ message: expect.any(String) }),
      }),
      expect.objectContaining({ msg: 'request', status: 500 }),
    ]);
  });
});

describe('[OPER-04] the request id', () => {
  it('is new for each request and is in the response and in one log line, regardless of what the client sends', async () => {
    const ids: unknown[] = [];
    for (const url of ['/api/v1/admin/ownprofile', '/api/v1/nowhere', '/api/v1/admin/ownprofile']) {
      const { headers } = await test.app.inject({ url, headers: { token, 'x-request-id': 'mine' } });
      ids.push(headers['x-request-id']);
    }
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) {
      expect(id).toMatch(ID);
      expect(linesOf(id)).toEqual([
        expect.objectContaining({
          msg: 'request',
          method: 'GET',
          status: expect.any(Number),
          ms: expect.any(Number),
        }),
      ]);
    }
  });

  it('is stored in the activity entries of the request', async () => {
    const { headers, status } = await test.call('POST', '/slot/create', {
      token,
      body: { starttime: '09:00', endtime: '10:00' },
    });
    expect(status).toBe(200);
    const { body } = await test.call('GET', '/admin/activity', { token, query: { entity: 'slot' } });
    expect(body.data[0]).toMatchObject({ action: 'created', requestId: headers['x-request-id'] });
    const { rows } = await test.database.pool.query(
      'SELECT count(*)::int AS wrong FROM activity AS a WHERE hash <> activity_hash(a)',
    );
    expect(rows).toEqual([{ wrong: 0 }]);
  });
});

describe('[API-14, OPER-04] malformed HTTP', () => {
  const host = 'host: x\r\nconnection: close\r\n';
  it.each([
    ['no HTTP at all', 'hello\r\n\r\n', 400],
    ['headers of 100 kB', `GET / HTTP/1.1\r\n${host}x: ${'y'.repeat(100_000)}\r\n\r\n`, 431],
    ['a NUL byte in a header', `GET /api/v1/admin/ownprofile HTTP/1.1\r\n${host}token: a\u0000b\r\n\r\n`, 400],
    ['a raw NUL byte in the address', `GET /api/v1/\u0000 HTTP/1.1\r\n${host}\r\n`, 400],
    ['no host', 'GET /api/v1/admin/ownprofile HTTP/1.1\r\nconnection: close\r\n\r\n', 400],
    ['two lengths', `POST ${LOGIN} HTTP/1.1\r\n${host}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`, 400],
    [
      'a length and chunks',
      `POST ${LOGIN} HTTP/1.1\r\n${host}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
    ['a request to be a proxy', 'CONNECT a:1 HTTP/1.1\r\nhost: a\r\n\r\n', 405],
    ['a made-up method', `BREW ${LOGIN} HTTP/1.1\r\n${host}\r\n`, 400],
    ['a whole address', `GET http://x/api/v1/nowhere HTTP/1.1\r\n${host}\r\n`, 404],
    ['two tokens', `GET /api/v1/admin/ownprofile HTTP/1.1\r\n${host}token: a\r\ntoken: b\r\n\r\n`, 401],
  ])('gets a JSON response with the request id: %s', async (_name, bytes, status) => {
    const response = await sendRawRequest(port, bytes);
    const [head = '', body = ''] = response.split('\r\n\r\n');
    const { requestId } = JSON.parse(body);
    expect(requestId).toMatch(ID);
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [^]*\r\nx-request-id: ${requestId}(\r\n|$)`));
    expect(linesOf(requestId)).toEqual([expect.objectContaining({ msg: 'request', status })]);
    expect(response).not.toMatch(/node_modules|fastify|x-powered-by|\nserver:/i);
  });
});

describe('[RUN-03] an unavailable database', () => {
  /** Starts the application with a database connection that the test can cut. */
  async function behindProxy() {
    const proxy = await startDatabaseProxy(test.connectionString);
    const database = connectDatabase(proxy.connectionString, { max: 3, log: silent });
    const app = await buildApp({ settings: test.settings, database, keys: test.keys, log: silent });
    const close = async () => {
      await app.close();
      await database.close();
      await proxy.cut();
    };
    return { proxy, app, get: (url: string) => app.inject({ url, headers: { token } }), close };
  }

  it('makes calls return 503 with Retry-After, /readyz 503 and /healthz 200, and all of them recover', async () => {
    const { proxy, app, get, close } = await behindProxy();
    const calls = ['/api/v1/admin/ownprofile', '/api/v1/booking/admin/booking', '/api/v1/booking/get/dashboard'];
    for (const url of calls) expect((await get(url)).statusCode, url).toBe(200);
    await proxy.cut();
    for (const url of calls) {
      const response = await get(url);
      expect(response.statusCode, url).toBe(503);
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
      expectApiError(response);
    }
    const payload = { email: 'a@example.com', password: 'long enough' };
    expect((await app.inject({ method: 'POST', url: LOGIN, payload })).statusCode).toBe(503);
    expect((await get('/readyz')).statusCode).toBe(503);
    expect((await get('/healthz')).statusCode).toBe(200);
    await proxy.restore();
    for (const url of ['/readyz', ...calls]) expect((await get(url)).statusCode, url).toBe(200);
    await close();
  });

  it('also makes a call in progress return 503', async () => {
    const { proxy, get, close } = await behindProxy();
    const lock = await test.database.pool.connect();
    await lock.query('BEGIN; LOCK TABLE bookings');
    const pending = get('/api/v1/booking/admin/booking');
    await untilLockWait(test.database, 'the call waits for the table');
    await proxy.cut();
    const response = await pending;
    expect(response.statusCode).toBe(503);
    expectApiError(response);
    await lock.query('ROLLBACK');
    lock.release();
    await close();
  });
});
