import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashPassword } from '../../platform/accounts/passwords.ts';
import { expectFieldErrors } from '../../testing/expect-error.ts';
import { fileApplication } from '../../testing/file-application.ts';

const EMAIL = 'asha@example.com';
const PASSWORD = 'correct horse battery';
const NEW_PASSWORD = 'another long password';
const WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36';
const START = new Date('2026-03-14T04:30:00Z');
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const test = fileApplication({ now: START });
/** Another administrator whose sessions must not change. */
let viewer: string;
let passwordHash: string;

beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD);
});
beforeEach(async () => {
  test.clock.now = START;
  await test.sql('TRUNCATE sessions, login_attempts CASCADE');
  await test.sql(
    `INSERT INTO admins (id, email, email_key, name, password_hash) VALUES ($1, $2, $2, 'Asha', $3)
     ON CONFLICT (id) DO UPDATE SET password_hash = $3`,
    ['a'.repeat(24), EMAIL, passwordHash],
  );
  viewer = await test.signIn('viewer');
});

const later = (ms: number) => {
  test.clock.now = new Date(test.clock.now.getTime() + ms);
};
const logIn = (password = PASSWORD, address = '203.0.113.7', headers = {}) =>
  test.call('POST', '/admin/login', { body: { email: EMAIL, password }, address, headers });
const signIn = async (address?: string, headers?: object): Promise<string> =>
  (await logIn(PASSWORD, address, headers)).body.token;
const read = (token: string) => test.get('/admin/profile', {}, token);
const sessions = async (token: string) => (await test.get('/admin/profile/sessions', {}, token)).body.data;
const changePassword = (token: string, currentPassword: string, newPassword = NEW_PASSWORD) =>
  test.call('POST', '/admin/profile/password', {
    token,
    body: { currentPassword, newPassword },
    address: '203.0.113.7',
  });
const entries = async (action: string) => {
  const token = await test.signIn('owner');
  const query = { entity: 'admin', action };
  return (await test.get('/admin/activity', query, token)).body.data;
};

describe('[TEAM-03] the user’s own account', () => {
  it('can be read and renamed by every role', async () => {
    const token = await test.signIn('viewer');
    const { body } = await read(token);
    expect(body.data).toMatchObject({ name: 'Test', role: 'viewer', email: expect.stringContaining('@') });
    const renamed = await test.send('PATCH', '/admin/profile', { name: ' Asha Rao ' }, token);
    expect(renamed.body.data).toEqual({ ...body.data, name: 'Asha Rao' });
    expect((await read(token)).body.data.name).toBe('Asha Rao');
    const [entry] = await entries('updated');
    expect(entry).toMatchObject({
      entityId: body.data._id,
      changes: [{ field: 'name', before: null, after: null }],
    });
  });

  it.each([{}, { name: '' }, { name: '  ' }, { name: 'x'.repeat(101) }, { name: 7 }])(
    'rejects the name %j with 400',
    async (body) => {
      await expectFieldErrors(test.send('PATCH', '/admin/profile', body, viewer), 'name');
    },
  );
});

