import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectError } from '../../testing/expect-error.ts';
import { SoftwarePasskey } from '../../testing/software-passkey.ts';
import { createTestApplication, type TestApplication } from '../../testing/test-application.ts';
import { TwoFactorAccount } from '../../testing/two-factor-account.ts';

const START = new Date('2026-03-14T04:30:05Z');
const ORIGIN = 'https://office.example.com';

let test: TestApplication;
let account: TwoFactorAccount;
let token: string;

beforeAll(async () => {
  test = await createTestApplication({ now: START });
});
afterAll(() => test.drop());
beforeEach(async () => {
  test.clock.now = START;
  await test.database.pool.query('TRUNCATE login_attempts');
  await test.database.pool.query('DELETE FROM admins');
  account = await new TwoFactorAccount(test, 'asha@example.com').create();
  token = await account.signIn();
});

const PATH = '/admin/two-factor/passkeys';
const begin = (origin = ORIGIN) =>
  test.call('POST', '/admin/two-factor/passkey-options', { token, headers: { origin } });
const register = (response: unknown, name = 'Laptop') =>
  test.call('POST', PATH, { token, body: { name, response } });
const factors = async () => (await test.call('GET', '/admin/two-factor', { token })).body.data;

/** Adds a passkey to the account. */
async function addPasskey(origin = ORIGIN, name = 'Laptop') {
  const { body } = await begin(origin);
  const passkey = new SoftwarePasskey(origin);
  const response = await register(passkey.register(body.options.challenge), name);
  expect(response.status).toBe(200);
  return { passkey, id: String(response.body.data._id), recoveryCodes: response.body.recoveryCodes };
}

/** Begins a login. Returns its challenge and the options for signing with a passkey for an origin. */
async function logIn(origin = ORIGIN) {
  const { body } = await account.logIn(origin);
  const method = body.methods.find(({ type }: { type: string }) => type === 'passkey');
  return { challenge: String(body.challenge), options: method.options };
}

describe('[TEAM-04] adding a passkey', () => {
  it('requests a passkey for the origin of the page, and returns ten recovery codes with the first factor', async () => {
    const { body } = await begin();
    expect(body.options).toMatchObject({
      rp: { name: 'Wayside', id: 'office.example.com' },
      user: { name: account.email },
      excludeCredentials: [],
    });
    const passkey = new SoftwarePasskey(ORIGIN);
    const added = await register(passkey.register(body.options.challenge));
    expect(added.body).toMatchObject({ status: true, data: { name: 'Laptop', origin: ORIGIN, lastUsedAt: null } });
    expect(added.body.recoveryCodes).toHaveLength(10);
    expect(await factors()).toMatchObject({
      totpSince: null,
      passkeys: [{ name: 'Laptop' }],
      recoveryCodesLeft: 10,
    });
    expect((await begin()).body.options.excludeCredentials).toHaveLength(1);
  });

  it('keeps the recovery codes of an earlier factor', async () => {
    const { recoveryCodes } = await account.addTotp(token);
    expect((await addPasskey()).recoveryCodes).toEqual([]);
    expect((await account.second(await account.challenge(), recoveryCodes[0])).body.status).toBe(true);
  });

  it('accepts only the response to its own challenge, once, from its own page and within five minutes', async () => {
    const { body } = await begin();
    const { challenge } = body.options;
    expect((await register(new SoftwarePasskey(ORIGIN).register('another'))).status).toBe(400);
    expect((await register(new SoftwarePasskey(ORIGIN).register(challenge))).status).toBe(200);
    expect((await register(new SoftwarePasskey(ORIGIN).register(challenge))).status).toBe(409);
    const second = (await begin()).body.options.challenge;
    expect((await register(new SoftwarePasskey('https://evil.example.com').register(second))).status).toBe(400);
    const third = (await begin()).body.options.challenge;
    test.clock.now = new Date(START.getTime() + 300_000);
    expect((await register(new SoftwarePasskey(ORIGIN).register(third))).status).toBe(409);
    expect((await factors()).passkeys).toHaveLength(1);
  });

  it.each([
    {},
    { id: 'x' },
    { id: 'x', rawId: 'x', type: 'public-key', response: { clientDataJSON: '!', attestationObject: '!' } },
  ])('rejects %j with 400', async (response) => {
    await begin();
    await expectError(register(response), 400, 'This passkey cannot be used. Please try again.');
  });

  it('rejects a credential id longer than any passkey’s with 400', async () => {
    const { challenge } = (await begin()).body.options;
    expect((await register(new SoftwarePasskey(ORIGIN, 8_000).register(challenge))).status).toBe(400);
    const second = (await begin()).body.options.challenge;
    expect((await register(new SoftwarePasskey(ORIGIN, 1_023).register(second))).status).toBe(200);
  });

  it('requires the Origin header', async () => {
    const { status, body } = await test.call('POST', '/admin/two-factor/passkey-options', { token });
    expect([status, body.message]).toEqual([400, expect.stringContaining('Origin')]);
  });
});

