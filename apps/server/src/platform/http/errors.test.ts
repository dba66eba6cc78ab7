import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../app.ts';
import { startDatabaseProxy } from '../../testing/database-proxy.ts';
import { exchange, listenAnywhere } from '../../testing/raw-exchange.ts';
import { createTestApplication, type TestApplication } from '../../testing/test-application.ts';
import { untilLockWait } from '../../testing/until-lock-wait.ts';
import { connectDatabase } from '../db/database.ts';

let test: TestApplication;
let token: string;
let port: number;

beforeAll(async () => {
  test = await createTestApplication();
  token = await test.signIn();
  port = await listenAnywhere(test.app);
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

/** Every error is JSON of one shape without internal details. */
function expectApiError(answer: { statusCode: number; body: string; headers: Record<string, unknown> }): void {
  expect(String(answer.headers['content-type'])).toBe('application/json; charset=utf-8');
  const body: Record<string, unknown> = JSON.parse(answer.body);
  expect(body).toMatchObject({ status: false, message: expect.stringMatching(/\S/) });
  expect(Object.keys(body).filter((key) => !['status', 'message', 'requestId', 'errors'].includes(key))).toEqual(
    [],
  );
  expect(answer.body).not.toMatch(/\bat .*:\d+:\d+|node_modules|FST_ERR|Unexpected token|SELECT|pg_/);
}

describe('[API-14] errors', () => {
  it.each<[string, Hostile]>([
    ['an unknown path', { url: '/api/v1/nowhere', status: 404 }],
    ['an unknown path with a body', { method: 'POST', url: '/api/v1/nowhere', body: '{"a":1}', status: 404 }],
    ['the base itself', { url: '/api/v1', status: 404 }],
    ['a path with a slash more', { url: '/api/v1/booking/admin/booking/', status: 404 }],
    ['a path in another case', { url: '/api/v1/Booking/admin/booking', status: 404 }],
    ['another method', { method: 'DELETE', url: LOGIN, status: 404 }],
    ['GET of a POST call', { method: 'GET', url: LOGIN, status: 404 }],
    ['a preflight from elsewhere', { method: 'OPTIONS', url: LOGIN, status: 404 }],
    ['no session', { url: '/api/v1/admin/ownprofile', status: 401 }],
    ['a malformed address', { url: '/api/v1/%zz', status: 400 }],
    ['broken UTF-8 in an address', { url: '/api/v1/%C0%80', status: 400 }],
    ['a text body', { body: 'email=a', type: 'text/plain', status: 415 }],
    ['a form', { body: 'email=a&password=b', type: 'application/x-www-form-urlencoded', status: 415 }],
    ['an XML body', { body: '<login/>', type: 'application/xml', status: 415 }],
    ['a multipart body', { body: '--x--', type: 'multipart/form-data; boundary=x', status: 415 }],
    ['a broken content type', { body: '{}', type: ';;;', status: 415 }],
    ['no body', { status: 400 }],
    ['an empty body', { body: '', status: 400 }],
    ['broken JSON', { body: '{"email": ', status: 400 }],
    ['JSON with more behind it', { body: '{"email":"a"} {"email":"b"}', status: 400 }],
    ['NaN', { body: '{"email":NaN}', status: 400 }],
    ['a byte order mark alone', { body: '\ufeff', status: 400 }],
    ['bytes that are no UTF-8', { body: Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), status: 400 }],
    ['an array', { body: '[]', status: 400 }],
    ['null', { body: 'null', status: 400 }],
    ['a text', { body: '"email"', status: 400 }],
    ['a number', { body: '5', status: 400 }],
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
      const answer = await test.app.inject({
        method,
        url,
        ...(isBodied ? { headers: { 'content-type': type }, payload: body ?? '' } : {}),
      });
      expect(answer.statusCode).toBe(status);
      expectApiError(answer);
    },
  );

  it('name the invalid fields in wire names', async () => {
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

  it('are not caused by a content type without a body', async () => {
    expect((await test.call('GET', '/admin/ownprofile', { token })).status).toBe(200);
    const answer = await test.app.inject({
      method: 'POST',
      url: '/api/v1/admin/logout',
      headers: { 'content-type': 'application/json; charset=utf-8', token: await test.signIn() },
    });
    expect(answer.statusCode).toBe(200);
  });

  it('of the server are a 500 without their text and are logged', async () => {
    const one = await createTestApplication();
    const session = await one.signIn();
    await one.database.pool.query('ALTER TABLE bookings RENAME TO secret_name');
    const answer = await one.app.inject({ url: '/api/v1/booking/admin/booking', headers: { token: session } });
    await one.database.pool.query('ALTER TABLE secret_name RENAME TO bookings');
    expect(answer.statusCode).toBe(500);
    expectApiError(answer);
    expect(answer.body).not.toMatch(/bookings|relation|exist/);
    expect(one.logged()).toContain('request failed');
    await one.drop();
  });
});

describe('[API-14] malformed HTTP', () => {
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
    ['a made-up method', `BREW ${LOGIN} HTTP/1.1\r\n${host}\r\n`, 400],
    ['a whole address', `GET http://x/api/v1/nowhere HTTP/1.1\r\n${host}\r\n`, 404],
    ['two tokens', `GET /api/v1/admin/ownprofile HTTP/1.1\r\n${host}token: a\r\ntoken: b\r\n\r\n`, 401],
  ])('is answered in JSON: %s', async (_name, bytes, status) => {
    const answer = await exchange(port, bytes);
    expect(answer.split('\r\n')[0]).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer).not.toMatch(/node_modules|x-powered-by|\nserver:/i);
  });
});