describe('[TEAM-03] a password change', () => {
  it('requires the current password and ends all other sessions', async () => {
    const [mine, other] = [await signIn(), await signIn()];
    const { status, body } = await changePassword(mine, PASSWORD);
    expect([status, body]).toEqual([200, { status: true, endedSessions: 1 }]);
    expect((await read(mine)).status).toBe(200);
    expect((await read(other)).status).toBe(401);
    expect((await read(viewer)).status).toBe(200);
    expect((await logIn()).body.status).toBe(false);
    expect((await logIn(NEW_PASSWORD)).body.status).toBe(true);
    expect(await entries('password_set')).toContainEqual(
      expect.objectContaining({ actorEmail: EMAIL, changes: [] }),
    );
    for (const secret of [PASSWORD, NEW_PASSWORD]) expect(test.logged()).not.toContain(secret);
  });

  it('[SECU-02] names the wrong field, and throttles guesses of the current password together with logins', async () => {
    const token = await signIn();
    const before = (await entries('sign_in_failed')).length;
    const wrong = await changePassword(token, 'a wrong password');
    const message = 'The current password is incorrect.';
    expect(wrong).toMatchObject({ status: 400, body: { errors: [{ field: 'currentPassword', message }] } });
    expect((await entries('sign_in_failed')).length).toBe(before + 1);
    const short = await changePassword(token, PASSWORD, 'short');
    expect(short).toMatchObject({ status: 400, body: { errors: [{ field: 'newPassword' }] } });
    for (let attempt = 1; attempt < 10; attempt += 1)
      expect((await changePassword(token, 'a wrong password')).status).toBe(400);
    const limited = await changePassword(token, PASSWORD);
    expect(limited.status).toBe(429);
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0);
    expect((await logIn()).status).toBe(429);
    later(16 * MINUTE_MS);
    expect((await changePassword(token, PASSWORD)).status).toBe(200);
  });

  it('succeeds only once when two requests are concurrent', async () => {
    const [first, second] = [await signIn(), await signIn()];
    const responses = await Promise.all([
      changePassword(first, PASSWORD, 'the first password'),
      changePassword(second, PASSWORD, 'the second password'),
    ]);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe('[TEAM-03] the user’s own sessions', () => {
  it('are listed with device, address and last use, starting with the current session', async () => {
    const other = await signIn('198.51.100.4', { 'user-agent': 'curl/8.5.0' });
    later(5 * MINUTE_MS);
    const mine = await signIn('203.0.113.7', { 'user-agent': WINDOWS });
    later(10 * MINUTE_MS);
    await read(other);
    expect(await sessions(mine)).toEqual([
      {
        _id: expect.stringMatching(/^[0-9a-f]{24}$/),
        device: 'Chrome on Windows',
        address: '203.0.113.7',
        createdAt: '2026-03-14T04:35:00.000Z',
        lastSeenAt: '2026-03-14T04:45:00.000Z',
        isCurrent: true,
      },
      expect.objectContaining({
        device: 'Unknown device',
        address: '198.51.100.4',
        lastSeenAt: '2026-03-14T04:45:00.000Z',
        isCurrent: false,
      }),
    ]);
  });

  it('can be ended one by one, or all at once except the current one', async () => {
    const [mine, other, third] = [await signIn(), await signIn(), await signIn()];
    const [, ended] = await sessions(mine);
    const end = (id: string, token = mine) =>
      test.send('DELETE', `/admin/profile/sessions/${id}`, undefined, token);
    expect((await end(ended._id, viewer)).status).toBe(404);
    expect((await end(ended._id)).status).toBe(200);
    expect((await end(ended._id)).status).toBe(404);
    const statuses = [(await read(other)).status, (await read(third)).status];
    expect(statuses.toSorted()).toEqual([200, 401]);
    const { body } = await test.send('DELETE', '/admin/profile/sessions', undefined, mine);
    expect(body).toEqual({ status: true, endedSessions: 1 });
    expect([(await read(other)).status, (await read(third)).status]).toEqual([401, 401]);
    expect((await read(mine)).status).toBe(200);
    expect((await read(viewer)).status).toBe(200);
    expect((await entries('sessions_ended')).length).toBeGreaterThanOrEqual(2);
  });
});

describe('[TEAM-03] a session', () => {
  const lastSeen = async () =>
    (
      await test.sql('SELECT s.last_seen_at FROM sessions s JOIN admins a ON a.id = s.admin_id WHERE email = $1', [
        EMAIL,
      ])
    ).rows[0].last_seen_at;

  it('is updated at most once a minute, regardless of the number of calls', async () => {
    const token = await signIn();
    later(MINUTE_MS - 1);
    await read(token);
    expect(await lastSeen()).toEqual(START);
    later(1);
    await Promise.all([read(token), read(token), read(token)]);
    expect(await lastSeen()).toEqual(test.clock.now);
    const { rows } = await test.sql('SELECT xmin::text FROM sessions');
    later(MINUTE_MS - 1);
    await read(token);
    expect((await test.sql('SELECT xmin::text FROM sessions')).rows).toEqual(rows);
  });

  it('ends 7 days after it was opened, even if it is in use', async () => {
    const token = await signIn();
    for (let hours = 0; hours < 165; hours += 11) {
      later(11 * HOUR_MS);
      expect((await read(token)).status).toBe(200);
    }
    later(3 * HOUR_MS - 1);
    expect((await read(token)).status).toBe(200);
    later(1);
    expect((await read(token)).status).toBe(401);
  });
});

describe('[VIEW-05] preferences', () => {
  const save = (token: string, body: object) => test.send('PATCH', '/admin/preferences', body, token);
  const kept = async (token: string) => (await test.get('/admin/ownprofile', {}, token)).body.data.preferences;

  it('are stored on the server for each user, and each preference is set independently', async () => {
    const token = await signIn();
    expect(await kept(token)).toEqual({});
    expect((await save(token, { rows: 25, density: 'compact' })).status).toBe(200);
    await save(token, { columns: [{ list: 'bookings', shown: ['Amount', 'Booking ID'] }] });
    await save(token, { rows: 50, columns: [{ list: 'users', shown: ['User'] }] });
    await save(token, { columns: [{ list: 'bookings', shown: ['Booking ID'] }] });
    await save(token, {});
    const expected = { rows: 50, density: 'compact' };
    expect(await kept(await signIn('198.51.100.9'))).toMatchObject(expected);
    expect((await kept(token)).columns).toEqual(
      expect.arrayContaining([
        { list: 'bookings', shown: ['Booking ID'] },
        { list: 'users', shown: ['User'] },
      ]),
    );
    expect(await kept(viewer)).toEqual({});
  });

  it.each([
    ['rows', { rows: 101 }],
    ['density', { density: 'tiny' }],
    ['columns.0.list', { columns: [{ list: 'nonsense', shown: [] }] }],
    ['recents', { recents: Array.from({ length: 11 }, () => ({ kind: 'booking', id: 'b'.repeat(24) })) }],
    ['reviewReasons.0', { reviewReasons: ['x'.repeat(301)] }],
  ])('are rejected with 400 and not stored when they are invalid: %s', async (field, body) => {
    const token = await signIn();
    await save(token, { rows: 10 });
    await expectFieldErrors(save(token, { density: 'comfortable', ...body }), field);
    expect((await kept(token)).rows).toBe(10);
  });
});
