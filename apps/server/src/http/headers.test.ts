import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exchange, listenAnywhere } from '../testing/raw-exchange.ts';
import { createTestApplication, type TestApplication } from '../testing/test-application.ts';

let test: TestApplication;

beforeAll(async () => {
  test = await createTestApplication();
});
afterAll(() => test.drop());

describe('[SECU-01] headers', () => {
  it.each(['/api/v1/admin/ownprofile', '/api/v1/nowhere', '/config.json', '/healthz', '/api/docs', '/'])(
    'of %s keep scripts, frames, referrers and sniffing out and say no version',
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

  it('let nobody keep an answer of the API', async () => {
    const token = await test.signIn();
    for (const path of ['/admin/ownprofile', '/booking/admin/booking', '/nowhere', '/openapi.json'])
      expect((await test.call('GET', path, { token })).headers['cache-control'], path).toBe('no-store');
    const login = await test.call('POST', '/admin/login', {
      body: { email: 'a@example.com', password: 'wrong one' },
    });
    expect(login.headers['cache-control']).toBe('no-store');
  });

  it('of what is not even HTTP hold no more', async () => {
    const answer = await exchange(await listenAnywhere(test.app), 'NONSENSE\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/);
    expect(answer).toContain('"status":false');
    expect(answer).not.toMatch(/node|fastify|server:/i);
  });
});
