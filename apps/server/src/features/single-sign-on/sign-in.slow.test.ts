import { describe, expect, it } from 'vitest';
import { FORGED_TOKENS } from '../../../../../e2e/support/forged-tokens.ts';
import type { IdentityProvider } from '../../../../../e2e/support/identity-provider.ts';
import { expectError, expectFieldErrors } from '../../testing/expect-error.ts';
import { tamper, verifyIntegrity } from '../../testing/integrity.ts';
import { ORIGIN, singleSignOnApplication } from '../../testing/single-sign-on.ts';
import { createTestApplication } from '../../testing/test-application.ts';

const sso = singleSignOnApplication();
const { test, begin, finish, go, enter, join, logIn, profile, later, actions } = sso;
const rejected = { status: false, message: 'Example ID did not confirm the sign-in. Please try again.' };
const change = (subject: string, changes: object) =>
  sso.provider.people.set(subject, { name: 'Asha Rao', email: 'asha@example.test', groups: ['money'], ...changes });
const count = async () => (await test.sql('SELECT FROM admins')).rowCount;

describe('[SHIP-04] a sign-in at the provider', () => {
  it('creates an account without a password for a new user, and later sign-ins open it', async () => {
    const token = await enter();
    const first = await profile(token);
    expect(first).toMatchObject({
      name: 'Asha Rao',
      email: 'asha@example.test',
      role: 'finance',
      signInWay: 'single_sign_on',
    });
    expect((await logIn('asha@example.test')).body.message).toBe('Invalid credentials');
    expect((await actions()).slice(0, 4)).toEqual([
      ...['sign_in_failed', 'signed_in', 'single_sign_on_connected', 'created'],
    ]);
    change('asha', { email: 'other@example.test', groups: ['desk', 'others'] });
    expect(await profile(await enter())).toEqual({ ...first, role: 'support' });
    expect((await actions()).slice(0, 2)).toEqual(['signed_in', 'role_changed']);
    const { rows } = await test.sql('SELECT refresh_token FROM admin_identities');
    expect(rows).toEqual([{ refresh_token: expect.stringMatching(/^v1:/) }]);
    for (const secret of [token, 'the secret of the client']) expect(test.logged()).not.toContain(secret);
    expect(await verifyIntegrity(test.database)).toMatchObject({ issues: [] });
  });

  it('[OWN-05] cannot be reassigned with SQL without an issue in `npm run verify`', async () => {
    await enter();
    await tamper(test.database, `UPDATE admin_identities SET subject = 'mallory'`);
    const { issues } = await verifyIntegrity(test.database);
    expect(issues).toContainEqual(expect.stringMatching(/^the identity of administrator \w+ differs from row/));
  });

  it('[TEAM-04] counts as the second factor when one is required', async () => {
    const { issuer, environment } = sso.provider;
    const origin = 'http://other.example.test';
    const roles = { OIDC_ROLES: 'money=finance', OIDC_ORIGINS: origin };
    const env = { ...environment, ...roles, REQUIRE_TWO_FACTOR: 'on' };
    const other = await createTestApplication({ env });
    const headers = { origin };
    const path = '/admin/login/single-sign-on';
    const begun = await other.call('POST', path, { headers });
    expect(begun.body.address).toMatch(`${issuer}/auth?`);
    const response = await sso.provider.visit(begun.body.address, 'asha');
    const body = { request: begun.body.request, response };
    const { token } = (await other.call('POST', `${path}/finish`, { body })).body;
    const own = await other.call('GET', '/admin/ownprofile', { token });
    expect(own.body.data).toMatchObject({ role: 'finance', mustSetUpTwoFactor: false });
    await other.drop();
  });

  it.each([
    [
      'without a group that has a role',
      { groups: ['others'] },
      403,
      /^Your groups at Example ID give you no access/,
    ],
    ['without groups', { groups: undefined }, 403, /^Your groups at Example ID give you no access/],
    ['without an email', { email: 'asha' }, 403, /^Example ID provides no email address/],
  ])('is rejected %s, and creates no account', async (_case, changes, status, message) => {
    change('asha', changes);
    const before = await count();
    await expectError(go('asha'), status, message);
    expect(await count()).toBe(before);
    expect((await actions())[0]).toBe('sign_in_failed');
  });

  it('never opens an account by email alone, and explains what to do', async () => {
    await join('asha@example.test');
    change('mallory', { email: 'ASHA@example.test', groups: ['admins'] });
    await expectError(go('mallory'), 409, /^An account with your email address already exists\. Sign in to it/);
    // The provider uses another subject for another person, so the same email with another subject is a different
    // person here too.
    change('ravi', { email: 'ravi@example.test' });
    await enter('ravi');
    change('new ravi', { email: 'ravi@example.test' });
    await expectError(go('new ravi'), 409, /^An account with your email address already exists/);
    expect((await test.sql('SELECT FROM admin_identities')).rowCount).toBe(1);
  });

  it('[TEAM-06] is rejected for a user with the email of another account, so that nobody can approve with a second account', async () => {
    const { _id } = await profile(await enter());
    const email = 'asha.rao@example.test';
    const other = await profile(await join(email));
    change('asha', { email: 'Asha.Rao@example.test' });
    const message = /^Another account here has your email address at Example ID\. Ask an owner to suspend one/;
    await expectError(go('asha'), 409, message);
    change('ravi', { email });
    await expectError(go('ravi'), 409, /^An account with your email address already exists/);
    await expectError(go('ravi', '/admin/profile/single-sign-on', await join('ravi@example.test')), 409, message);
    await test.send('POST', `/admin/team/${other._id}/suspend`);
    expect(await profile(await enter())).toMatchObject({ _id });
  });

  it('is rejected for a suspended user, and changes nothing when the user cancels', async () => {
    const { _id } = await profile(await enter());
    await test.send('POST', `/admin/team/${_id}/suspend`);
    await expectError(go('asha'), 403, 'This account is suspended.');
    expect((await go('')).body).toEqual(rejected);
  });
});

