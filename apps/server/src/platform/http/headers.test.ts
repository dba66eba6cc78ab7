import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { listenOnFreePort, parseResponses } from '../../testing/raw-exchange.ts';
import { createTestApplication, type TestApplication } from '../../testing/test-application.ts';

let test: TestApplication;

beforeAll(async () => {
  test = await createTestApplication();
});
afterAll(() => test.drop());

describe('[SECU-01] response headers', () => {
  it.each(['/api/v1/admin/ownprofile', '/api/v1/nowhere', '/config.json', '/healthz', '/api/docs', '/'])(
    'forbid external scripts, frames, referrers and sniffing at %s, and reveal no version',
    async (url) => {
      const { headers } = await test.app.inject({ url });
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self';");
      expect(policy.match(/script-src[^;]*/)?.[0]).not.toMatch(/unsafe|\*/);
      expect(policy).toContain("frame-ancestors 'none'");
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['x-frame-options']).toBe('DENY');
      expect(headers['referrer-policy']).toBe('no-referrer');
      expect(headers['x-powered-by']).toBeUndefined();
      expect(headers.server).toBeUndefined();
      expect(headers['access-control-allow-origin']).toBeUndefined();
    },
  );

  it('[ROAD-06] allow images from the host of MAP_TILES_URL only when it is set', async () => {
    const policyOf = async ({ app }: TestApplication) =>
      String((await app.inject({ url: '/' })).headers['content-security-policy']).match(/img-src[^;]*/)?.[0];
    expect(await policyOf(test)).toBe("img-src 'self' data: blob: https:");
    const env = { MAP_TILES_URL: 'http://tiles.example.com:8080/{z}/{x}/{y}.png' };
    const withMap = await createTestApplication({ env });
    try {
      expect(await policyOf(withMap)).toBe("img-src 'self' data: blob: https: http://tiles.example.com:8080");
      expect((await withMap.app.inject({ url: '/config.json' })).json()).toMatchObject({
        mapTilesUrl: env.MAP_TILES_URL,
      });
    } finally {
      await withMap.drop();
    }
  });

  it('forbid caching of API responses', async () => {
    const token = await test.signIn();
    for (const path of ['/admin/ownprofile', '/booking/admin/booking', '/nowhere', '/openapi.json'])
      expect((await test.call('GET', path, { token })).headers['cache-control'], path).toBe('no-store');
    const login = await test.call('POST', '/admin/login', {
      body: { email: 'a@example.com', password: 'wrong one' },
    });
    expect(login.headers['cache-control']).toBe('no-store');
  });

  const FORWARDED_HTTPS = { 'x-forwarded-proto': 'https' };

  it.each([
    ['a believed proxy', 'https', 'loopback', '127.0.0.1', FORWARDED_HTTPS, 'max-age=31536000'],
    ['one believed hop', 'https', '1', '203.0.113.9', FORWARDED_HTTPS, 'max-age=31536000'],
    [
      'the last proxy of two',
      'https',
      'on',
      '127.0.0.1',
      { 'x-forwarded-proto': 'http, https' },
      'max-age=31536000',
    ],
    ['a believed proxy', 'http', 'loopback', '127.0.0.1', { 'x-forwarded-proto': 'http' }, undefined],
    ['a believed proxy', 'nothing', 'loopback', '127.0.0.1', {}, undefined],
    ['the last proxy of two', 'http', 'on', '127.0.0.1', { 'x-forwarded-proto': 'https, http' }, undefined],
    ['a proxy that is not believed', 'https', 'loopback', '203.0.113.9', FORWARDED_HTTPS, undefined],
    ['a client without any proxy', 'https', 'off', '127.0.0.1', FORWARDED_HTTPS, undefined],
  ])(
    'contain Strict-Transport-Security only over TLS: %s, %s (TRUST_PROXY=%s)',
    async (_who, _what, trusted, remoteAddress, headers, expected) => {
      const behind = await createTestApplication({ env: { TRUST_PROXY: trusted } });
      try {
        for (const url of ['/', '/api/v1/admin/ownprofile', '/healthz', '/api/v1/nowhere']) {
          const response = await behind.app.inject({ url, remoteAddress, headers });
          expect(response.headers['strict-transport-security'], url).toBe(expected);
        }
      } finally {
        await behind.drop();
      }
    },
  );
});

const BEGUN =
  'POST /api/v1/admin/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n';

it('[API-14, SECU-01] the server responds to a request on an open connection while the program stops', async () => {
  const test = await createTestApplication();
  const socket = connect(await listenOnFreePort(test.app), '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => (received += String(chunk)));
  await once(socket, 'connect');
  const begun = once(test.app.server, 'request');
  socket.write(BEGUN);
  await begun;
  const closing = test.app.close();
  await eventually('it listens no more', () => !test.app.server.listening);
  socket.write('{}GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
  await once(socket, 'close');
  await closing;
  const responses = parseResponses(received);
  expect(responses.map(({ status }) => status)).toEqual([400, 200]);
  expect(received.match(/x-content-type-options: nosniff/gi)).toHaveLength(2);
  expect(received).toMatch(/connection: close/i);
  await test.drop();
});
