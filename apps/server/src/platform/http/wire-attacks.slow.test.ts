import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DocumentedOperation, documentedOperations, pathWith } from '../../testing/documented-operations.ts';
import { listenOnFreePort, parseResponses, type RawResponse, sendRawRequest } from '../../testing/raw-exchange.ts';
import { createTestApplication, type TestApplication } from '../../testing/test-application.ts';
import { makeWireAttacks, type WireAttack } from '../../testing/wire-attacks.ts';
import { API_BASE } from './register.ts';

/** Paths that are served but are not calls. */
const OTHER_PATHS = [
  '/',
  '/bookings',
  '/assets/x.js',
  '/.stamp',
  '/config.json',
  '/healthz',
  '/readyz',
  '/api/docs',
];
const CONCURRENCY = 16;
/**
 * Most attacks are rejected before the route is chosen. The first call of each method gets all attacks; every other
 * call gets a sample, in turn. WAYSIDE_ALL_ATTACKS=on sends all attacks to every call.
 */
const ONE_IN = process.env['WAYSIDE_ALL_ATTACKS'] === 'on' ? 1 : 8;

let test: TestApplication;
let port: number;
let operations: DocumentedOperation[];

beforeAll(async () => {
  test = await createTestApplication({ env: { TRUST_PROXY: 'on' } });
  port = await listenOnFreePort(test.app);
  operations = await documentedOperations(test);
});
afterAll(() => test.drop());

/** Expects a page of the web app, a table, or JSON with a message for an error, each without internal details. */
function expectOwnValues({ status, headers, body }: RawResponse, attack: string): void {
  expect(status, attack).toBeGreaterThanOrEqual(200);
  expect(status, attack).toBeLessThan(500);
  const isPage = status < 400 && /^text\/(html|csv)/.test(headers.get('content-type') ?? '');
  if (body !== '' && !isPage) {
    expect(headers.get('content-type'), attack).toBe('application/json; charset=utf-8');
    const parsed: unknown = JSON.parse(body);
    if (status >= 400)
      expect(parsed, attack).toMatchObject({ status: false, message: expect.stringMatching(/\S/) });
  }
  expect(body, attack).not.toMatch(/node_modules|\bat .+:\d+:\d+|SELECT |pg_|FST_|HPE_|ERR_|root:/);
  for (const name of ['set-cookie', 'location', 'access-control-allow-origin', 'server', 'x-powered-by'])
    expect(headers.get(name), `${attack}: ${name}`).toBeUndefined();
  expect(headers.get('content-security-policy'), attack).toMatch(/default-src 'none'/);
  expect(headers.get('x-content-type-options'), attack).toBe('nosniff');
  expect(headers.get('x-frame-options'), attack).toBe('DENY');
  expect(headers.get('cache-control'), attack).toMatch(/no-store|no-cache/);
}

/** Runs every attack on one call, some at the same time, each on its own connection. */
async function attack(attacks: readonly WireAttack[], name: string): Promise<void> {
  const waiting = [...attacks];
  async function work(): Promise<void> {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const text = await sendRawRequest(port, next.bytes, { hangUp: next.isUnfinished === true });
      const responses = parseResponses(text, { isHead: next.what === 'method HEAD' });
      const attack = `${name}, ${next.what}: ${text.slice(0, 100)}`;
      expect(responses.length, attack).toBeGreaterThan(0);
      for (const response of responses) expectOwnValues(response, attack);
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
}

describe('[API-14, SECU-01] every call with malicious raw HTTP', () => {
  it('responds in JSON with all security headers, never with a 5xx status, and the next request is served', async () => {
    const met = new Map<string, number>();
    const methods = new Set<string>();
    for (const [turn, operation] of operations.entries()) {
      const path = API_BASE + pathWith(operation);
      const isFirst = !methods.has(operation.method);
      methods.add(operation.method);
      const target = {
        method: operation.method,
        path,
        token: await test.signIn(),
        body: operation.usualBody === null ? '' : JSON.stringify(operation.usualBody),
        queryKeys: operation.parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
      };
      const attacks = makeWireAttacks(target, (place) => isFirst || place % ONE_IN === turn % ONE_IN);
      await attack(attacks, `${operation.method} ${path}`);
      for (const { what } of attacks) met.set(what, (met.get(what) ?? 0) + 1);
    }
    const requests = [...met.values()].reduce((sum, count) => sum + count, 0);
    expect(met.size).toBeGreaterThan(100);
    expect(requests).toBeGreaterThan(12 * operations.length);
    process.stdout.write(`attacks on the line: ${requests} requests over ${operations.length} calls\n`);
    expect(test.logged()).not.toContain('request failed');
    const token = await test.signIn();
    expect((await test.call('GET', '/admin/ownprofile', { token })).status).toBe(200);
    expect(Object.hasOwn(Object.prototype, 'admin')).toBe(false);
  }, 900_000);

  it('responds in JSON at every other path too, and never logs the token', async () => {
    const token = await test.signIn();
    for (const path of OTHER_PATHS)
      await attack(makeWireAttacks({ method: 'GET', path, token, body: '', queryKeys: [] }), path);
    expect(test.logged()).not.toContain('request failed');
    expect(test.logged()).not.toContain(token);
    expect((await test.app.inject('/healthz')).statusCode).toBe(200);
  }, 300_000);
});
