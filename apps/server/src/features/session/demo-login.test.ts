import { Socket } from 'node:net';
import { ROLES, type Role } from '@wayside/contract/roles';
import { everyEndpoint } from '@wayside/contract/testing/every-endpoint';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDemoGuard } from '../../platform/http/public-demo.ts';
import { deliverWebhooks } from '../../platform/webhooks/deliver-webhooks.ts';
import { readSettings } from '../../settings.ts';
import { eventually } from '../../testing/eventually.ts';
import { expectError } from '../../testing/expect-error.ts';
import { fileApplication } from '../../testing/file-application.ts';
import { openReceiver } from '../../testing/receiver.ts';
import { ensureDemoAdmins } from './demo-login.ts';

const REFUSED = 'This is switched off in the public demo, which all visitors share.';
const MINUTE_MS = 60_000;

const test = fileApplication({ env: { DEMO_RESET: 'daily', WEBHOOK_ALLOW_PRIVATE: 'on' } });
const usual = fileApplication();
const logIn = (role: string, address = '203.0.113.7') =>
  test.call('POST', '/admin/demo-login', { body: { role }, address });
const named = (name: string) => everyEndpoint.find((call) => call.name === name) as (typeof everyEndpoint)[number];
/** @param bytes the length of the body; null omits the length */
const sent = (bytes: number | null, ip = '203.0.113.7') => {
  const headers = bytes === null ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(bytes) };
  return { ip, headers, socket: new Socket() };
};
const tokenOf = async (role: Role) => (await logIn(role)).body.token as string;

beforeAll(() => ensureDemoAdmins(test.database));
beforeEach(() => test.sql('TRUNCATE login_attempts'));

