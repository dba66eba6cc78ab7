import { describe, expect, it } from 'vitest';
import { expectError } from '../../testing/expect-error.ts';
import { singleSignOnApplication } from '../../testing/single-sign-on.ts';

const sso = singleSignOnApplication();
const { test, begin, finish, go, enter, join, logIn, profile, status, later, actions } = sso;
const CONNECT = '/admin/profile/single-sign-on';
const PROVE = '/admin/prove/single-sign-on';
const needsProof = (ways: string[]) => ({
  status: 403,
  body: { status: false, message: 'Please confirm your identity.', proofNeeded: ways },
});

describe('[SHIP-04] connecting an account with the single sign-on provider', () => {
  it('requires an identity confirmation, and then signs in to the same account with the role of the groups', async () => {
    const token = await join('asha@example.test', 'support');
    const own = await profile(token);
    later(660);
    expect(await begin(CONNECT, token)).toMatchObject(needsProof(['password']));
    const again = (await logIn('asha@example.test')).body.token;
    expect((await go('asha', CONNECT, again)).body).toEqual({ status: true });
    expect((await actions())[0]).toBe('single_sign_on_connected');
    expect(await profile(again)).toEqual({ ...own, signInWay: 'single_sign_on' });
    expect(await profile(await enter())).toEqual({ ...own, role: 'finance', signInWay: 'single_sign_on' });
    const { body } = await logIn('asha@example.test');
    expect(body).toEqual({ status: false, message: 'Your password is not in use. Sign in with Example ID.' });
  });

  it('keeps an owner’s password, and never demotes the last owner who has a password', async () => {
    const token = await join('asha@example.test');
    await go('asha', CONNECT, token);
    await test.sql(`UPDATE admins SET has_password = false WHERE email <> 'asha@example.test'`);
    sso.provider.people.set('ravi', { name: 'Ravi', email: 'ravi@example.test', groups: ['admins'] });
    const ravi = await enter('ravi');
    const asha = await profile(await enter());
    expect(asha).toMatchObject({ role: 'owner', signInWay: 'both' });
    await expectError(
      test.send('POST', `/admin/team/${asha._id}/suspend`, undefined, ravi),
      409,
      'This is the last active owner. First make another person with a password an owner.',
    );
    sso.provider.isDown = true;
    expect((await logIn('asha@example.test')).body.status).toBe(true);
  });

  it('is rejected for an already connected account, for a user without a role, and for another session', async () => {
    const [asha, ravi] = [await join('asha@example.test'), await join('ravi@example.test')];
    const begun = await begin(CONNECT, asha);
    const response = await sso.provider.visit(begun.body.address, 'asha');
    await expectError(finish(begun, response, CONNECT, ravi), 410, /^This sign-in has expired/);
    expect((await finish(begun, response, CONNECT, asha)).body.status).toBe(true);
    await expectError(go('asha', CONNECT, ravi), 409, /belongs to another administrator/);
    sso.provider.people.set('second', { name: 'Asha', email: 'a@example.test', groups: ['money'] });
    await expectError(go('second', CONNECT, asha), 409, /already connected with Example ID/);
    sso.provider.people.set('second', { name: 'Asha', email: 'a@example.test', groups: [] });
    await expectError(go('second', CONNECT, ravi), 403, /give you no access here/);
  });

  it('[TEAM-02] sets the role from the groups, and an owner can change it after disconnecting the account', async () => {
    const token = await enter();
    const { _id: id } = await profile(token);
    const changeRole = () => test.send('PATCH', `/admin/team/${id}/role`, { role: 'viewer' });
    await expectError(changeRole(), 409, /^The groups of this administrator at the identity provider determine/);
    expect(await profile(token)).toMatchObject({ role: 'finance' });
    await test.send('POST', `/admin/team/${id}/disconnect`);
    expect((await changeRole()).body.data).toMatchObject({ role: 'viewer' });
  });

  it('[TEAM-02] ends when an owner disconnects the account, and a user without a password gets a link to set one', async () => {
    const token = await enter();
    const { _id: id } = await profile(token);
    const disconnect = () => test.send('POST', `/admin/team/${id}/disconnect`);
    const { body } = await disconnect();
    expect(await status(token)).toBe(401);
    const password = 'correct horse battery';
    await test.call('POST', '/admin/password-link', { body: { token: body.token, password } });
    expect(await profile((await logIn('asha@example.test')).body.token)).toMatchObject({ signInWay: 'password' });
    await expectError(disconnect(), 409, 'This administrator already signs in by password.');
    await expectError(go('asha'), 409, /^An account with your email address already exists/);
    const connected = await join('ravi@example.test');
    sso.provider.people.set('ravi', { name: 'Ravi', email: 'ravi@example.test', groups: ['admins'] });
    await go('ravi', CONNECT, connected);
    const ravi = await profile(connected);
    expect((await test.send('POST', `/admin/team/${ravi._id}/disconnect`)).body).toEqual({
      status: true,
      data: expect.objectContaining({ state: 'active', signInWay: 'password' }),
    });
  });
});

