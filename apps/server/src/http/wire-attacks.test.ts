import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DocumentedOperation, documentedOperations, pathWith } from '../testing/documented-operations.ts';
import { exchange, listenAnywhere, type RawAnswer, readAnswers } from '../testing/raw-exchange.ts';
import { createTestApplication, type TestApplication } from '../testing/test-application.ts';
import { type WireAttack, wireAttacksOn } from '../testing/wire-attacks.ts';
import { API_BASE } from './register.ts';

/** What is served beside the calls. */
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
const AT_ONCE = 16;

let test: TestApplication;
let port: number;
let operations: DocumentedOperation[];

beforeAll(async () => {
  test = await createTestApplication({ env: { TRUST_PROXY: 'on' } });
  port = await listenAnywhere(test.app);
  operations = await documentedOperations(test);
});
afterAll(() => test.drop());

/** A page of the web, a table, or JSON of ours with a reason where it refuses; and nothing of our insides in either. */
function expectOwnValues({ status, headers, body }: RawAnswer, told: string): void {
  expect(status, told).toBeGreaterThanOrEqual(200);
  expect(status, told).toBeLessThan(500);
  const isPage = status < 400 && /^text\/(html|csv)/.test(headers.get('content-type') ?? '');
  if (body !== '' && !isPage) {
    expect(headers.get('content-type'), told).toBe('application/json; charset=utf-8');
    const parsed: unknown = JSON.parse(body);
    if (status >= 400) expect(parsed, told).toMatchObject({ status: false, message: expect.stringMatching(/\S/) });
  }
  expect(body, told).not.toMatch(/node_modules|\bat .+:\d+:\d+|SELECT |pg_|FST_|HPE_|ERR_|root:/);
  for (const name of ['set-cookie', 'location', 'access-control-allow-origin', 'server', 'x-powered-by'])
    expect(headers.get(name), `${told}: ${name}`).toBeUndefined();
  expect(headers.get('content-security-policy'), told).toMatch(/default-src 'none'/);
  expect(headers.get('x-content-type-options'), told).toBe('nosniff');
  expect(headers.get('x-frame-options'), told).toBe('DENY');
  expect(headers.get('cache-control'), told).toMatch(/no-store|no-cache/);
}

/** Every attack on one call, some at the same time, each on a connection of its own. */
async function attack(attacks: readonly WireAttack[], name: string): Promise<void> {
  const waiting = [...attacks];
  async function work(): Promise<void> {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const text = await exchange(port, next.bytes, { hangUp: next.isUnfinished === true });
      const answers = readAnswers(text, { isHead: next.what === 'method HEAD' });
      const told = `${name}, ${next.what}: ${text.slice(0, 100)}`;
      expect(answers.length, told).toBeGreaterThan(0);
      for (const answer of answers) expectOwnValues(answer, told);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

describe('[API-14, SECU-01] every call under attack on the connection', () => {
  it('answers in JSON with every header, never with a 5xx, and continues to work', async () => {
    let requests = 0;
    for (const operation of operations) {
      const path = API_BASE + pathWith(operation);
      const attacks = wireAttacksOn({
        method: operation.method,
        path,
        token: await test.signIn(),
        body: operation.usualBody === null ? '' : JSON.stringify(operation.usualBody),
        queryKeys: operation.parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
      });
      await attack(attacks, `${operation.method} ${path}`);
      requests += attacks.length;
    }
    expect(requests).toBeGreaterThan(100 * operations.length);
    process.stdout.write(`attacks on the line: ${requests} requests over ${operations.length} calls\n`);
    expect(test.logged()).not.toContain('request failed');
    const token = await test.signIn();
    expect((await test.call('GET', '/admin/ownprofile', { token })).status).toBe(200);
    expect(Object.hasOwn(Object.prototype, 'admin')).toBe(false);
  }, 900_000);

  it('does the same for every other path', async () => {
    const token = await test.signIn();
    for (const path of OTHER_PATHS)
      await attack(wireAttacksOn({ method: 'GET', path, token, body: '', queryKeys: [] }), path);
    expect(test.logged()).not.toContain('request failed');
    expect(test.logged()).not.toContain(token);
    expect((await test.app.inject('/healthz')).statusCode).toBe(200);
  }, 300_000);
});