describe('[SHIP-06] the public demo', () => {
  it('signs visitors in with one of the roles, each in a separate session', async () => {
    for (const role of ROLES) {
      const [one, other] = [await tokenOf(role), await tokenOf(role)];
      expect(one).not.toBe(other);
      expect((await test.get('/admin/ownprofile', {}, one)).body.data).toMatchObject({ role });
      expect((await test.send('POST', '/admin/logout', undefined, one)).status).toBe(200);
      expect((await test.get('/admin/ownprofile', {}, other)).status).toBe(200);
    }
    const { status, body } = await logIn('root');
    expect([status, body.errors[0].field]).toEqual([400, 'role']);
  });

  it('applies the login rate limit to demo sign-ins, and counts an IPv6 network as one address', async () => {
    for (let count = 0; count < 10; count += 1)
      expect((await logIn('viewer', `2001:db8::${count}`)).status).toBe(200);
    await expectError(logIn('viewer', '2001:db8::99'), 429, /^Too many attempts/);
    expect((await logIn('viewer', '2001:db8:1::1')).status).toBe(200);
  });

  it('has no sign-in call on any other server', async () => {
    const call = usual.call('POST', '/admin/demo-login', { body: { role: 'owner' } });
    await expectError(call, 404, 'There is nothing at this address.');
  });

  it('rejects logins with a password, including the local demo password', async () => {
    for (const email of ['owner@wayside.test', 'admin@wayside.test'])
      await expectError(
        test.call('POST', '/admin/login', { body: { email, password: 'wayside-demo' } }),
        403,
        'This is a public demo. Use one of the buttons to sign in.',
      );
  });

  it('rejects calls that would lock other visitors out or change access', async () => {
    const owner = await tokenOf('owner');
    const { body } = await test.get('/admin/team', {}, owner);
    const viewer = body.data.find(({ role }: { role: string }) => role === 'viewer')._id;
    const passwords = { currentPassword: 'wayside-demo', newPassword: 'mine from now on' };
    for (const [method, path, sent] of [
      ['POST', '/admin/profile/password', passwords],
      ['PATCH', '/admin/profile', { name: 'Mallory' }],
      ['DELETE', '/admin/profile/sessions', undefined],
      ['POST', `/admin/team/${viewer}/suspend`, undefined],
      ['PATCH', `/admin/team/${viewer}/role`, { role: 'owner' }],
      ['POST', '/admin/team', { name: 'Mallory', email: 'mallory@example.com', role: 'owner' }],
      ['POST', '/admin/two-factor/totp', undefined],
      ['POST', '/admin/two-factor/passkey-options', undefined],
    ] as const)
      await expectError(test.send(method, path, sent, owner), 403, REFUSED);
    const isAccess = ({ tag, isChange }: (typeof everyEndpoint)[number]) =>
      isChange && ['team', 'two-factor', 'profile'].includes(tag);
    const open = everyEndpoint.filter((call) => isAccess(call) && !call.isRejectedInDemo).map(({ name }) => name);
    expect(open).toEqual(['savePreferences']);
  });

  it('requires no identity confirmation', async () => {
    const owner = await tokenOf('owner');
    test.clock.now = new Date(test.clock.now.getTime() + 60 * MINUTE_MS);
    const { status, body } = await test.send(
      'POST',
      '/admin/keys',
      { name: 'visitor', scopes: ['read:bookings'] },
      owner,
    );
    expect([status, body.message]).toEqual([200, undefined]);
  });

  it('does not store visitors’ IP addresses', async () => {
    const owner = await tokenOf('owner');
    const { body } = await test.get('/admin/profile/sessions', {}, owner);
    for (const { address } of body.data) expect(address).toMatch(/^visitor [0-9a-f]{12}$|^null$/);
    const { rows } = await test.sql(
      `SELECT count(*)::int AS count FROM activity WHERE address LIKE '%203.0.113.7%' UNION ALL
       SELECT count(*)::int FROM sessions WHERE address LIKE '%203.0.113.7%'`,
    );
    expect(rows.map(({ count }) => count)).toEqual([0, 0]);
  });

  it('sends no webhooks, and the delivery states this', async () => {
    const receiver = await openReceiver();
    const owner = await tokenOf('owner');
    const { body } = await test.send('POST', '/admin/webhooks', { url: receiver.url, types: null }, owner);
    const { _id: id } = body.data;
    await test.send('POST', `/admin/webhooks/${id}/test`, undefined, owner);
    const stop = deliverWebhooks({
      ...{ database: test.database, keys: test.keys, log: test.app.log as never, now: () => test.clock.now },
      ...{ allowsPrivate: true, isPublicDemo: true },
    });
    await test.send('POST', '/slot/create', { starttime: '09:00', endtime: '10:00' }, owner);
    const deliveries = async () => (await test.get(`/admin/webhooks/${id}/deliveries`, {}, owner)).body.data;
    await eventually('both failed', async () => {
      const states = (await deliveries()).map(({ state }: { state: string }) => state);
      return states.join() === 'failed,failed';
    });
    await stop();
    for (const { error, attempts } of await deliveries())
      expect([error, attempts]).toEqual(['Not sent: a public demo calls no other servers.', 1]);
    const [endpoint] = (await test.get('/admin/webhooks', {}, owner)).body.data;
    expect(endpoint).toMatchObject({ isEnabled: true, failingSince: null });
    expect(receiver.received).toEqual([]);
    receiver.close();
    const subscription = { endpoint: receiver.url, p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) };
    await expectError(test.send('POST', '/admin/roadside/push', subscription, owner), 403, REFUSED);
  });

  it('rejects changes when it is full, and still lets users sign in and out', async () => {
    const guard = createDemoGuard({ database: test.database, settings: test.settings }, 1000);
    await expect(guard(named('uploadImage'), sent(1))).rejects.toMatchObject({ kind: 'unavailable' });
    await expect(guard(named('createSlot'), sent(1))).rejects.toThrow(
      'The public demo is full until it resets at midnight.',
    );
    for (const name of ['listBookings', 'logInToDemo', 'logout'])
      await expect(guard(named(name), sent(1))).resolves.toBeUndefined();
  });

  it('gives each visitor a share of the capacity, and counts small changes and bodies of unknown length', async () => {
    const guard = createDemoGuard({ database: test.database, settings: test.settings });
    const upload = (request: ReturnType<typeof sent>) => guard(named('uploadImage'), request);
    const share = 'You have used your share of the public demo until it resets at midnight.';
    await upload(sent(49_990_000));
    await upload(sent(1));
    await upload(sent(1));
    await expect(upload(sent(1))).rejects.toThrow(share);
    await expect(guard(named('listBookings'), sent(1))).resolves.toBeUndefined();
    const chunked = sent(null, '2001:db8::1');
    for (let count = 0; count < 10; count += 1) await upload(chunked);
    await expect(upload(sent(1, '2001:db8::2'))).rejects.toThrow(share);
    await upload(sent(1, '2001:db8:1::1'));
  });

  it('counts the data that a visitor sends in any call', async () => {
    const token = await tokenOf('owner');
    const { body } = await test.send('POST', '/admin/keys', { name: 'visitor', scopes: ['users'] }, token);
    const address = '203.0.113.8';
    const headers = { 'transfer-encoding': 'chunked', authorization: `Bearer ${body.key}` };
    const statusOf = async (path: string) =>
      (await test.call('POST', path, { token, address, headers, body: [] })).status;
    const statuses: number[] = [];
    for (const path of ['/admin/views', '/slot/create', '/ingest/users', '/ingest/users', '/ingest/users'])
      for (let count = 0; count < 2; count += 1) statuses.push(await statusOf(path));
    expect(statuses).not.toContain(503);
    for (const path of ['/admin/views', '/slot/create', '/ingest/users']) expect(await statusOf(path)).toBe(503);
  });

  it('is reported to the web app', async () => {
    const { body } = await test.app.inject('/config.json');
    expect(JSON.parse(body)).toMatchObject({ isPublicDemo: true });
  });
});

describe('[SHIP-06] the settings of a public demo', () => {
  it.each(['DATABASE_URL', 'NOTIFY_WEBHOOK_URL', 'DOCUMENT_HOSTS', 'MAP_TILES_URL', 'S3_BUCKET', 'ADMIN_PASSWORD'])(
    'reject %s',
    (name) => {
      const value = { DATABASE_URL: 'postgres://a/b', MAP_TILES_URL: 'https://a.example/{z}/{x}/{y}.png' }[name];
      expect(() => readSettings({ DEMO_RESET: 'daily', [name]: value ?? 'hooks.example.com' })).toThrow(name);
    },
  );

  it('reject DEMO=off and other reset intervals', () => {
    expect(() => readSettings({ DEMO_RESET: 'daily', DEMO: 'off' })).toThrow('DEMO must not be off');
    expect(() => readSettings({ DEMO_RESET: 'hourly' })).toThrow('DEMO_RESET must be off or daily');
    expect(readSettings({ DEMO_RESET: 'off' })).toMatchObject({ isPublicDemo: false });
  });
});
