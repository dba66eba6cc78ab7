import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { singleSignOnApplication } from '../../testing/single-sign-on.ts';
import { checkIdentitiesRepeatedly, checkNextIdentity } from './check-identities.ts';
import { ProviderError } from './provider.ts';

const sso = singleSignOnApplication();
const { test, go, enter, join, logIn, profile, status, later, actions } = sso;
const log = pino({ level: 'silent' });

/** @param afterClaim runs after an identity is claimed @returns whether a check was due */
function check(afterClaim: () => Promise<unknown> = () => Promise.resolve(), changes = {}): Promise<boolean> {
  const { clock, program: database, settings } = test;
  if (settings.singleSignOn === null) throw new Error('there is no provider');
  const singleSignOn = { ...settings.singleSignOn, ...changes };
  let claimed: Promise<unknown> | undefined;
  const keys: typeof test.keys = {
    ...test.keys,
    decrypt: async (...value) => {
      claimed ??= afterClaim();
      await claimed;
      return test.keys.decrypt(...value);
    },
  };
  return checkNextIdentity({ database, keys, log, now: () => clock.now, singleSignOn });
}
const change = (changes: object) =>
  sso.provider.people.set('asha', { name: 'Asha Rao', email: 'asha@example.test', groups: ['money'], ...changes });

