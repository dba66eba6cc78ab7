import { beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { fileApplication } from '../../testing/file-application.ts';
import { isLite, ONE_SESSION } from '../../testing/lite-server.ts';
import { TwoFactorAccount } from '../../testing/two-factor-account.ts';
import { untilLockWait } from '../../testing/until-lock-wait.ts';

const START = new Date('2026-03-14T04:30:05Z');
const MINUTE_MS = 60_000;

const test = fileApplication({ now: START });
let account: TwoFactorAccount;
let secret: string;
let recoveryCodes: string[];

beforeAll(async () => {
  account = await new TwoFactorAccount(test, 'asha@example.com').create();
});
beforeEach(async () => {
  test.clock.now = START;
  await test.sql('TRUNCATE sessions, login_attempts, login_challenges, totp, recovery_codes CASCADE');
  await test.sql('UPDATE admins SET suspended_at = NULL');
  ({ secret, recoveryCodes } = await account.addTotp(await account.signIn()));
  later(MINUTE_MS);
});

const later = (ms: number) => {
  test.clock.now = new Date(test.clock.now.getTime() + ms);
};
const statusOf = async (token: string) => (await test.get('/admin/ownprofile', {}, token)).status;
const EXPIRED = { status: false, message: 'This sign-in has expired. Please enter your password again.' };
const sessionsOf = async () => (await test.sql('SELECT 1 FROM sessions')).rowCount;

describe('[TEAM-04] a login with an authenticator app', () => {
  it('returns a challenge and the methods, and no token, for a correct password', async () => {
    const { status, body } = await account.logIn();
    expect(status).toBe(200);
    expect(body).toEqual({
      status: true,
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      methods: [{ type: 'totp' }, { type: 'recovery_code' }],
    });
    expect(await sessionsOf()).toBe(1);
  });

  it('[SECU-02] returns a token that works for other calls when the code of the app is correct, and counts neither step as a failed attempt', async () => {
    const { status, body } = await account.second(await account.challenge(), account.codeOf(secret));
    expect(status).toBe(200);
    expect(body).toEqual({ status: true, token: expect.stringMatching(/^[\w-]{43}$/), recoveryCodesLeft: null });
    expect(await statusOf(body.token)).toBe(200);
    const { rows } = await test.sql('SELECT sum(attempts)::int AS counted FROM login_attempts');
    expect(rows[0].counted ?? 0).toBe(0);
  });

  it('returns the response of the first release for a user without a second factor [API-01]', async () => {
    const other = await new TwoFactorAccount(test, 'ravi@example.com').create();
    const { body } = await other.logIn();
    expect(body).toEqual({ status: true, token: expect.stringMatching(/^[\w-]{43}$/), message: 'Signed in' });
  });

  it('reveals the second factor only after a correct password', async () => {
    const response = await test.call('POST', '/admin/login', {
      body: { email: account.email, password: 'wrong password' },
    });
    expect(response.body).toEqual({ status: false, message: 'Invalid credentials' });
    expect((await test.sql('SELECT 1 FROM login_challenges')).rowCount).toBe(0);
  });

  it.each([-30, 0, 30])('accepts a code from a clock that is off by %i seconds', async (ahead) => {
    const { body } = await account.second(await account.challenge(), account.codeOf(secret, ahead));
    expect(body.status).toBe(true);
  });

  it.each([-60, 60])(
    'rejects a code from a clock that is off by %i seconds, without revealing the reason',
    async (ahead) => {
      const { status, body } = await account.second(await account.challenge(), account.codeOf(secret, ahead));
      expect(status).toBe(200);
      expect(body).toEqual({ status: false, message: expect.stringMatching(/^This code is incorrect/) });
    },
  );

  it('accepts a code that contains a space once, and afterwards no code of an earlier time step', async () => {
    const code = account.codeOf(secret);
    expect(
      (await account.second(await account.challenge(), `${code.slice(0, 3)} ${code.slice(3)}`)).body.status,
    ).toBe(true);
    expect((await account.second(await account.challenge(), code)).body.status).toBe(false);
    expect((await account.second(await account.challenge(), account.codeOf(secret, -30))).body.status).toBe(false);
    expect((await account.second(await account.challenge(), account.codeOf(secret, 30))).body.status).toBe(true);
  });

  it('rejects the code with which the app was set up', async () => {
    later(-MINUTE_MS);
    expect((await account.second(await account.challenge(), account.codeOf(secret))).body.status).toBe(false);
  });

  it('opens only one session when two concurrent requests send the same code', async () => {
    const [one, other] = [await account.challenge(), await account.challenge()];
    const code = account.codeOf(secret);
    const responses = await Promise.all([
      account.second(one, code),
      account.second(other, code),
      account.second(one, code),
    ]);
    expect(responses.filter(({ body }) => body.status === true)).toHaveLength(1);
    expect(await sessionsOf()).toBe(2);
  });

  it('accepts a challenge only once', async () => {
    const challenge = await account.challenge();
    expect((await account.second(challenge, account.codeOf(secret))).body.status).toBe(true);
    later(MINUTE_MS);
    const again = await account.second(challenge, account.codeOf(secret));
    expect([again.status, again.body]).toEqual([410, EXPIRED]);
  });

  it('accepts a challenge for only five minutes', async () => {
    const [early, late] = [await account.challenge(), await account.challenge()];
    later(5 * MINUTE_MS - 1);
    expect((await account.second(early, account.codeOf(secret))).body.status).toBe(true);
    later(1);
    const response = await account.second(late, account.codeOf(secret, 30));
    expect([response.status, response.body]).toEqual([410, EXPIRED]);
  });

  it('rejects an unknown challenge', async () => {
    const response = await account.second('x'.repeat(43), account.codeOf(secret));
    expect([response.status, response.body]).toEqual([410, EXPIRED]);
  });

  it.each([
    ['', 'is required'],
    ['1'.repeat(41), 'must have at most 40 characters'],
    ['12\u00003456', 'must be well-formed text without NUL bytes'],
    [[123456], /./],
    [123456, /./],
    [null, /./],
  ])('rejects the code %j with 400 and names the field [API-14]', async (code, message) => {
    const { status, body } = await account.second(await account.challenge(), code);
    expect(status).toBe(400);
    expect(body.errors).toEqual([{ field: 'code', message: expect.stringMatching(message) }]);
  });
});

describe('[TEAM-04] a recovery code', () => {
  it('opens a session only once, in any letter case and without hyphens, reports how many codes are left, and is logged', async () => {
    const [code = ''] = recoveryCodes;
    expect(recoveryCodes).toHaveLength(10);
    const typed = ` ${code.toUpperCase().replaceAll('-', ' ')} `;
    const { body } = await account.second(await account.challenge(), typed);
    expect(body).toMatchObject({ status: true, recoveryCodesLeft: 9 });
    expect((await account.second(await account.challenge(), code)).body).toEqual({
      status: false,
      message: 'This recovery code is incorrect or was already used. Use another one.',
    });
    const { rows } = await test.sql(
      `SELECT actor_email, entity, changes FROM activity WHERE action = 'recovery_code_used'`,
    );
    expect(rows).toEqual([
      {
        actor_email: account.email,
        entity: 'admin',
        changes: [{ field: 'recoveryCodesLeft', before: 10, after: 9 }],
      },
    ]);
  });

  it('opens only one session for two concurrent requests', async () => {
    const challenges = [await account.challenge(), await account.challenge(), await account.challenge()];
    const responses = await Promise.all(challenges.map((challenge) => account.second(challenge, recoveryCodes[3])));
    expect(responses.filter(({ body }) => body.status === true)).toHaveLength(1);
  });

  it('is rejected when it belongs to another account', async () => {
    const other = await new TwoFactorAccount(test, 'ravi@example.com').create();
    const theirs = await other.addTotp(await other.signIn());
    expect((await account.second(await account.challenge(), theirs.recoveryCodes[0])).body.status).toBe(false);
  });
});

describe('[TEAM-04, SECU-02] guesses at the second login step', () => {
  it('are limited by address and account, together with the password, and the account’s owner can sign in from another address', async () => {
    const challenge = await account.challenge();
    for (let attempt = 1; attempt < 10; attempt += 1)
      expect((await account.second(challenge, '000000')).status).toBe(200);
    const rejected = await account.second(challenge, account.codeOf(secret));
    expect(rejected.status).toBe(429);
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0);
    expect((await account.logIn()).status).toBe(429);
    expect((await account.second(challenge, account.codeOf(secret), '198.51.100.4')).body.status).toBe(true);
  });

  it('are also limited across addresses for codes of the app, but a recovery code or a new password lets the account’s owner in', async () => {
    let challenge = await account.challenge();
    for (let guess = 0; guess < 100; guess += 1)
      expect((await account.second(challenge, '000000', `198.51.100.${guess}`)).status).toBe(200);
    const { status, body, headers } = await account.second(challenge, account.codeOf(secret), '192.0.2.1');
    expect([status, body.message, Number(headers['retry-after']) > 3600]).toEqual([
      429,
      'Too many wrong codes were entered for this account. Use a recovery code or a passkey, or set a new password.',
      true,
    ]);
    const token = (await account.second(challenge, recoveryCodes[0], '192.0.2.1')).body.token;
    expect((await test.send('POST', '/admin/prove', { code: account.codeOf(secret) }, token)).status).toBe(429);
    later(24 * 60 * MINUTE_MS);
    challenge = await account.challenge();
    expect((await account.second(challenge, account.codeOf(secret))).body.status).toBe(true);
    challenge = await account.challenge();
    await account.second(challenge, '000000');
    await test.sql(`UPDATE login_attempts SET attempts = 100 WHERE address = ''`);
    expect((await account.second(challenge, account.codeOf(secret, 30))).status).toBe(429);
    await account.create();
    later(MINUTE_MS);
    expect((await account.second(await account.challenge(), account.codeOf(secret))).body.status).toBe(true);
  });

  it('are not reset by a correct password', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) await account.second(await account.challenge(), '000000');
    expect((await account.logIn()).status).toBe(429);
  });

  it('are counted when they are concurrent', async () => {
    const challenge = await account.challenge();
    const responses = await Promise.all(Array.from({ length: 20 }, () => account.second(challenge, '000000')));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(9);
  });

  it('are reset after a success', async () => {
    for (let round = 0; round < 3; round += 1) {
      const challenge = await account.challenge();
      for (let attempt = 0; attempt < 7; attempt += 1) await account.second(challenge, '000000');
      expect((await account.second(challenge, account.codeOf(secret))).body.status).toBe(true);
      later(MINUTE_MS);
    }
  });
});

