import { beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { hashPassword } from '../../platform/accounts/passwords.ts';
import { SPELLINGS } from '../../testing/email-spellings.ts';
import { expectFieldErrors } from '../../testing/expect-error.ts';
import { fileApplication } from '../../testing/file-application.ts';
import { isLite, ONE_SESSION } from '../../testing/lite-server.ts';
import { untilLockWait } from '../../testing/until-lock-wait.ts';
import { setAdminPassword } from './set-admin-password.ts';

const EMAIL = 'asha@example.com';
const PASSWORD = 'correct horse battery';
const START = new Date('2026-03-14T04:30:00Z');
const HOUR_MS = 3_600_000;

const test = fileApplication({ now: START });

beforeAll(async () => {
  await setAdminPassword(test.database, { email: EMAIL, password: PASSWORD });
});
beforeEach(async () => {
  test.clock.now = START;
  await test.sql('TRUNCATE sessions, login_attempts CASCADE');
});

const logIn = (password = PASSWORD, address = '203.0.113.7', email = EMAIL) =>
  test.call('POST', '/admin/login', { body: { email, password }, address });
const profile = (token?: string) => test.call('GET', '/admin/ownprofile', token === undefined ? {} : { token });
const later = (ms: number) => {
  test.clock.now = new Date(test.clock.now.getTime() + ms);
};

async function tokenOf(response: ReturnType<typeof logIn>): Promise<string> {
  const { body } = await response;
  expect(body).toMatchObject({ status: true, token: expect.stringMatching(/^[\w-]{43}$/) });
  return body.token;
}

describe('signing in', () => {
  it('[API-01] returns a token that grants access to the user’s profile', async () => {
    const token = await tokenOf(logIn());
    const { status, body } = await profile(token);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: true,
      data: { _id: expect.stringMatching(/^[0-9a-f]{24}$/), email: EMAIL },
    });
    expect(JSON.stringify(body)).not.toContain('argon2');
  });

  it('[API-01] accepts the email in any letter case and with surrounding spaces, but only the exact password', async () => {
    await tokenOf(logIn(PASSWORD, '203.0.113.7', `  ${EMAIL.toUpperCase()} `));
    expect((await logIn(`${PASSWORD} `)).body.status).toBe(false);
    expect((await logIn(PASSWORD.toUpperCase())).body.status).toBe(false);
  });

  it('[API-01, SECU-02] returns the same response in the same time for a wrong password and an unknown email', async () => {
    const known = await logIn('wrong password');
    const unknown = await logIn('wrong password', '203.0.113.8', 'nobody@example.com');
    expect(known.status).toBe(200);
    expect(known.body).toEqual({ status: false, message: 'Invalid credentials' });
    expect(unknown.status).toBe(known.status);
    expect(unknown.body).toEqual(known.body);
    // The minimum CPU time per response in microseconds; neither case may skip the password hash. CPU time is
    // measured because wall-clock time includes the work of other processes.
    const effort = async (email: string, address: string) => {
      const efforts: number[] = [];
      for (let round = 0; round < 5; round += 1) {
        const before = process.cpuUsage();
        await logIn('wrong password', address, email);
        const { user, system } = process.cpuUsage(before);
        efforts.push(user + system);
      }
      return Math.min(...efforts);
    };
    const ratio = (await effort('nobody@example.com', '203.0.113.9')) / (await effort(EMAIL, '203.0.113.10'));
    expect(ratio).toBeGreaterThan(0.2);
    expect(ratio).toBeLessThan(5);
  });

  it.each([
    [{}, ['email', 'password']],
    [{ email: EMAIL }, ['password']],
    [{ email: EMAIL, password: '   ' }, ['password']],
    [{ email: [EMAIL], password: PASSWORD }, ['email']],
    [{ email: EMAIL, password: 'x'.repeat(201) }, ['password']],
    [{ email: EMAIL, password: '\ud800' }, ['password']],
  ])('[API-14] rejects %j with 400 and names the fields', async (body, fields) => {
    await expectFieldErrors(test.call('POST', '/admin/login', { body }), fields);
  });
});

