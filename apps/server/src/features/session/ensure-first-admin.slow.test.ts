import { beforeEach, describe, expect, it } from 'vitest';
import { signInHint } from '../../commands/start.ts';
import { hashPassword } from '../../platform/accounts/passwords.ts';
import { DEMO_PASSWORD, readSettings } from '../../settings.ts';
import { fileApplication } from '../../testing/file-application.ts';
import { checkAdmins, ensureFirstAdmin } from './ensure-first-admin.ts';
import { setAdminPassword } from './set-admin-password.ts';

const CHOSEN = 'a chosen password';

const test = fileApplication();

beforeEach(async () => {
  test.clock.now = new Date();
  await test.sql('TRUNCATE admins, sessions, login_attempts, password_links CASCADE');
});

const begin = (env: Record<string, string>, isTerminal = false) =>
  ensureFirstAdmin({ database: test.database, settings: readSettings({ ...env }), isTerminal });
const check = (env: Record<string, string>) => checkAdmins(test.database, readSettings({ ...env }));
const setPassword = (token: string | null, password = CHOSEN) =>
  test.call('POST', '/admin/password-link', { body: { token, password } });
const canSignIn = async (password: string | null, email = 'admin@wayside.test') => {
  await test.sql('TRUNCATE login_attempts');
  const { body } = await test.call('POST', '/admin/login', { body: { email, password } });
  return body.status;
};

describe('[PRIV-07] the demo password', () => {
  it('is the password of the first administrator on loopback, each time the server starts', async () => {
    for (const host of ['127.0.0.1', 'localhost', '::1']) {
      expect(await begin({ HOST: host })).toMatchObject({ password: DEMO_PASSWORD, linkToken: null, notices: [] });
      expect(await check({ HOST: host })).toEqual([]);
    }
    expect(await canSignIn(DEMO_PASSWORD)).toBe(true);
  });

  it('is reported for an account that can sign in, when the oldest administrator is suspended', async () => {
    for (const email of ['old@example.com', 'new@example.com'])
      await setAdminPassword(test.database, { email, password: CHOSEN });
    await test.sql("UPDATE admins SET suspended_at = now() WHERE email = 'old@example.com'");
    expect(await begin({})).toMatchObject({ email: 'new@example.com', password: null });
  });

  it.each([
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: '192.0.2.1', DEMO: 'off', ADMIN_PASSWORD: CHOSEN },
    { HOST: '0.0.0.0', DEMO: 'off', ADMIN_EMAIL: 'asha@example.com', ADMIN_PASSWORD: CHOSEN },
    { HOST: 'no.such.invalid', DEMO: 'on' },
  ])('prevents startup with %j while an administrator has it', async (env) => {
    await begin({});
    await expect(check(env)).rejects.toThrow(
      `HOST ${env.HOST} makes this server reachable from other machines, and admin@wayside.test still has the public demo password`,
    );
  });

  it('never makes a public node accessible, regardless of which of two nodes that start concurrently creates the first administrator', async () => {
    const [here, there] = await Promise.allSettled([
      begin({}),
      begin({ HOST: '0.0.0.0', DEMO: 'off', ADMIN_EMAIL: 'asha@example.com' }),
    ]);
    const { rows } = await test.database.pool.query<{ email: string }>('SELECT email FROM admins');
    expect(rows).toHaveLength(1);
    expect(here.status).toBe('fulfilled');
    expect(there.status).toBe(rows[0]?.email === 'asha@example.com' ? 'fulfilled' : 'rejected');
  });

  it('prevents startup on a public host while any active administrator has it', async () => {
    await begin({ ADMIN_PASSWORD: CHOSEN });
    await test.sql(
      `INSERT INTO admins (id, email, email_key, password_hash) VALUES ($1, 'Asha@example.com', 'asha@example.com', $2)`,
      ['a'.repeat(24), await hashPassword(DEMO_PASSWORD)],
    );
    await expect(check({ HOST: '0.0.0.0' })).rejects.toThrow('Asha@example.com still has the public demo password');
    await test.sql('UPDATE admins SET password_hash = $1', [await hashPassword(CHOSEN)]);
    expect(await check({ HOST: '0.0.0.0' })).toEqual([]);
  });

  it('is never the password of a new administrator on a public host, even with demo data', async () => {
    const admin = await begin({ HOST: '0.0.0.0', DEMO: 'on' });
    expect(admin.password).toBeNull();
    expect(await canSignIn(DEMO_PASSWORD)).toBe(false);
    expect(await check({ HOST: '0.0.0.0' })).toEqual([]);
  });

  it('is rejected as a new password', async () => {
    expect(() => readSettings({ ADMIN_PASSWORD: DEMO_PASSWORD })).toThrow('ADMIN_PASSWORD must not be the demo');
    const { linkToken } = await begin({ DEMO: 'off' });
    const response = await setPassword(linkToken, DEMO_PASSWORD);
    const message = 'The password must not be the public demo password.';
    expect(response).toMatchObject({ status: 400, body: { message, errors: [{ field: 'password', message }] } });
  });
});

describe('[PRIV-07] ADMIN_PASSWORD', () => {
  it('is set for the first administrator and never printed', async () => {
    const admin = await begin({ ADMIN_PASSWORD: CHOSEN });
    expect(admin).toMatchObject({ password: null, linkToken: null, notices: [] });
    expect(await canSignIn(CHOSEN)).toBe(true);
  });

  it.each([{ ADMIN_PASSWORD: 'another password' }, { ADMIN_PASSWORD: CHOSEN, ADMIN_EMAIL: 'asha@example.com' }])(
    'creates a notice when it is not applied: %j',
    async (env) => {
      await begin({ ADMIN_PASSWORD: CHOSEN });
      const email = 'ADMIN_EMAIL' in env ? env.ADMIN_EMAIL : 'admin@wayside.test';
      expect((await begin(env)).notices).toEqual([
        `ADMIN_PASSWORD is not applied, since there is an administrator already: "npm run admin -- create ${email}" sets a password.`,
      ]);
    },
  );
});

