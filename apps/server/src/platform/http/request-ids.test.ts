import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApplication, type TestApplication } from '../../testing/test-application.ts';

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

let test: TestApplication;
let token: string;
let port: number;

beforeAll(async () => {
  test = await createTestApplication();
  token = await test.signIn();
  port = Number(new URL(await test.app.listen({ host: '127.0.0.1', port: 0 })).port);
});
afterAll(() => test.drop());

/** The lines of the log with this request's id. */
function linesOf(id: unknown): Record<string, unknown>[] {
  const lines = test.logged().trim().split('\n');
  return lines.map((line) => JSON.parse(line)).filter(({ requestId }) => requestId === id);
}

/** Sends bytes and reads until the server closes. */
function exchange(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let answer = '';
    socket.on('data', (chunk) => (answer += String(chunk)));
    socket.on('error', reject).on('close', () => resolve(answer));
  });
}

describe('[OPER-04] the id of a request', () => {
  it('is its own, in the answer and in one line of the log, whatever the client sends', async () => {
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

  it.each<[string, string, object, number]>([
    ['a call without a session', '/api/v1/admin/ownprofile', {}, 401],
    ['an unknown address', '/api/v1/nowhere', {}, 404],
    ['an address that cannot be read', '/%c0', {}, 400],
    [
      'a body that is no JSON',
      '/api/v1/admin/login',
      { method: 'POST', payload: '{', headers: { 'content-type': 'application/json' } },
      400,
    ],
    [
      'a body of another type',
      '/api/v1/admin/login',
      { method: 'POST', payload: 'x', headers: { 'content-type': 'text/plain' } },
      415,
    ],
    [
      'ingest without a key',
      '/api/v1/ingest/users',
      { method: 'POST', payload: '[]', headers: { 'content-type': 'application/json' } },
      401,
    ],
    [
      'an upload without a session',
      '/file/single',
      { method: 'POST', payload: '', headers: { 'content-type': 'multipart/form-data; boundary=a' } },
      401,
    ],
  ])('is in the error for %s', async (_what, url, sent, status) => {
    const answer = await test.app.inject({ url, ...sent });
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({ status: false, requestId: answer.headers['x-request-id'] });
    expect(answer.json().requestId).toMatch(ID);
    expect(linesOf(answer.json().requestId)).toContainEqual(expect.objectContaining({ msg: 'request', status }));
  });

  it.each([
    ['bytes that are not HTTP', 'hello\r\n\r\n', 400],
    ['headers that are too long', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`, 431],
    ['a request to be a proxy', 'CONNECT a:1 HTTP/1.1\r\nhost: a\r\n\r\n', 405],
    ['a request that names no host', 'GET / HTTP/1.1\r\nconnection: close\r\n\r\n', 400],
  ])('is in the error for %s', async (_what, bytes, status) => {
    const [head = '', body = ''] = (await exchange(bytes)).split('\r\n\r\n');
    const { requestId } = JSON.parse(body);
    expect(requestId).toMatch(ID);
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [^]*\r\nx-request-id: ${requestId}(\r\n|$)`));
    expect(linesOf(requestId)).toEqual([expect.objectContaining({ msg: 'request', status })]);
  });

  it('is in the words that a person reads about a failure of the server, and in the line of its cause', async () => {
    await test.database.pool.query('ALTER TABLE slots RENAME TO other_slots');
    const { headers, body } = await test.call('GET', '/slot/getall', { token });
    await test.database.pool.query('ALTER TABLE other_slots RENAME TO slots');
    const id = headers['x-request-id'];
    expect(body).toEqual({ status: false, message: `Something went wrong on our side (request ${id}).` });
    expect(linesOf(id)).toEqual([
      expect.objectContaining({
        msg: 'request failed',
        err: expect.objectContaining({ message: expect.any(String) }),
      }),
      expect.objectContaining({ msg: 'request', status: 500 }),
    ]);
  });

  it('is in the activity entries of what it did', async () => {
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
