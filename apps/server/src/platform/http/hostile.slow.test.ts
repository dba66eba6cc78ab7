import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type DocumentedOperation,
  documentedOperations,
  PUBLIC_PATHS,
  pathWith,
} from '../../testing/documented-operations.ts';
import { HOSTILE_JSON, HOSTILE_TEXTS } from '../../testing/hostile-values.ts';
import { createTestApplication, type TestApplication, type TestResponse } from '../../testing/test-application.ts';

/** More concurrent calls would only wait for connections from the pool. */
const CONCURRENCY = 16;
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

let test: TestApplication;
let operations: DocumentedOperation[];

interface Attack {
  readonly what: string;
  readonly query?: Record<string, string>;
  readonly params?: Record<string, string>;
  readonly body?: unknown;
}

/**
 * The share of hostile values that each call is sent where the calls divide the values among them. They divide values
 * that no call reads (an unknown key, a body that is not an object), values of an update that another method repeats,
 * and values that an earlier call has read under the same name with the same schema. WAYSIDE_ALL_ATTACKS=on sends
 * every value to every call.
 */
const ONE_IN = process.env['WAYSIDE_ALL_ATTACKS'] === 'on' ? 1 : 8;

/** The names and schemas that earlier calls have read. */
const read = new Set<string>();

function isReadAnew(name: string, schema: unknown): boolean {
  const key = `${name} ${JSON.stringify(schema)}`;
  if (read.has(key)) return false;
  read.add(key);
  return true;
}

/**
 * Returns attacks in which one part of the request is hostile. The rest is valid, so that the attack gets as far as
 * possible.
 */
function attacksOn({ parameters, usualBody, bodyFields, isRepeated }: DocumentedOperation, turn: number): Attack[] {
  const texts = Object.entries(HOSTILE_TEXTS);
  const values = [...texts, ...Object.entries(HOSTILE_JSON)];
  const usual = usualBody === null ? {} : { body: usualBody };
  const isMine = (_: unknown, place: number): boolean => place % ONE_IN === turn % ONE_IN;
  const met = (name: string, schema: unknown, attacks: Attack[]): Attack[] =>
    isReadAnew(name, schema) && !isRepeated ? attacks : attacks.filter(isMine);
  return [
    ...parameters.flatMap(({ name, in: place, schema }) =>
      met(
        name,
        schema,
        texts.map(([what, value]) => ({
          what: `${name}: ${what}`,
          ...usual,
          ...(place === 'query' ? { query: { [name]: value } } : { params: { [name]: value } }),
        })),
      ),
    ),
    ...Object.keys(usualBody ?? {}).flatMap((field) =>
      met(field, bodyFields[field], [
        ...values.map(([what, value]) => ({ what: `${field}: ${what}`, body: { ...usualBody, [field]: value } })),
        { what: `no ${field}`, body: { ...usualBody, [field]: undefined } },
      ]),
    ),
    ...[
      ...texts.map(([what, value]) => ({ what: `an unknown key: ${what}`, ...usual, query: { unknown: value } })),
      ...values.map(([what, value]) => ({ what: `as the whole body: ${what}`, body: value })),
    ].filter(isMine),
  ];
}

const queryOf = (query: Record<string, string> = {}): string => {
  const text = new URLSearchParams(query).toString();
  return text === '' ? '' : `?${text}`;
};

/** Expects JSON in the documented shape, with a message for an error and without internal details. */
function expectOwnValues({ status, body, headers }: TestResponse, request: string): void {
  expect(status, request).toBeLessThan(500);
  if (status !== 200) expect(body, request).toMatchObject({ status: false });
  // The body is a table, a plain list (API-11), or JSON with the call's status field.
  else if (typeof body === 'string') expect(headers['content-type'], request).toBe('text/csv; charset=utf-8');
  else if (!Array.isArray(body)) expect(body.status ?? body.success, request).toBeDefined();
  if (status !== 200) expect(body.message, request).toMatch(/\S/);
  expect(JSON.stringify(body), request).not.toMatch(/node_modules|\bat .+:\d+:\d+|SELECT |pg_|FST_/);
  expect(headers['cache-control'], request).toBe('no-store');
}

beforeAll(async () => {
  test = await createTestApplication();
  operations = await documentedOperations(test);
});
afterAll(() => test.drop());

describe('[API-14] every call with malicious input', () => {
  it('responds in JSON, never with a 5xx status, and continues to work', async () => {
    const token = await test.signIn();
    let requests = 0;
    for (const [turn, operation] of operations.entries()) {
      // Each attack on a login uses a new address, because guesses are soon throttled; each attack on the logout uses
      // a new session, because a logout ends it.
      const attacks = [...attacksOn(operation, turn).entries()];
      requests += attacks.length;
      const attack = async ([index, { what, query, params, body }]: (typeof attacks)[number]) => {
        const response = await test.call(operation.method, pathWith(operation, params) + queryOf(query), {
          token: operation.path === '/admin/logout' ? await test.signIn() : token,
          address: `10.${Math.floor(index / 250)}.${index % 250}.1`,
          ...(body === undefined ? {} : { body }),
        });
        const request = `${operation.method} ${operation.path}, ${what}: ${response.status} ${JSON.stringify(response.body)}`;
        expectOwnValues(response, request);
      };
      const work = async () => {
        for (let next = attacks.shift(); next !== undefined; next = attacks.shift()) await attack(next);
      };
      await Promise.all(Array.from({ length: CONCURRENCY }, work));
    }
    expect(requests).toBeGreaterThan(30 * operations.length);
    process.stdout.write(`hostile values: ${requests} requests over ${operations.length} calls\n`);
    expect((await test.app.inject('/healthz')).statusCode).toBe(200);
    expect((await test.call('GET', '/admin/ownprofile', { token })).status).toBe(200);
  }, 300_000);

  it('[SECU-03] requires a session for any method, except for the login and a one-time link', async () => {
    for (const operation of operations) {
      const { method, path } = operation;
      const response = await test.call(method, pathWith(operation));
      // Without an identity provider, single sign-on returns 400 or 404.
      const statuses = PUBLIC_PATHS.includes(path) ? [400, 404] : [401];
      expect(statuses, `${method} ${path}`).toContain(response.status);
    }
  });

  it('returns 404 in JSON for a method that it does not support', async () => {
    for (const operation of operations) {
      // A path with a parameter may match the same address.
      const takes = ({ path }: DocumentedOperation) =>
        new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(operation.path);
      const declared = operations.filter(takes).map(({ method }) => method);
      // The server accepts an update as PATCH, PUT and POST (API-13).
      const isUpdate = declared.includes('PATCH') || declared.includes('PUT');
      const served = isUpdate ? [...declared, 'PATCH', 'PUT', 'POST'] : declared;
      for (const method of METHODS.filter((each) => !served.includes(each))) {
        const response = await test.call(method, pathWith(operation));
        expect(response.status, `${method} ${operation.path}`).toBe(404);
        expect(response.body).toMatchObject({ status: false });
      }
    }
  });
});