describe('[SHIP-04] the protection of a sign-in at the provider', () => {
  it('rejects the response to another sign-in and a used response', async () => {
    const [mine, other] = [await begin(), await begin()];
    const response = await sso.provider.visit(mine.body.address, 'asha');
    expect((await finish(other, response)).body).toEqual(rejected);
    const forged = response.replace(/state=[^&]*/, `state=${/state=([^&]*)/.exec(other.body.address)?.[1]}`);
    expect((await finish(other, forged)).body).toEqual(rejected);
    expect((await finish(mine, response.replace(/iss=[^&]*/, 'iss=https%3A%2F%2Fevil.test'))).body).toEqual(
      rejected,
    );
    const again = await begin();
    const fresh = await sso.provider.visit(again.body.address, 'asha');
    expect((await finish(again, fresh)).body.status).toBe(true);
    expect((await finish(again, fresh)).body).toEqual(rejected);
  });

  it('rejects a changed, expired or foreign request with 410', async () => {
    const expired = /^This sign-in has expired/;
    const begun = await begin();
    const response = await sso.provider.visit(begun.body.address, 'asha');
    const changed = { ...begun, body: { request: begun.body.request.replace(/.{4}$/, 'AAA=') } };
    await expectError(finish(changed, response), 410, expired);
    await expectError(finish({ ...begun, body: { request: 'none' } }, response), 410, expired);
    const proof = await begin('/admin/prove/single-sign-on', test.token);
    await expectError(finish(proof, response), 410, expired);
    later(600);
    await expectError(finish(begun, response), 410, expired);
  });

  const now = () => Math.floor(Date.now() / 1_000);
  it.each<[string, IdentityProvider['tamper']]>([
    ['another nonce', (claims) => ({ ...claims, nonce: 'another' })],
    ['no nonce', ({ nonce: _, ...claims }) => claims],
    ['a foreign issuer', (claims) => ({ ...claims, iss: 'https://evil.example.test' })],
    ['a foreign audience', (claims) => ({ ...claims, aud: 'another client' })],
    ['two audiences and another party', (claims) => ({ ...claims, aud: ['wayside', 'x'], azp: 'x' })],
    ['an end 60 seconds ago', (claims) => ({ ...claims, exp: now() - 60 })],
    ['a beginning in 60 seconds', (claims) => ({ ...claims, nbf: now() + 60 })],
  ])('rejects a token that has %s', async (_what, change) => {
    sso.provider.tamper = change;
    expect((await go('asha')).body).toEqual(rejected);
  });

  it.each(Object.entries(FORGED_TOKENS))('rejects a token %s', async (_what, forge) => {
    sso.provider.forge = forge;
    const before = await count();
    const { body } = await go('asha');
    expect([body.status, body.token]).toEqual([false, undefined]);
    expect(await count()).toBe(before);
  });

  it('opens only one session when the same response is sent twice concurrently, and creates only one account for concurrent first sign-ins', async () => {
    const begun = await begin();
    const response = await sso.provider.visit(begun.body.address, 'asha');
    const responses = await Promise.all([
      finish(begun, response),
      finish(begun, response),
      finish(begun, response),
    ]);
    expect(responses.filter(({ body }) => body.token !== undefined).length).toBeLessThanOrEqual(1);
    change('ravi', { email: 'ravi@example.test' });
    const tokens = await Promise.all([enter('ravi'), enter('ravi'), enter('ravi')]);
    const ids = await Promise.all(tokens.map(async (token) => (await profile(token))._id));
    expect(new Set(ids).size).toBe(1);
    expect(new Set(tokens).size).toBe(3);
  });

  it('logs neither codes nor tokens', async () => {
    const begun = await begin();
    const response = await sso.provider.visit(begun.body.address, 'asha');
    const secrets: string[] = [begun.body.request, new URLSearchParams(response).get('code') ?? '-'];
    sso.provider.forge = (claims) => {
      const token = `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`;
      secrets.push(token);
      return token;
    };
    await finish(begun, response);
    await finish(begun, `${response}&error=access_denied`);
    expect(secrets).toHaveLength(3);
    for (const secret of secrets) expect(test.logged()).not.toContain(secret);
  });

  it('continues when the provider changes its key in the meantime', async () => {
    const begun = await begin();
    const response = await sso.provider.visit(begun.body.address, 'asha');
    await sso.provider.rotateKeys();
    expect((await finish(begun, response)).body.status).toBe(true);
  });

  it('tolerates a clock that is 20 seconds off', async () => {
    sso.provider.tamper = (claims) => ({ ...claims, exp: now() - 20, nbf: now() + 20 });
    expect((await go('asha')).body.status).toBe(true);
  });
});

