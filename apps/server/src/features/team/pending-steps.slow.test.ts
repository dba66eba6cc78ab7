import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApplication, type TestApplication } from '../../testing/test-application.ts';
import { TwoFactorAccount } from '../../testing/two-factor-account.ts';

const START = new Date('2026-03-14T04:30:05Z');
const MINUTE_MS = 60_000;
const EXPIRED = { status: false, message: 'This sign-in has expired. Please enter your password again.' };

let test: TestApplication;
let account: TwoFactorAccount;
let owner: string;
let token: string;
let secret: string;
let id: string;

beforeAll(async () => {
  test = await createTestApplication({ now: START });
});
afterAll(() => test.drop());
beforeEach(async () => {
  test.clock.now = START;
  await test.database.pool.query('TRUNCATE admins, sessions, login_attempts CASCADE');
  account = await new TwoFactorAccount(test, 'asha@example.com').create();
  owner = await test.signIn();
  token = await account.signIn();
  ({ secret } = await account.addTotp(token));
  test.clock.now = new Date(START.getTime() + MINUTE_MS);
  id = (await test.call('GET', '/admin/profile', { token })).body.data._id;
});

const act = (what: string) => test.call('POST', `/admin/team/${id}/${what}`, { token: owner });
const changeRole = (role: string) => test.call('PATCH', `/admin/team/${id}/role`, { token: owner, body: { role } });
const suspendAndReactivate = async () => {
  expect((await act('suspend')).status).toBe(200);
  expect((await act('reactivate')).status).toBe(200);
};
const count = async (table: string) =>
  (await test.database.pool.query(`SELECT count(*)::int AS count FROM ${table}`)).rows[0].count;

describe('[TEAM-02, TEAM-04] a sign-in pending its second step', () => {
  it.each([
    ['a suspension and a reactivation', suspendAndReactivate],
    ['a change of the role', () => changeRole('manager')],
    ['a new password', () => account.create()],
    ['a two-factor reset', () => act('reset-two-factor')],
    ['signing out everywhere else', () => test.call('DELETE', '/admin/profile/sessions', { token })],
  ])('ends with %s', async (_what, change) => {
    const challenge = await account.challenge();
    await change();
    const { status, body } = await account.second(challenge, account.codeOf(secret));
    expect([status, body]).toEqual([410, EXPIRED]);
    expect(await count('login_challenges')).toBe(0);
  });

  it('does not start for an administrator who was suspended after the password check', async () => {
    await test.database.pool.query('UPDATE admins SET suspended_at = now() WHERE id = $1', [id]);
    expect((await account.logIn()).body).toEqual({ status: false, message: 'This account is suspended.' });
    expect(await count('login_challenges')).toBe(0);
  });
});

describe('[TEAM-02] a suspension', () => {
  it('ends an unfinished passkey set-up', async () => {
    const headers = { origin: 'https://desk.example.com' };
    expect((await test.call('POST', '/admin/two-factor/passkey-options', { token, headers })).status).toBe(200);
    expect(await count('passkey_registrations')).toBe(1);
    await suspendAndReactivate();
    expect(await count('passkey_registrations')).toBe(0);
  });
});

it('[TEAM-02, TEAM-05] a role change ends the identity confirmation of open sessions but not the sessions', async () => {
  const proofs = async () =>
    (await test.database.pool.query('SELECT proved_at FROM sessions WHERE admin_id = $1', [id])).rows;
  expect((await proofs())[0].proved_at).not.toBeNull();
  await changeRole('manager');
  expect(await proofs()).toEqual([{ proved_at: null }]);
});
