import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { expectError } from '../../testing/expect-error.ts';
import { isLite, ONE_SESSION } from '../../testing/lite-server.ts';
import { createTestApplication, type TestApplication } from '../../testing/test-application.ts';
import { TwoFactorAccount } from '../../testing/two-factor-account.ts';
import { untilLockWait } from '../../testing/until-lock-wait.ts';

const START = new Date('2026-03-14T04:30:05Z');

let test: TestApplication;
let account: TwoFactorAccount;
let token: string;

beforeAll(async () => {
  test = await createTestApplication({ now: START, env: { BRAND: 'Road & Co: Help' } });
});
afterAll(() => test.drop());
beforeEach(async () => {
  test.clock.now = START;
  await test.database.pool.query('TRUNCATE login_attempts');
  await test.database.pool.query('DELETE FROM admins');
  account = await new TwoFactorAccount(test, 'asha@example.com').create();
  token = await account.signIn();
});

const begin = () => test.call('POST', '/admin/two-factor/totp', { token });
const confirm = (code: string) => test.call('POST', '/admin/two-factor/totp/confirm', { token, body: { code } });
const remove = () => test.call('DELETE', '/admin/two-factor/totp', { token });
const factors = async () => (await test.call('GET', '/admin/two-factor', { token })).body.data;
const actions = async () => {
  const { rows } = await test.database.pool.query<{ action: string }>(
    `SELECT action FROM activity WHERE entity = 'admin' AND entity_id = (SELECT id FROM admins) AND actor_email = $1
       AND action NOT LIKE 'sign%' ORDER BY id`,
    [account.email],
  );
  return rows.map(({ action }) => action);
};
const NOTHING = { totpSince: null, passkeys: [], recoveryCodesLeft: 0, isRequired: false };

describe('[TEAM-04] setting up an authenticator app', () => {
  it('shows the secret and the address for a QR code once, and is complete after a code is confirmed', async () => {
    const { body } = await begin();
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/);
    const uri = new URL(body.uri);
    expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual([
      'otpauth:',
      'totp',
      '/Road & Co: Help:asha@example.com',
    ]);
    expect(Object.fromEntries(uri.searchParams)).toMatchObject({
      issuer: 'Road & Co: Help',
      secret: body.secret,
      period: '30',
    });
    expect(await factors()).toEqual(NOTHING);
    expect((await account.logIn()).body.token).toEqual(expect.any(String));

    const confirmed = await confirm(account.codeOf(body.secret));
    expect(confirmed.body.recoveryCodes).toHaveLength(10);
    for (const code of confirmed.body.recoveryCodes)
      expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){5}[0-9a-hjkmnp-tv-z]{4}$/);
    expect(new Set(confirmed.body.recoveryCodes).size).toBe(10);
    expect(await factors()).toEqual({ ...NOTHING, totpSince: START.toISOString(), recoveryCodesLeft: 10 });
    expect(JSON.stringify(await factors())).not.toContain(body.secret);
    expect((await account.logIn()).body.challenge).toEqual(expect.any(String));
    expect(await actions()).toEqual(['totp_added']);
  });

  it('starts again with another secret until one is confirmed', async () => {
    const { body: first } = await begin();
    const { body: second } = await begin();
    expect(second.secret).not.toBe(first.secret);
    expect((await confirm(account.codeOf(first.secret))).status).toBe(400);
    expect((await confirm(account.codeOf(second.secret))).status).toBe(200);
    expect((await begin()).status).toBe(409);
  });

  it('keeps the secret that is being confirmed when another tab starts again', async ({ skip }) => {
    skip(isLite(inject('testServer')), ONE_SESSION);
    await begin();
    const confirming = await test.database.pool.connect();
    await confirming.query('BEGIN');
    await confirming.query('SELECT FROM admins WHERE email = $1 FOR UPDATE', [account.email]);
    const late = begin();
    await untilLockWait(test.database, 'the other tab waits for the confirmation');
    await confirming.query('UPDATE totp SET confirmed_at = now()');
    await confirming.query('COMMIT');
    confirming.release();
    expect((await late).status).toBe(409);
  });

  it.each([
    [-90, 'The clock of your phone is about 2 minutes behind.'],
    [60, 'The clock of your phone is about a minute ahead.'],
    [3600, 'The clock of your phone is about 60 minutes ahead.'],
  ])('reports how far a clock is off (%i seconds)', async (ahead, message) => {
    const { body } = await begin();
    const response = await confirm(account.codeOf(body.secret, ahead));
    expect(response.status).toBe(400);
    expect(response.body.errors).toEqual([{ field: 'code', message: expect.stringContaining(message) }]);
  });

  it.each([
    ['12345', 'Enter the six digits that the app shows.'],
    ['abcdef', 'Enter the six digits that the app shows.'],
  ])('rejects the code %s', async (code, message) => {
    await begin();
    await expectError(confirm(code), 400, message);
  });

  it('confirms only once, even when two requests are concurrent', async () => {
    const { body } = await begin();
    const code = account.codeOf(body.secret);
    const responses = await Promise.all([confirm(code), confirm(code)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await factors()).recoveryCodesLeft).toBe(10);
  });

  it('cannot be confirmed before it has begun', async () => {
    expect((await confirm('123456')).status).toBe(409);
  });
});