it.each([
  '/../../../etc/passwd',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/assets/..%2f..%2f..%2fetc/passwd',
  '/..\\..\\etc\\passwd',
])('[SECU-01] no path leads out of the folder of the web: %s', async (url) => {
  const answer = await exchange(port, `GET ${url} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 (200|400|403|404) /);
  expect(answer).not.toContain('root:');
});

describe('[RUN-03] without a database', () => {
  it('calls answer 503 with Retry-After, /readyz 503 and /healthz 200, and all recover by themselves', async () => {
    const proxy = await startDatabaseProxy(test.connectionString);
    const database = connectDatabase(proxy.connectionString, { max: 3, log: pino({ level: 'silent' }) });
    const app = await buildApp({
      settings: test.settings,
      database,
      keys: test.keys,
      log: pino({ level: 'silent' }),
    });
    const get = (url: string) => app.inject({ url, headers: { token } });
    const calls = ['/api/v1/admin/ownprofile', '/api/v1/booking/admin/booking', '/api/v1/booking/get/dashboard'];
    for (const url of calls) expect((await get(url)).statusCode, url).toBe(200);
    await proxy.cut();
    for (const url of calls) {
      const answer = await get(url);
      expect(answer.statusCode, url).toBe(503);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      expectApiError(answer);
    }
    const payload = { email: 'a@example.com', password: 'long enough' };
    expect((await app.inject({ method: 'POST', url: LOGIN, payload })).statusCode).toBe(503);
    expect((await get('/readyz')).statusCode).toBe(503);
    expect((await get('/healthz')).statusCode).toBe(200);
    await proxy.restore();
    for (const url of ['/readyz', ...calls]) expect((await get(url)).statusCode, url).toBe(200);
    await app.close();
    await database.close();
    await proxy.cut();
  });

  it('a call in progress is a 503 too', async () => {
    const proxy = await startDatabaseProxy(test.connectionString);
    const database = connectDatabase(proxy.connectionString, { max: 3, log: pino({ level: 'silent' }) });
    const app = await buildApp({
      settings: test.settings,
      database,
      keys: test.keys,
      log: pino({ level: 'silent' }),
    });
    const lock = await test.database.pool.connect();
    await lock.query('BEGIN; LOCK TABLE bookings');
    const pending = app.inject({ url: '/api/v1/booking/admin/booking', headers: { token } });
    await untilLockWait(test.database, 'the call waits for the table');
    await proxy.cut();
    const answer = await pending;
    expect(answer.statusCode).toBe(503);
    expectApiError(answer);
    await lock.query('ROLLBACK');
    lock.release();
    await app.close();
    await database.close();
  });
});