describe('[SHIP-04] the check of identities at the single sign-on provider', () => {
  it('checks each signed-in user every 30 seconds with the refresh token of the last response', async () => {
    const token = await enter();
    for (let round = 0; round < 3; round += 1) {
      later(29);
      expect(await check()).toBe(false);
      later(1);
      expect(await check()).toBe(true);
      expect(await check()).toBe(false);
      // The provider may sign with another key at any time.
      await sso.provider.rotateKeys();
    }
    expect(await status(token)).toBe(200);
    await test.call('POST', '/admin/logout', { token });
    later(30);
    expect(await check()).toBe(false);
  });

  it.each([
    ['whom the provider has removed', () => sso.provider.people.delete('asha')],
    ['whose groups have no role any more', () => change({ groups: ['others'] })],
    ['without groups', () => change({ groups: undefined })],
    ['whose email another account has', () => change({ email: 'ravi@example.test' })],
  ])('ends every session of a user %s', async (_who, remove) => {
    const tokens = [await enter(), await enter()];
    const other = await join('ravi@example.test');
    remove();
    later(30);
    expect(await check()).toBe(true);
    expect(await Promise.all(tokens.map(status))).toEqual([401, 401]);
    expect((await actions())[0]).toBe('sessions_ended');
    expect(await status(other)).toBe(200);
    later(30);
    expect(await check()).toBe(false);
    change({});
    expect(await status(await enter())).toBe(200);
  });

  it('ends the password session of a user who has only connected the account', async () => {
    const token = await join('asha@example.test', 'support');
    await go('asha', '/admin/profile/single-sign-on', token);
    later(30);
    expect(await check()).toBe(true);
    expect(await status(token)).toBe(200);
    sso.provider.people.delete('asha');
    later(30);
    expect(await check()).toBe(true);
    expect(await status(token)).toBe(401);
  });

  it('updates the role from the groups immediately, except for the last owner', async () => {
    const token = await enter();
    change({ groups: ['money', 'admins'] });
    later(30);
    await check();
    expect(await profile(token)).toMatchObject({ role: 'owner' });
    const owner = await join('ravi@example.test');
    await test.sql(`UPDATE admins SET has_password = email = 'ravi@example.test'`);
    sso.provider.people.set('ravi', { name: 'Ravi', email: 'ravi@example.test', groups: ['desk'] });
    await go('ravi', '/admin/profile/single-sign-on', owner);
    await enter('ravi');
    later(30);
    while (await check());
    expect(await profile(owner)).toMatchObject({ role: 'owner' });
    sso.provider.people.delete('ravi');
    later(30);
    while (await check());
    expect(await status(owner)).toBe(401);
    expect((await logIn('ravi@example.test')).body.status).toBe(true);
  });

  it('changes nothing while the provider is down, rejects the client or sends a wrong token, and retries', async () => {
    const token = await enter();
    sso.provider.isDown = true;
    for (let round = 0; round < 3; round += 1) {
      later(30);
      await expect(check()).rejects.toThrow(ProviderError);
    }
    sso.provider.isDown = false;
    later(30);
    await expect(check(undefined, { clientSecret: 'an expired secret' })).rejects.toThrow('unavailable');
    expect(await status(token)).toBe(200);
    later(30);
    sso.provider.people.delete('asha');
    expect(await check()).toBe(true);
    expect(await status(token)).toBe(401);
    change({});
    const next = await enter();
    sso.provider.tamper = (claims) => ({ ...claims, aud: 'another client' });
    later(30);
    await expect(check()).rejects.toThrow('OAUTH_JWT_CLAIM_COMPARISON_FAILED');
    expect(await status(next)).toBe(200);
  });

  it.each([
    ['keys', () => void sso.provider.brokenPaths.add('/jwks')],
    ['user info', () => void sso.provider.brokenPaths.add('/me')],
    ['user info of at most 1 MB', () => change({ name: 'A'.repeat(2_000_000) })],
    [
      'right token',
      () => {
        sso.provider.tamper = (claims) => ({ ...claims, aud: 'another client' });
      },
    ],
  ])('uses the latest refresh token of a provider that sent one but no %s', async (_what, fail) => {
    const token = await enter();
    fail();
    for (let round = 0; round < 3; round += 1) {
      later(30);
      await expect(check()).rejects.toThrow(ProviderError);
      expect(await status(token)).toBe(200);
    }
    sso.provider.brokenPaths.clear();
    sso.provider.tamper = null;
    change({});
    later(30);
    expect(await check()).toBe(true);
    expect(await status(token)).toBe(200);
    sso.provider.people.delete('asha');
    later(30);
    await check();
    expect(await status(token)).toBe(401);
  });

  it.each([
    ['removed', null],
    ['replaced', 'https://next.example.test/'],
  ])('ends the sessions from a provider that is %s', async (_how, issuer) => {
    const tokens = [await enter(), await enter()];
    const owner = await join('ravi@example.test');
    const { program: database, keys, settings, clock } = test;
    const singleSignOn = issuer && settings.singleSignOn && { ...settings.singleSignOn, issuer };
    const parts = { database, keys, log, now: () => clock.now };
    const stop = checkIdentitiesRepeatedly({ ...parts, singleSignOn: singleSignOn || null });
    await eventually('the sessions have ended', async () => (await status(tokens[0] ?? '')) === 401);
    await stop();
    expect(await Promise.all(tokens.map(status))).toEqual([401, 401]);
    expect((await actions()).slice(0, 2)).toEqual(['sessions_ended', 'signed_in']);
    expect(await status(owner)).toBe(200);
  });

  it('continues when the refresh token is re-encrypted in the meantime, for example with a new data key', async () => {
    const token = await enter();
    const encryptAnew = () =>
      test.database.transaction(async (client) => {
        const { rows } = await client.query('SELECT id, refresh_token FROM admin_identities');
        const place = { table: 'admin_identities', id: rows[0].id, column: 'refresh_token' };
        const text = await test.keys.encrypt(client, await test.keys.decrypt(rows[0].refresh_token, place), place);
        await client.query('UPDATE admin_identities SET refresh_token = $1', [text]);
      });
    for (let round = 0; round < 2; round += 1) {
      later(30);
      expect(await check(encryptAnew)).toBe(true);
    }
    expect(await status(token)).toBe(200);
  });

  it('ignores a response for an earlier sign-in', async () => {
    await enter();
    later(30);
    let token = '';
    const signInAndRemove = async () => {
      token = await enter();
      sso.provider.people.delete('asha');
    };
    expect(await check(signInAndRemove)).toBe(true);
    expect(await status(token)).toBe(200);
    later(30);
    await check();
    expect(await status(token)).toBe(401);
  });
});
