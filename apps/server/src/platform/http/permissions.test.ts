import { login } from '@wayside/contract/session';
import { everyEndpoint } from '@wayside/contract/testing/every-endpoint';
import { rolesDocument } from '@wayside/contract/testing/roles-document';
import type { Endpoint } from '@wayside/contract/wire/endpoint';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AppContext } from '../../context.ts';
import { type DocumentedOperation, documentedOperations, pathWith } from '../../testing/documented-operations.ts';
import { createTestApplication, type TestApplication } from '../../testing/test-application.ts';
import { register } from './register.ts';

const DOCUMENT = new URL('../../../../../docs/roles.md', import.meta.url);
const ROLES = ['owner', 'manager', 'finance', 'support', 'reviewer', 'viewer'] as const;
type Role = (typeof ROLES)[number];

let test: TestApplication;
let tokens: Map<Role, string>;
let operations: DocumentedOperation[];

beforeAll(async () => {
  test = await createTestApplication();
  tokens = new Map();
  for (const role of ROLES) tokens.set(role, await test.signIn(role));
  operations = await documentedOperations(test);
});
afterAll(() => test.drop());

const send = (role: Role, { method, path, usualBody }: DocumentedOperation) =>
  test.call(method, pathWith({ path }), {
    token: tokens.get(role) ?? '',
    ...(usualBody === null ? {} : { body: usualBody }),
  });

/** Returns the cells of the rows below a heading of the document. */
function rowsUnder(document: string, heading: string): string[][] {
  const [, section = ''] = document.split(`## ${heading}\n`);
  const [text = ''] = section.split('\n## ');
  const rows = text.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| ---'));
  return rows.slice(1).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', '')),
  );
}

describe('[TEAM-01] roles', () => {
  it('are documented as in the code', async () => {
    await expect(rolesDocument(everyEndpoint)).toMatchFileSnapshot(DOCUMENT.pathname);
  });

  it('allow the calls listed in docs/roles.md, and other calls return 403 with a reason', async () => {
    // Uses the generated document, because the stored page may be out of date while -u rewrites it. The test above
    // compares the two.
    const document = rolesDocument(everyEndpoint);
    const granted = new Map(
      rowsUnder(document, 'What each role may do').map(([permission, , ...cells]) => [permission, cells]),
    );
    const needed = new Map(rowsUnder(document, 'What each call needs').map(([call, access]) => [call, access]));
    const wrong: string[] = [];
    // A logout would end the session that later calls use.
    for (const operation of operations.filter(({ path }) => path !== '/admin/logout')) {
      const declared = everyEndpoint.find(
        ({ path, method }) => path === operation.path && isServedAs(method, operation),
      );
      const access = needed.get(`${declared?.method} ${operation.path}`);
      const cells = granted.get(access);
      for (const [index, role] of ROLES.entries()) {
        const { status, body } = await send(role, operation);
        const isForbidden = status === 403 && body.status === false && /^Your role may not /.test(body.message);
        const isAllowed = access === 'service-key' ? status === 401 : status !== 403 && status !== 401;
        if (cells?.[index] === '–' ? !isForbidden : !isAllowed)
          wrong.push(`${role}: ${operation.method} ${operation.path} (${access}): ${status}`);
      }
    }
    expect(operations.length).toBeGreaterThan(80);
    expect(wrong).toEqual([]);
  });

  it('are part of the profile, and a role change applies from the next call', async () => {
    const token = await test.signIn('reviewer');
    const { body } = await test.call('GET', '/admin/ownprofile', { token });
    const permissions = ['records:read', 'aadhaar:reveal', 'applications:decide', 'notes:write'];
    expect(body.data).toMatchObject({ role: 'reviewer', permissions });
    const statusOfPayouts = async () => (await test.call('GET', '/admin/payouts/summary', { token })).status;
    expect(await statusOfPayouts()).toBe(403);
    await test.database.pool.query(`UPDATE admins SET role = 'finance' WHERE id = $1`, [body.data._id]);
    expect(await statusOfPayouts()).toBe(200);
  });

  it('are checked for every call: a call without a permission cannot be registered', () => {
    const unnamed: Endpoint = { ...login };
    Reflect.deleteProperty(unnamed, 'permission');
    const context = { settings: test.settings } as AppContext;
    const reject = () => Promise.reject();
    const readers = { session: reject, serviceKey: reject, requireInDemo: reject };
    expect(() => register(Fastify(), context, readers, unnamed, () => Promise.resolve({}))).toThrow(
      'login does not define its permission',
    );
  });
});

/**
 * Checks whether an operation belongs to a declared call. An update belongs to its call under three methods (API-13).
 */
const isServedAs = (declared: Endpoint['method'], { method }: DocumentedOperation) =>
  declared === method || declared === 'PATCH' || declared === 'PUT';
