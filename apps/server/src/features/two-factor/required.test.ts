import { beforeAll, describe, expect, it } from 'vitest';
import { documentedOperations, PUBLIC_PATHS, pathWith } from '../../testing/documented-operations.ts';
import { fileApplication } from '../../testing/file-application.ts';
import { TwoFactorAccount } from '../../testing/two-factor-account.ts';

const FIRST = { status: false, message: 'Set up two-factor authentication first.' };
/** The calls that are allowed without a second factor; the test covers all others. */
const OPEN = ['/admin/ownprofile', '/admin/logout', '/admin/prove', '/admin/two-factor'];

const test = fileApplication({ now: new Date('2026-03-14T04:30:05Z'), env: { REQUIRE_TWO_FACTOR: 'on' } });
let account: TwoFactorAccount;

beforeAll(async () => {
  account = await new TwoFactorAccount(test, 'asha@example.com').create();
});

describe('[TEAM-04] a session with REQUIRE_TWO_FACTOR=on', () => {
  it('allows a user without a second factor only to set one up, read their profile and sign out', async () => {
    const token = await test.signIn('owner');
    const wrong: string[] = [];
    for (const operation of await documentedOperations(test)) {
      const { method, path, usualBody } = operation;
      const isService = path.startsWith('/ingest') || ['/changes', '/calls', '/settlement-files'].includes(path);
      const isOpen = OPEN.some((open) => path.startsWith(open));
      if (PUBLIC_PATHS.includes(path) || isService || isOpen) continue;
      const { status, body } = await test.call(method, pathWith(operation), {
        token,
        ...(usualBody && { body: usualBody }),
      });
      if (status !== 403 || body.message !== FIRST.message) wrong.push(`${method} ${path}: ${status}`);
    }
    expect(wrong).toEqual([]);
    const profile = await test.get('/admin/ownprofile', {}, token);
    expect(profile.body.data).toMatchObject({ role: 'owner', mustSetUpTwoFactor: true });
    expect((await test.get('/admin/two-factor', {}, token)).body.data).toMatchObject({ isRequired: true });
  });

  it('allows everything that the role permits once a factor is set up, and nothing after it is removed', async () => {
    const token = await account.signIn();
    const users = () => test.get('/user/allusers', {}, token);
    expect((await users()).body).toEqual(FIRST);
    await account.addTotp(token);
    expect((await users()).status).toBe(200);
    const profile = await test.get('/admin/ownprofile', {}, token);
    expect(profile.body.data.mustSetUpTwoFactor).toBe(false);
    await test.send('DELETE', '/admin/two-factor/totp', undefined, token);
    expect((await users()).body).toEqual(FIRST);
  });
});