describe('[SECU-02] login throttling', () => {
  it('rejects an address after ten failed logins to one account, with Retry-After, but not other addresses', async () => {
    for (let attempt = 0; attempt < 10; attempt += 1) expect((await logIn('wrong password')).status).toBe(200);
    const rejected = await logIn();
    expect(rejected.status).toBe(429);
    expect(rejected.body).toMatchObject({ status: false, message: expect.stringContaining('Too many attempts') });
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(rejected.headers['retry-after'])).toBeLessThanOrEqual(15 * 60);
    await tokenOf(logIn(PASSWORD, '198.51.100.4'));
    expect((await logIn()).status).toBe(429);
  });

  it('counts concurrent attempts', async () => {
    const responses = await Promise.all(Array.from({ length: 30 }, () => logIn('wrong password')));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(20);
  });

  it('counts the addresses of one IPv6 network as one', async () => {
    for (let attempt = 0; attempt < 10; attempt += 1)
      await logIn('wrong password', `2001:db8:1:2::${attempt.toString(16)}`);
    expect((await logIn(PASSWORD, '2001:db8:1:2:ffff::1')).status).toBe(429);
    await tokenOf(logIn(PASSWORD, '2001:db8:1:3::1'));
  });

  it('accepts attempts again after 15 minutes, and not earlier', async () => {
    for (let attempt = 0; attempt < 11; attempt += 1) await logIn('wrong password');
    later(14 * 60_000 + 59_000);
    expect((await logIn()).status).toBe(429);
    later(1_000);
    await tokenOf(logIn());
  });

  it('accepts at most ten attempts in any period of 15 minutes', async () => {
    await logIn('wrong password');
    later(14 * 60_000 + 59_000);
    for (let attempt = 0; attempt < 9; attempt += 1) expect((await logIn('wrong password')).status).toBe(200);
    later(2_000);
    expect((await logIn('wrong password')).status).toBe(429);
  });

  it('resets the failures after a successful login', async () => {
    for (let attempt = 0; attempt < 9; attempt += 1) await logIn('wrong password');
    await tokenOf(logIn());
    for (let attempt = 0; attempt < 9; attempt += 1) await logIn('wrong password');
    await tokenOf(logIn());
  });

  it('is lifted for an account when the command line sets a new password', async () => {
    for (let attempt = 0; attempt < 11; attempt += 1) {
      await logIn('wrong password');
      await logIn('wrong password', undefined, 'ravi@example.com');
    }
    await setAdminPassword(test.database, { email: EMAIL, password: PASSWORD });
    await tokenOf(logIn());
    expect((await logIn(PASSWORD, undefined, 'ravi@example.com')).status).toBe(429);
  });

  it('cannot be bypassed with another letter case of the email or an untrusted forwarded address', async () => {
    for (let attempt = 0; attempt < 10; attempt += 1) await logIn('wrong password', undefined, EMAIL.toUpperCase());
    expect((await logIn(PASSWORD, undefined, ` ${EMAIL}`)).status).toBe(429);
    const forwarded = await test.call('POST', '/admin/login', {
      body: { email: EMAIL, password: PASSWORD },
      address: '203.0.113.7',
      headers: { 'x-forwarded-for': '198.51.100.77', forwarded: 'for=198.51.100.77' },
    });
    expect(forwarded.status).toBe(429);
  });

  it('counts 40 spellings of one account as one account, and each spelling can sign in', async () => {
    await setAdminPassword(test.database, { email: 'admin@example.com', password: PASSWORD });
    for (const spelling of SPELLINGS) {
      await tokenOf(logIn(PASSWORD, undefined, spelling));
      await test.sql('TRUNCATE login_attempts');
    }
    const responses: number[] = [];
    for (const spelling of SPELLINGS) responses.push((await logIn('wrong password', undefined, spelling)).status);
    expect(SPELLINGS.length).toBeGreaterThanOrEqual(40);
    expect(responses).toEqual(SPELLINGS.map((_, attempt) => (attempt < 10 ? 200 : 429)));
  });

  it('rejects an address after one failed attempt at each of a hundred accounts', async () => {
    const tries = await Promise.all(
      Array.from({ length: 110 }, (_, place) =>
        logIn('wrong password', '203.0.113.50', `user${place}@example.com`),
      ),
    );
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(10);
  });
});