describe('[TEAM-04] signing in with a passkey', () => {
  it('opens a session, and accepts the response of the passkey only once', async () => {
    const { passkey } = await addPasskey();
    const { challenge, options } = await logIn();
    expect(options).toMatchObject({
      rpId: 'office.example.com',
      allowCredentials: [{ id: passkey.id.toString('base64url') }],
    });
    const signed = passkey.sign(options.challenge);
    const responses = await Promise.all([account.second(challenge, signed), account.second(challenge, signed)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 410]);
    const [opened] = responses.filter(({ status }) => status === 200);
    expect((await test.call('GET', '/admin/ownprofile', { token: opened?.body.token })).status).toBe(200);
    expect((await factors()).passkeys).toMatchObject([{ lastUsedAt: START.toISOString() }]);
    expect((await account.second((await logIn()).challenge, signed)).body.status).toBe(false);
  });

  it('rejects a passkey of another account, of another site, with an old counter, and a removed one', async () => {
    const { passkey, id } = await addPasskey();
    const rejected = async (
      proof: (challenge: string) => unknown,
      before: () => Promise<unknown> = async () => undefined,
    ) => {
      await test.database.pool.query('TRUNCATE login_attempts');
      const { challenge, options } = await logIn();
      await before();
      const { status, body } = await account.second(challenge, proof(options.challenge));
      return [status, body.status];
    };
    expect(await rejected((challenge) => new SoftwarePasskey(ORIGIN).sign(challenge))).toEqual([200, false]);
    expect(await rejected(() => passkey.sign('another'))).toEqual([200, false]);
    const phished = new SoftwarePasskey('https://evil.example.com');
    phished.id.set(passkey.id);
    expect(await rejected((challenge) => phished.sign(challenge))).toEqual([200, false]);
    const { challenge, options } = await logIn();
    expect((await account.second(challenge, passkey.sign(options.challenge))).body.status).toBe(true);
    passkey.counter = 0;
    expect(await rejected((asked) => passkey.sign(asked))).toEqual([200, false]);
    passkey.counter = 10;
    const removed = () => test.call('DELETE', `${PATH}/${id}`, { token });
    expect(await rejected((asked) => passkey.sign(asked), removed)).toEqual([410, false]);
  });

  it.each([{}, { id: 'x' }, { id: 1, rawId: [], type: 'public-key', response: null }])(
    'rejects %j',
    async (proof) => {
      await addPasskey();
      const { status, body } = await account.second((await logIn()).challenge, proof);
      expect([status, body]).toEqual([200, { status: false, message: expect.stringMatching(/^This passkey/) }]);
    },
  );

  it('returns no options for another address, so that the user chooses another method', async () => {
    const { recoveryCodes } = await addPasskey();
    const { body } = await account.logIn('https://other.example.com');
    expect(body.methods).toEqual([{ type: 'passkey' }, { type: 'recovery_code' }]);
    expect((await account.second(body.challenge, recoveryCodes[0])).body.status).toBe(true);
  });
});

describe('[TEAM-04] the list of passkeys', () => {
  it('renames and removes a passkey, deletes the recovery codes with the last factor, and logs each change', async () => {
    const { id } = await addPasskey();
    await addPasskey(ORIGIN, 'Phone');
    const renamed = await test.call('PATCH', `${PATH}/${id}`, { token, body: { name: ' Old laptop ' } });
    expect(renamed.body.data).toMatchObject({ _id: id, name: 'Old laptop' });
    expect((await test.call('PATCH', `${PATH}/${id}`, { token, body: { name: '' } })).status).toBe(400);
    expect((await test.call('DELETE', `${PATH}/${id}`, { token })).status).toBe(200);
    const left = await factors();
    expect(left).toMatchObject({ passkeys: [{ name: 'Phone' }], recoveryCodesLeft: 10 });
    await test.call('DELETE', `${PATH}/${left.passkeys[0]._id}`, { token });
    expect(await factors()).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 });
    expect((await account.logIn()).body.token).toEqual(expect.any(String));
    const { rows } = await test.database.pool.query(
      `SELECT action, changes FROM activity WHERE entity_id = (SELECT id FROM admins) AND action <> 'created'
         AND action NOT LIKE 'sign%' ORDER BY id`,
    );
    const change = (before: string | null, after: string | null) => [{ field: 'passkey', before, after }];
    expect(rows).toEqual([
      { action: 'passkey_added', changes: change(null, 'Laptop') },
      { action: 'passkey_added', changes: change(null, 'Phone') },
      { action: 'passkey_renamed', changes: change('Laptop', 'Old laptop') },
      { action: 'passkey_removed', changes: change('Old laptop', null) },
      { action: 'passkey_removed', changes: change('Phone', null) },
    ]);
  });

  it('contains only the user’s own passkeys, and changes no others', async () => {
    const { id } = await addPasskey();
    const other = await test.signIn('owner');
    expect((await test.call('DELETE', `${PATH}/${id}`, { token: other })).status).toBe(404);
    expect((await test.call('PATCH', `${PATH}/${id}`, { token: other, body: { name: 'Mine' } })).status).toBe(404);
    expect((await factors()).passkeys).toHaveLength(1);
  });
});