describe('[PRIV-07] a server started without ADMIN_PASSWORD and demo mode', () => {
  it('prints a generated password to a terminal', async () => {
    const admin = await begin({ DEMO: 'off' }, true);
    expect(admin).toMatchObject({ password: expect.stringMatching(/^\S{16}$/), linkToken: null });
    expect(signInHint(admin, 'http://127.0.0.1:3000')).toContain(`with the password ${admin.password}`);
    expect(await canSignIn(admin.password)).toBe(true);
    expect(await begin({ DEMO: 'off' }, true)).toMatchObject({ password: null, linkToken: null });
  });

  it('prints a link that sets a password once when the output is not a terminal', async () => {
    const admin = await begin({ DEMO: 'off' });
    expect(admin.password).toBeNull();
    expect(signInHint(admin, 'http://127.0.0.1:3000')).toMatch(
      /^Set the password of admin@wayside.test once, within 72 hours: http:\/\/127.0.0.1:3000\/set-password#[\w-]{43}$/,
    );
    const [first, second] = await Promise.all([
      setPassword(admin.linkToken),
      setPassword(admin.linkToken, 'another password'),
    ]);
    expect([first.status, second.status].sort()).toEqual([200, 404]);
    const [right, wrong] = first.status === 200 ? [CHOSEN, 'another password'] : ['another password', CHOSEN];
    expect([await canSignIn(right), await canSignIn(wrong)]).toEqual([true, false]);
    expect((first.status === 200 ? first : second).body).toEqual({ status: true, email: 'admin@wayside.test' });
    expect(await setPassword(admin.linkToken)).toMatchObject({
      status: 404,
      body: { status: false, message: expect.stringContaining('This link does not work') },
    });
    expect(await begin({ DEMO: 'off' })).toMatchObject({ linkToken: null });
  });

  it('stores the token of the link neither in the database nor in the log', async () => {
    const { linkToken } = await begin({ DEMO: 'off' });
    const { rows } = await test.sql('SELECT l::text AS row FROM password_links l');
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(linkToken ?? '', 'base64url').toString('hex'));
    await setPassword(linkToken);
    expect(test.logged()).not.toContain(linkToken);
  });

  it('prints a link that is valid for 72 hours', async () => {
    const { linkToken } = await begin({ DEMO: 'off' });
    const { now } = test.clock;
    test.clock.now = new Date(now.getTime() + 73 * 3_600_000);
    expect((await setPassword(linkToken)).status).toBe(404);
    test.clock.now = new Date(now.getTime() + 71 * 3_600_000);
    expect((await setPassword(linkToken)).status).toBe(200);
  });

  it('prints a link that stays valid after a rejected password', async () => {
    const { linkToken } = await begin({ DEMO: 'off' });
    for (const password of ['short12', 'with\u0000nul byte', '          ', 'x'.repeat(201)])
      expect((await setPassword(linkToken, password)).status, password).toBe(400);
    expect((await setPassword(linkToken)).status).toBe(200);
  });

  it('prints a new link each time until one is used, and then invalidates all of them', async () => {
    const links = [await begin({ DEMO: 'off' }), await begin({ DEMO: 'off' }, true), await begin({})];
    await test.sql(`UPDATE password_links SET expires_at = now() - interval '1 minute'`);
    const last = await begin({ DEMO: 'off' });
    expect((await test.sql('SELECT FROM password_links')).rowCount).toBe(1);
    const other = await begin({ DEMO: 'off' });
    expect((await setPassword(last.linkToken)).status).toBe(200);
    for (const { linkToken } of [...links, other]) {
      expect(linkToken).toMatch(/^[\w-]{43}$/);
      expect((await setPassword(linkToken)).status).toBe(404);
    }
  });

  it.each(['', 'x', 'a'.repeat(43), "' OR 1=1 --"])('rejects the token %j', async (token) => {
    await begin({ DEMO: 'off' });
    expect([400, 404]).toContain((await setPassword(token)).status);
    expect(await canSignIn(CHOSEN)).toBe(false);
  });

  it('prints a link that becomes invalid when the command line sets a password', async () => {
    const { linkToken, email } = await begin({ DEMO: 'off' });
    await setAdminPassword(test.database, { email, password: CHOSEN });
    expect((await setPassword(linkToken, 'another password')).status).toBe(404);
    expect(await begin({ DEMO: 'off' })).toMatchObject({ linkToken: null });
  });

  it('[SECU-03] prints a link whose use ends all sessions', async () => {
    const { linkToken } = await begin({ DEMO: 'off' });
    await test.sql(
      `INSERT INTO sessions (token_hash, admin_id, expires_at) SELECT '\\x01', id, now() + interval '1 hour' FROM admins`,
    );
    await setPassword(linkToken);
    expect((await test.sql('SELECT FROM sessions')).rowCount).toBe(0);
  });
});

describe('[PRIV-07] nodes that start concurrently', () => {
  it('create one administrator, and each prints a link that works until one is used', async () => {
    const admins = await Promise.all([1, 2, 3].map(() => begin({ DEMO: 'off' })));
    expect((await test.sql('SELECT FROM admins')).rowCount).toBe(1);
    const [first, ...others] = admins;
    expect((await setPassword(first?.linkToken ?? null)).status).toBe(200);
    for (const { linkToken } of others) expect((await setPassword(linkToken)).status).toBe(404);
  });
});
