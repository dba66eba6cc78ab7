import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOSTILE_JSON, HOSTILE_TEXTS } from '../testing/hostile-values.ts';
import { type Answer, createTestApplication, type TestApplication } from '../testing/test-application.ts';

interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'path';
}

interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly bodyFields: readonly string[];
}

type DocumentedOperation = {
  parameters: Parameter[];
  requestBody?: { content: Record<string, { schema: { properties?: Record<string, unknown> } }> };
};

const SOME_ID = 'a'.repeat(24);
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

let test: TestApplication;
let operations: Operation[];

/** Every call that the server says it has: what is born later is attacked without a word here. */
async function documentedOperations(): Promise<Operation[]> {
  const { body } = await test.call('GET', '/openapi.json');
  return Object.entries<Record<string, DocumentedOperation>>(body.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters, requestBody }]) => ({
      method: method.toUpperCase() as Operation['method'],
      path,
      parameters,
      bodyFields: Object.keys(requestBody?.content['application/json']?.schema.properties ?? {}),
    })),
  );
}

interface Attack {
  readonly what: string;
  readonly query?: Record<string, string>;
  readonly params?: Record<string, string>;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

function attacksOn({ parameters, bodyFields }: Operation): Attack[] {
  const texts = Object.entries(HOSTILE_TEXTS);
  const usual = Object.fromEntries(bodyFields.map((field) => [field, 'text']));
  return [
    ...parameters.flatMap(({ name, in: place }) =>
      texts.map(([what, value]) => ({
        what: `${name}: ${what}`,
        ...(place === 'query' ? { query: { [name]: value } } : { params: { [name]: value } }),
      })),
    ),
    ...bodyFields.flatMap((field) =>
      [...texts, ...Object.entries(HOSTILE_JSON)].map(([what, value]) => ({
        what: `${field}: ${what}`,
        body: { ...usual, [field]: value },
      })),
    ),
    ...texts.map(([what, value]) => ({ what: `an unknown key: ${what}`, query: { unknown: value } })),
    ...Object.entries(HOSTILE_JSON).map(([what, value]) => ({ what: `as the whole body: ${what}`, body: value })),
    { what: 'an encoding that is not spoken', headers: { 'content-encoding': 'gzip' }, body: usual },
    { what: 'another type', headers: { 'content-type': 'text/html' }, body: usual },
  ];
}

const pathOf = ({ path }: Operation, params: Record<string, string> = {}): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name] ?? SOME_ID;
    // What cannot be written into an address cannot arrive in one.
    return /\p{Cs}/u.test(value) ? '%ED%A0%80' : encodeURIComponent(value);
  });

const queryOf = (query: Record<string, string> = {}): string => {
  const text = new URLSearchParams(query).toString();
  return text === '' ? '' : `?${text}`;
};

/** JSON of ours, with a reason where it refuses, and nothing of our insides. */
function expectOwnWords({ status, body, headers }: Answer, told: string): void {
  expect(status, told).toBeLessThan(500);
  expect(body, told).toMatchObject({ status: status === 200 ? expect.anything() : false });
  if (status !== 200) expect(body.message, told).toMatch(/\S/);
  expect(JSON.stringify(body), told).not.toMatch(/node_modules|\bat .+:\d+:\d+|SELECT |pg_|FST_/);
  expect(headers['cache-control'], told).toBe('no-store');
}

beforeAll(async () => {
  test = await createTestApplication();
  operations = await documentedOperations();
});
afterAll(() => test.drop());

describe('[API-14] every call under attack', () => {
  it('answers JSON in its own words, never a 5xx, and lives on', async () => {
    const token = await test.signIn();
    let requests = 0;
    for (const operation of operations) {
      // Guesses are throttled long before the table ends, and a logout ends the session: each attack on those is new.
      for (const [index, attack] of attacksOn(operation).entries()) {
        requests += 1;
        const answer = await test.call(operation.method, pathOf(operation, attack.params) + queryOf(attack.query), {
          token: operation.path === '/admin/logout' ? await test.signIn() : token,
          address: `10.${Math.floor(index / 250)}.${index % 250}.1`,
          ...(attack.body === undefined ? {} : { body: attack.body }),
          ...(attack.headers ? { headers: attack.headers } : {}),
        });
        const told = `${operation.method} ${operation.path}, ${attack.what}: ${answer.status} ${JSON.stringify(answer.body)}`;
        expectOwnWords(answer, told);
      }
    }
    expect(requests).toBeGreaterThan(300);
    expect((await test.app.inject('/healthz')).statusCode).toBe(200);
    expect((await test.call('GET', '/admin/ownprofile', { token })).status).toBe(200);
  }, 120_000);

  it('[SECU-03] every call but the login wants a session, whatever the method', async () => {
    for (const { method, path, parameters } of operations) {
      const answer = await test.call(method, pathOf({ method, path, parameters, bodyFields: [] }));
      expect(answer.status, `${method} ${path}`).toBe(path === '/admin/login' ? 400 : 401);
    }
  });

  it('a method that a call does not have is a 404 in JSON', async () => {
    for (const operation of operations) {
      const served = operations.filter(({ path }) => path === operation.path).map(({ method }) => method);
      const isUpdate = served.includes('PATCH');
      for (const method of METHODS) {
        if (served.includes(method) || (isUpdate && ['PUT', 'POST'].includes(method))) continue;
        const answer = await test.call(method, pathOf(operation));
        expect(answer.status, `${method} ${operation.path}`).toBe(404);
        expect(answer.body).toMatchObject({ status: false });
      }
    }
  });
});