describe('[TEAM-04] recovery codes', () => {
  it('can be renewed, and the previous codes stop working', async () => {
    const { recoveryCodes } = await account.addTotp(token);
    const { body } = await test.call('POST', '/admin/two-factor/recovery-codes', { token });
    expect(body.recoveryCodes).toHaveLength(10);
    expect((await account.second(await account.challenge(), recoveryCodes[0])).body.status).toBe(false);
    expect((await account.second(await account.challenge(), body.recoveryCodes[0])).body.status).toBe(true);
    expect(await actions()).toEqual(['totp_added', 'recovery_codes_renewed', 'recovery_code_used']);
  });

  it('require a second factor', async () => {
    expect((await test.call('POST', '/admin/two-factor/recovery-codes', { token })).status).toBe(409);
  });
});

describe('[TEAM-04] removing an authenticator app', () => {
  it('also deletes the recovery codes, and afterwards the password alone opens a session', async () => {
    await account.addTotp(token);
    const challenge = await account.challenge();
    expect((await remove()).status).toBe(200);
    expect(await factors()).toEqual(NOTHING);
    expect((await account.logIn()).body.token).toEqual(expect.any(String));
    expect((await account.second(challenge, '123456')).status).toBe(410);
    expect(await actions()).toEqual(['totp_added', 'totp_removed']);
    expect((await remove()).status).toBe(404);
  });
});

describe('[TEAM-04] a two-factor reset by an owner', () => {
  it('removes the factors, ends the sessions and is logged, and is rejected for other roles', async () => {
    await account.addTotp(token);
    const { rows } = await test.database.pool.query('SELECT id FROM admins');
    const path = `/admin/team/${rows[0].id}/reset-two-factor`;
    const [owner, manager] = [await test.signIn('owner'), await test.signIn('manager')];
    expect((await test.call('POST', path, { token: manager })).status).toBe(403);
    expect((await test.call('POST', path, { token: owner })).status).toBe(200);
    expect((await test.call('GET', '/admin/ownprofile', { token })).status).toBe(401);
    expect((await account.logIn()).body.token).toEqual(expect.any(String));
    const logged = await test.database.pool.query(
      `SELECT entity_id FROM activity WHERE action = 'two_factor_reset'`,
    );
    expect(logged.rows).toContainEqual({ entity_id: rows[0].id });
    expect(
      (await test.call('POST', `/admin/team/${'a'.repeat(24)}/reset-two-factor`, { token: owner })).status,
    ).toBe(404);
  });
});