describe('[SHIP-04] [SECU-02] sign-in throttling', () => {
  const attempts = async (): Promise<number[]> =>
    (await test.sql('SELECT attempts FROM login_attempts ORDER BY attempts')).rows.map((row) => row.attempts);

  it('counts sign-ins per address when they start, and resets the count when they succeed', async () => {
    await enter();
    expect(await attempts()).toEqual([0]);
    await begin();
    expect(await attempts()).toEqual([1, 1]);
    await test.sql('UPDATE login_attempts SET attempts = 100 WHERE length(account_hash) = 0');
    sso.provider.isDown = true;
    await expectError(begin(), 429, /^Too many attempts/);
    await expectError(begin('/admin/prove/single-sign-on', test.token), 429, /^Too many attempts/);
  });

  it('limits the attempts to complete a sign-in', async () => {
    const begun = await begin();
    const statuses: number[] = [];
    for (let count = 0; count < 10; count += 1) statuses.push((await finish(begun, 'code=a&state=b')).status);
    expect(statuses).toEqual([...Array<number>(9).fill(200), 429]);
  });
});

describe('[SHIP-04] a sign-in while the provider is unavailable', () => {
  it('returns 503, passwords work, and a sign-in that was started before continues afterwards', async () => {
    await join('ravi@example.test');
    const begun = await begin();
    const response = await sso.provider.visit(begun.body.address, 'asha');
    sso.provider.isDown = true;
    const down = /^Sign-in with Example ID is unavailable at the moment/;
    for (const call of [begin(), finish(begun, response)]) await expectError(call, 503, down);
    expect((await logIn('ravi@example.test')).body.status).toBe(true);
    sso.provider.isDown = false;
    expect((await finish(begun, response)).body.status).toBe(true);
  });
});

describe('[SHIP-04] the sign-in calls', () => {
  it('redirect only to the addresses in OIDC_ORIGINS, regardless of the Origin and Host headers', async () => {
    const token = await join('asha@example.test');
    for (const path of ['/admin/login', '/admin/prove', '/admin/profile'])
      for (const origin of ['https://evil.example.test', `${ORIGIN}.evil.test`, `${ORIGIN}/`, 'null']) {
        const headers = { origin, host: 'evil.example.test' };
        await expectFieldErrors(test.call('POST', `${path}/single-sign-on`, { token, headers }), 'Origin');
      }
    const { address } = (await begin()).body;
    expect(new URL(address).searchParams.get('redirect_uri')).toBe(`${ORIGIN}/single-sign-on`);
  });

  it('return 404 without a provider', async () => {
    expect((await test.app.inject('/config.json')).json().singleSignOn).toBe('Example ID');
    const plain = await createTestApplication();
    expect((await plain.app.inject('/config.json')).json().singleSignOn).toBeNull();
    const sent = { body: { request: 'a', response: 'b' }, headers: { origin: 'https://office.example.test' } };
    for (const path of ['/admin/login/single-sign-on', '/admin/login/single-sign-on/finish'])
      await expectError(plain.call('POST', path, sent), 404, 'Single sign-on is not set up here.');
    await plain.drop();
  });
});
