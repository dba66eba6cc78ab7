import { createPayout } from '@wayside/contract/payouts';
import { everyEndpoint } from '@wayside/contract/testing/every-endpoint';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { moneyRecords } from '../../testing/money-records.ts';
import { createTestApplication, type TestApplication } from '../../testing/test-application.ts';
import { TwoFactorAccount } from '../../testing/two-factor-account.ts';
import { setAdminPassword } from './set-admin-password.ts';

const EMAIL = 'asha@example.com';
const PASSWORD = 'correct horse battery';
const START = new Date('2026-11-05T03:35:00Z');
const MINUTE_MS = 60_000;
const MECHANIC = '65f1aaaaaaaaaaaaaaaaaaaa';
const PROOF_NEEDED = { status: false, message: 'Please confirm your identity.', proofNeeded: ['password'] };

let test: TestApplication;
let token: string;

beforeAll(async () => {
  test = await createTestApplication({ now: START });
  await setAdminPassword(test.database, { email: EMAIL, password: PASSWORD });
  const records = moneyRecords(test);
  await records.mechanic(MECHANIC, { name: 'Ravi Kumar' });
  await records.payment('65f1bbbbbbbbbbbbbbbbbbbb', { mechanic_id: MECHANIC, amount_paise: 100_000 });
  await records.post();
});
afterAll(() => test.drop());
beforeEach(async () => {
  test.clock.now = START;
  await test.database.pool.query('TRUNCATE sessions, login_attempts CASCADE');
  const { body } = await test.call('POST', '/admin/login', { body: { email: EMAIL, password: PASSWORD } });
  token = body.token;
});

const later = (minutes: number) => {
  test.clock.now = new Date(test.clock.now.getTime() + minutes * MINUTE_MS);
};
const prove = (password: string) => test.call('POST', '/admin/prove', { token, body: { password } });
const pay = (transactionId: string) =>
  test.call('POST', createPayout.path, {
    token,
    body: { mechanicid: MECHANIC, transaction_id: transactionId, amount: '100', paymentmethod: 'cash' },
  });
const payouts = async () => {
  const { rows } = await test.database.pool.query('SELECT count(*)::int AS count FROM payouts');
  return rows[0].count;
};

describe('[TEAM-05] a recent identity confirmation', () => {
  it('lasts 10 minutes after a login: a payout after 11 minutes requires a new one, then continues and pays only once', async () => {
    later(9);
    expect((await pay('UTR-1')).status).toBe(200);
    later(2);
    const refused = await pay('UTR-2');
    expect([refused.status, refused.body]).toEqual([403, PROOF_NEEDED]);
    expect(await payouts()).toBe(1);
    expect((await prove(PASSWORD)).body).toEqual({ status: true });
    const paid = await pay('UTR-2');
    expect(paid.status).toBe(200);
    // Repeating the same request gets the first response (LOYA-04).
    expect((await pay('UTR-2')).body).toEqual(paid.body);
    expect(await payouts()).toBe(2);
    later(11);
    expect((await pay('UTR-2')).status).toBe(403);
  });

  it('rejects a wrong password, and throttles guesses like a login', async () => {
    later(11);
    const wrong = await prove('wrong password');
    expect([wrong.status, wrong.body]).toEqual([200, { status: false, message: 'The password is incorrect.' }]);
    expect((await pay('UTR-3')).status).toBe(403);
    for (let attempt = 2; attempt <= 10; attempt++) await prove('wrong password');
    const limited = await prove(PASSWORD);
    expect(limited.status).toBe(429);
    expect(limited.headers['retry-after']).toBe('900');
    const login = { body: { email: EMAIL, password: PASSWORD } };
    expect((await test.call('POST', '/admin/login', login)).status).toBe(429);
  });

  it('is valid only for its own session', async () => {
    later(11);
    const other = await test.call('POST', '/admin/login', { body: { email: EMAIL, password: PASSWORD } });
    expect(other.body.status).toBe(true);
    expect((await pay('UTR-4')).status).toBe(403);
  });

  it('is requested only from users whose role permits the call', async () => {
    token = await test.signIn('viewer');
    later(11);
    const { status, body } = await pay('UTR-5');
    expect([status, body.message]).toEqual([
      403,
      'Your role may not pay mechanics or loyalty, void or refund payments, adjust balances or close days.',
    ]);
    expect(body).not.toHaveProperty('proofNeeded');
  });

  it('is required by calls that pay, reveal data, export people, or change keys and endpoints, but by no list', async () => {
    later(11);
    const id = MECHANIC;
    const refused: string[] = [];
    for (const { name, method, path, needsProof } of everyEndpoint) {
      if (!needsProof) continue;
      const response = await test.call(method, path.replaceAll(/\{\w+\}/g, id), {
        token,
        ...(method === 'GET' ? {} : { body: {} }),
      });
      expect([name, response.status, response.body]).toEqual([name, 403, PROOF_NEEDED]);
      refused.push(name);
    }
    expect(refused).toEqual(
      expect.arrayContaining([
        'createPayout',
        'payLoyalty',
        'showBankAccount',
        'showUpiId',
        'showAadhaarCard',
        'exportPayments',
        'exportPayouts',
        'exportStatement',
        'createServiceKey',
        'revokeServiceKey',
        'createWebhook',
        'updateWebhook',
        'deleteWebhook',
        'rotateWebhookSecret',
        'inviteMember',
        'renewInvitation',
        'changeRole',
        'suspendMember',
        'reactivateMember',
        'resetTwoFactor',
        'beginTotp',
        'removeTotp',
        'beginPasskey',
        'removePasskey',
        'renewRecoveryCodes',
      ]),
    );
    expect((await test.call('GET', '/admin/payouts/summary', { token })).status).toBe(200);
    const { body } = await test.call('GET', '/openapi.json');
    expect(body.paths[createPayout.path].post['x-needs-proof']).toBe(true);
  });
});