describe('[SHIP-04] [TEAM-05] an identity confirmation at the provider', () => {
  it('is a new sign-in at the provider by the same user', async () => {
    const token = await enter();
    later(660);
    const owner = await join('ravi@example.test');
    const invite = () => begin(CONNECT, token);
    expect(await invite()).toMatchObject(needsProof(['single_sign_on']));
    const begun = await begin(PROVE, token);
    expect(begun.body.address).toMatch(/prompt=login/);
    expect(begun.body.address).toMatch(/max_age=0/);
    sso.provider.people.set('ravi', { name: 'Ravi', email: 'r@example.test', groups: ['money'] });
    await expectError(go('ravi', PROVE, token), 403, /^This is another account at Example ID/);
    sso.provider.tamper = (claims) => ({ ...claims, auth_time: 1 });
    await expectError(go('asha', PROVE, token), 403, /^Example ID did not ask you to sign in again/);
    expect((await invite()).status).toBe(403);
    await expectError(go('asha', PROVE, owner), 403, /^This is another account/);
    sso.provider.tamper = (claims) => ({ ...claims, auth_time: test.clock.now.getTime() / 1_000 });
    expect((await go('asha', PROVE, token)).body).toEqual({ status: true });
    expect((await invite()).status).toBe(200);
  });

  it('rejects the password of a user who signs in at the provider, except for owners', async () => {
    const prove = async (token: string) => {
      const body = { password: 'correct horse battery' };
      return (await test.call('POST', '/admin/prove', { token, body })).body.status;
    };
    for (const [subject, role, isProof] of [
      ['asha', 'support', false],
      ['ravi', 'owner', true],
    ] as const) {
      sso.provider.people.set('ravi', { name: 'Ravi', email: 'ravi@example.test', groups: ['admins'] });
      await go(subject, CONNECT, await join(`${subject}@example.test`, role));
      const token = await enter(subject);
      expect(await prove(token)).toBe(isProof);
      later(660);
      const ways = isProof ? ['password', 'single_sign_on'] : ['single_sign_on'];
      expect(await begin(CONNECT, token)).toMatchObject(needsProof(ways));
    }
  });

  it('must have a time stated by the provider (`auth_time`) and expires 10 minutes after it', async () => {
    sso.provider.tamper = (claims) => ({ ...claims, auth_time: Math.floor(Date.now() / 1_000) - 700 });
    expect((await begin(CONNECT, await enter())).status).toBe(403);
    sso.provider.tamper = ({ auth_time: _, ...claims }) => claims;
    expect((await begin(CONNECT, await enter())).status).toBe(403);
    sso.provider.tamper = null;
    expect((await begin(CONNECT, await enter())).status).toBe(200);
  });
});