describe('[SECU-03] sessions', () => {
  it('are stored only as a hash of the token, and tokens are long and unique', async () => {
    const tokens = [await tokenOf(logIn()), await tokenOf(logIn())];
    expect(new Set(tokens).size).toBe(2);
    expect(Buffer.from(tokens[0] ?? '', 'base64url')).toHaveLength(32);
    const { rows } = await test.sql('SELECT s::text AS row FROM sessions s');
    expect(rows).toHaveLength(2);
    for (const token of tokens) {
      const hex = Buffer.from(token, 'base64url').toString('hex');
      expect(JSON.stringify(rows)).not.toContain(token);
      expect(JSON.stringify(rows)).not.toContain(hex);
    }
  });

  it('are extended by use and end 12 hours after the last call', async () => {
    const token = await tokenOf(logIn());
    for (let day = 0; day < 3; day += 1) {
      later(11 * HOUR_MS);
      expect((await profile(token)).status).toBe(200);
    }
    later(11.7 * HOUR_MS);
    expect((await profile(token)).status).toBe(200);
    later(12 * HOUR_MS);
    expect((await profile(token)).status).toBe(401);
    test.clock.now = START;
    expect((await profile(token)).status).toBe(200);
  });

  it('are not extended after they end, and are deleted at the next login', async () => {
    await tokenOf(logIn());
    later(13 * HOUR_MS);
    await tokenOf(logIn());
    expect((await test.sql('SELECT 1 FROM sessions')).rowCount).toBe(1);
  });

  it('[AUTH-10, API-17] end one by one at logout', async () => {
    const [mine, other] = [await tokenOf(logIn()), await tokenOf(logIn())];
    const { status, body } = await test.send('POST', '/admin/logout', undefined, mine);
    expect({ status, body }).toEqual({ status: 200, body: { status: true } });
    expect((await profile(mine)).status).toBe(401);
    expect((await profile(other)).status).toBe(200);
    expect((await test.send('POST', '/admin/logout', undefined, mine)).status).toBe(401);
  });

  it('all end when the password changes, including one being opened with the old password', async ({ skip }) => {
    skip(isLite(inject('testServer')), ONE_SESSION);
    const token = await tokenOf(logIn());
    // Another connection changes the password while a user signs in with the old one.
    const change = await test.database.pool.connect();
    await change.query('BEGIN');
    await change.query('UPDATE admins SET password_hash = $1', [await hashPassword('another password')]);
    await change.query('DELETE FROM sessions');
    const late = logIn();
    await untilLockWait(test.database, 'the login waits for the change');
    await change.query('COMMIT');
    change.release();
    expect((await late).body).toEqual({ status: false, message: 'Invalid credentials' });
    expect((await profile(token)).status).toBe(401);
    expect((await test.sql('SELECT 1 FROM sessions')).rowCount).toBe(0);
    await setAdminPassword(test.database, { email: EMAIL, password: PASSWORD });
  });
});

describe('[SECU-04] the program log', () => {
  it('contains no passwords and no tokens', async () => {
    const token = await tokenOf(logIn());
    await logIn('a wrong password');
    await profile(token);
    await test.send('POST', '/admin/logout', undefined, token);
    await test.call('GET', '/admin/ownprofile', { query: { token } });
    for (const secret of [token, PASSWORD, 'a wrong password']) expect(test.logged()).not.toContain(secret);
  });
});