describe('[TEAM-05] the identity confirmation of a user with an authenticator app', () => {
  let account: TwoFactorAccount;
  let secret: string;
  let recoveryCodes: string[];

  beforeEach(async () => {
    await test.database.pool.query('TRUNCATE totp, recovery_codes');
    account = await new TwoFactorAccount(test, 'ravi@example.com').create();
    token = await account.signIn();
    ({ secret, recoveryCodes } = await account.addTotp(token));
    later(11);
  });
  const proveBy = (body: object) => test.call('POST', '/admin/prove', { token, body });

  it('accepts a password, a code or a recovery code, and accepts each code only once', async () => {
    const refused = await pay('UTR-6');
    expect([refused.status, refused.body]).toEqual([
      403,
      { ...PROOF_NEEDED, proofNeeded: ['password', 'totp', 'recovery_code'] },
    ]);
    const code = account.codeOf(secret);
    expect((await proveBy({ code })).body).toEqual({ status: true });
    expect((await pay('UTR-6')).status).toBe(200);
    later(11);
    expect((await proveBy({ code })).body).toMatchObject({ status: false });
    expect((await pay('UTR-7')).status).toBe(403);
    expect((await proveBy({ password: account.password })).body).toEqual({ status: true });
    expect((await pay('UTR-7')).status).toBe(200);
  });

  it('accepts a recovery code only once, and logs it', async () => {
    const [code] = recoveryCodes;
    expect((await proveBy({ code })).body).toEqual({ status: true });
    expect((await pay('UTR-8')).status).toBe(200);
    later(11);
    expect((await proveBy({ code })).body).toMatchObject({ status: false });
    expect((await pay('UTR-9')).status).toBe(403);
    const { rows } = await test.database.pool.query(
      `SELECT actor_email, changes FROM activity WHERE action = 'recovery_code_used'`,
    );
    const changes = [{ field: 'recoveryCodesLeft', before: 10, after: 9 }];
    expect(rows).toEqual([{ actor_email: account.email, changes }]);
  });

  it('rejects another account’s code, and throttles guesses like a login [SECU-02]', async () => {
    const other = await new TwoFactorAccount(test, 'bala@example.com').create();
    const theirs = await other.addTotp(await other.signIn());
    later(1);
    for (let attempt = 1; attempt <= 9; attempt++)
      expect((await proveBy({ code: theirs.recoveryCodes[attempt] })).body.status).toBe(false);
    expect((await proveBy({ code: other.codeOf(theirs.secret) })).body.status).toBe(false);
    expect((await proveBy({ code: account.codeOf(secret) })).status).toBe(429);
    expect((await pay('UTR-10')).status).toBe(403);
  });

  it.each([{}, { password: 'x', code: 'y' }])(
    'requires exactly one of password, code and recovery code, and otherwise returns 400 and names the field: %j [API-14]',
    async (body) => {
      const { status, body: response } = await proveBy(body);
      expect(status).toBe(400);
      expect(response.errors).toEqual([{ field: 'password', message: 'or a code is required, but not both' }]);
    },
  );
});