describe('[TEAM-04] a password change between the two login steps', () => {
  const _answerOf = async (change: () => Promise<unknown>) => {
    const challenge = await account.challenge();
    await change();
    const { status, body } = await account.second(challenge, account.codeOf(secret));
    return [status, body];
  };

  it('prevents a session', async ({ skip }) => {
    skip(isLite(inject('testServer')), ONE_SESSION);
    const challenge = await account.challenge();
    const change = await test.database.pool.connect();
    await change.query('BEGIN');
    await change.query(`UPDATE admins SET password_hash = password_hash || 'x'`);
    await change.query('DELETE FROM login_challenges');
    const late = account.second(challenge, account.codeOf(secret));
    await untilLockWait(test.database, 'the login waits for the change');
    await change.query('COMMIT');
    change.release();
    expect((await late).status).toBe(410);
    expect(await sessionsOf()).toBe(1);
    await account.create();
  });
});

describe('[SECU-04] the log and the database', () => {
  it('contain no code, challenge or secret in plain text', async () => {
    const challenge = await account.challenge();
    const code = account.codeOf(secret);
    await account.second(challenge, code);
    const { rows } = await test.sql(
      `SELECT (SELECT json_agg(t) FROM totp t)::text || (SELECT json_agg(r) FROM recovery_codes r)::text
         || (SELECT json_agg(a) FROM activity a)::text AS stored`,
    );
    for (const text of [secret, challenge, ...recoveryCodes]) {
      expect(test.logged()).not.toContain(text);
      expect(rows[0].stored).not.toContain(text);
    }
    expect(test.logged()).not.toContain(`"${code}"`);
  });
});
