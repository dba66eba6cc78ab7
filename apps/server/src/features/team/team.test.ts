import { beforeEach, describe, expect, it } from 'vitest';
import { SYSTEM_ACTOR } from '../../platform/db/activity-entry.ts';
import { expectError, expectFieldErrors } from '../../testing/expect-error.ts';
import { fileApplication } from '../../testing/file-application.ts';
import { suspendMember } from './change-team.ts';

const START = new Date('2026-03-14T04:30:00Z');
const HOUR_MS = 3_600_000;
const PASSWORD = 'correct horse battery';
const ASHA = { name: 'Asha Rao', email: 'asha@example.com', role: 'support' };

const test = fileApplication({ now: START });
let owner: string;

beforeEach(async () => {
  test.clock.now = START;
  await test.sql('TRUNCATE admins, sessions, login_attempts, password_links CASCADE');
  owner = await test.signIn();
});

const later = (hours: number) => {
  test.clock.now = new Date(test.clock.now.getTime() + hours * HOUR_MS);
};
const invite = (body: object = ASHA, token = owner) => test.send('POST', '/admin/team', body, token);
const team = async (token = owner) => (await test.get('/admin/team', {}, token)).body.data;
const member = async (id: string) => (await team()).find(({ _id }: { _id: string }) => _id === id);
const act = (id: string, what: 'suspend' | 'reactivate' | 'invitation', token = owner) =>
  test.send('POST', `/admin/team/${id}/${what}`, undefined, token);
const changeRole = (id: string, role: unknown, token = owner) =>
  test.send('PATCH', `/admin/team/${id}/role`, { role }, token);
const setPassword = (token: string) =>
  test.call('POST', '/admin/password-link', { body: { token, password: PASSWORD } });
const logIn = async (email = ASHA.email) =>
  (await test.call('POST', '/admin/login', { body: { email, password: PASSWORD } })).body;
const ownId = async (token: string) => (await test.get('/admin/profile', {}, token)).body.data._id;
const entries = async (id: string) => {
  const { body } = await test.get('/admin/activity', { entity: 'admin', id }, owner);
  return body.data.filter(({ action }: { action: string }) => !action.startsWith('sign'));
};

/** Invites a user, sets their password, and returns their id and session token. */
async function joined(body = ASHA): Promise<{ id: string; token: string }> {
  const response = await invite(body);
  expect((await setPassword(response.body.token)).status).toBe(200);
  return { id: response.body.data._id, token: (await logIn(body.email)).token };
}

describe('[TEAM-02] an invitation', () => {
  it('is a link that sets a password once within 72 hours, and is logged', async () => {
    const { status, body } = await invite();
    expect([status, body.token]).toEqual([200, expect.stringMatching(/^[\w-]{43}$/)]);
    expect(body.data).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      ...ASHA,
      state: 'invited',
      twoFactor: 'none',
      signInWay: 'password',
      lastSeenAt: null,
      createdAt: START.toISOString(),
      invitedAt: START.toISOString(),
      invitationExpiresAt: '2026-03-17T04:30:00.000Z',
      isInvitationExpired: false,
      suspendedAt: null,
      isSelf: false,
    });
    expect(await member(body.data._id)).toEqual(body.data);
    expect(await member(await ownId(owner))).toMatchObject({ isSelf: true, role: 'owner', state: 'active' });
    expect((await logIn()).status).toBe(false);
    expect((await setPassword(body.token)).status).toBe(200);
    expect((await setPassword(body.token)).status).toBe(404);
    expect((await logIn()).status).toBe(true);
    expect(await member(body.data._id)).toMatchObject({ state: 'active', invitedAt: null });
    const log = await entries(body.data._id);
    expect(log.map(({ action }: { action: string }) => action)).toEqual(['password_set', 'invited']);
    expect(log[1]).toMatchObject({
      entityName: 'Asha Rao',
      changes: [{ field: 'role', before: null, after: 'support' }],
    });
    expect(test.logged()).not.toContain(body.token);
  });

  it('expires, is shown as expired, and can be renewed, which disables the previous link', async () => {
    const first = await invite();
    later(72);
    expect((await setPassword(first.body.token)).status).toBe(404);
    // The owner's session has expired too.
    owner = await test.signIn();
    expect(await member(first.body.data._id)).toMatchObject({ state: 'invited', isInvitationExpired: true });
    const second = await act(first.body.data._id, 'invitation');
    expect(second.body.data).toMatchObject({ state: 'invited', isInvitationExpired: false });
    const third = await act(first.body.data._id, 'invitation');
    expect((await setPassword(second.body.token)).status).toBe(404);
    expect((await setPassword(third.body.token)).status).toBe(200);
    await expectError(
      act(first.body.data._id, 'invitation'),
      409,
      'An administrator with this email is already active.',
    );
  });

  it('renews the link with the new name and role when it is sent again to the same email in any spelling', async () => {
    const first = await invite();
    const second = await invite({ name: 'Asha', email: ' ASHA@Example.com', role: 'finance' });
    expect(second.body.data).toMatchObject({ _id: first.body.data._id, name: 'Asha', role: 'finance' });
    expect(await team()).toHaveLength(2);
    expect((await setPassword(first.body.token)).status).toBe(404);
    expect((await setPassword(second.body.token)).status).toBe(200);
    expect((await invite()).status).toBe(409);
  });

  it('is created only once when many are sent to one email concurrently, and one link works', async () => {
    const responses = await Promise.all(Array.from({ length: 5 }, () => invite()));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await team()).toHaveLength(2);
    const used = await Promise.all(responses.map(({ body }) => setPassword(body.token)));
    expect(used.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it.each([
    [{}, ['name', 'email', 'role']],
    [{ ...ASHA, email: 'nobody' }, ['email']],
    [{ ...ASHA, email: '' }, ['email']],
    [{ ...ASHA, role: 'chief' }, ['role']],
    [{ ...ASHA, name: ' ' }, ['name']],
    [{ ...ASHA, name: 'x'.repeat(101) }, ['name']],
  ])('is rejected with 400 when the body is %j, and the error names the fields', async (body, fields) => {
    await expectFieldErrors(invite(body), fields);
    expect(await team()).toHaveLength(1);
  });
});

describe('[TEAM-02] a suspension', () => {
  it('ends the sessions immediately, prevents logins, and can be lifted', async () => {
    const { id, token } = await joined();
    const { body } = await act(id, 'suspend');
    expect(body.data).toMatchObject({ state: 'suspended', suspendedAt: START.toISOString() });
    expect((await test.get('/admin/ownprofile', {}, token)).status).toBe(401);
    expect(await logIn()).toEqual({ status: false, message: 'This account is suspended.' });
    expect((await act(id, 'suspend')).status).toBe(200);
    expect((await invite()).body.message).toContain('is suspended. Reactivate them instead.');
    expect((await act(id, 'reactivate')).body.data.state).toBe('active');
    expect((await act(id, 'reactivate')).status).toBe(200);
    expect((await logIn()).status).toBe(true);
    const log = await entries(id);
    expect(log.map(({ action }: { action: string }) => action)).toEqual([
      'reactivated',
      'suspended',
      'password_set',
      'invited',
    ]);
  });

  it('disables the link of an invited administrator, and an owner can renew it after the reactivation', async () => {
    const { body } = await invite();
    await act(body.data._id, 'suspend');
    expect((await setPassword(body.token)).status).toBe(404);
    expect((await act(body.data._id, 'reactivate')).body.data.state).toBe('invited');
    expect((await setPassword(body.token)).status).toBe(404);
    const renewed = await act(body.data._id, 'invitation');
    expect((await setPassword(renewed.body.token)).status).toBe(200);
  });
});

describe('[TEAM-02] a role change', () => {
  it('applies from the next call, and is logged', async () => {
    const { id, token } = await joined();
    expect((await test.get('/admin/activity', {}, token)).status).toBe(403);
    expect((await changeRole(id, 'manager')).body.data.role).toBe('manager');
    expect((await test.get('/admin/activity', {}, token)).status).toBe(200);
    await changeRole(id, 'manager');
    const changes = (await entries(id)).filter(({ action }: { action: string }) => action === 'role_changed');
    expect(changes).toMatchObject([{ changes: [{ field: 'role', before: 'support', after: 'manager' }] }]);
  });

  it('returns 404 for an unknown user and 400 for an unknown role', async () => {
    expect((await changeRole('a'.repeat(24), 'viewer')).status).toBe(404);
    expect((await changeRole(await ownId(owner), 'chief')).status).toBe(400);
  });

  it('is rejected for the user’s own account, and so is a suspension', async () => {
    await test.signIn();
    const id = await ownId(owner);
    const responses = [await changeRole(id, 'viewer'), await act(id, 'suspend')];
    expect(responses.map(({ status, body }) => [status, body.message])).toEqual([
      [409, 'You cannot change your own role. Ask another owner.'],
      [409, 'You cannot suspend yourself. Ask another owner.'],
    ]);
  });
});

describe('[TEAM-02] the last active owner', () => {
  const suspendByCommand = (id: string) =>
    suspendMember({ database: test.database, now: () => test.clock.now, actor: SYSTEM_ACTOR }, { id });
  const owners = async () =>
    (await test.sql(`SELECT FROM admins WHERE role = 'owner' AND suspended_at IS NULL`)).rowCount;

  it.each([
    ['demote', (id: string, token: string) => changeRole(id, 'viewer', token)],
    ['suspend', (id: string, token: string) => act(id, 'suspend', token)],
  ])('stays an owner when two owners %s each other concurrently', async (_name, change) => {
    for (let round = 0; round < 5; round += 1) {
      await test.sql('TRUNCATE admins CASCADE');
      const [first, second] = [await test.signIn(), await test.signIn()];
      const [firstId, secondId] = [await ownId(first), await ownId(second)];
      const responses = await Promise.all([change(secondId, first), change(firstId, second)]);
      const statuses = responses.map(({ status }) => status).toSorted();
      expect(statuses[0]).toBe(200);
      // The second request has lost the right or its session, or would change the last owner.
      expect([401, 403, 409]).toContain(statuses[1]);
      expect(await owners()).toBe(1);
    }
  });

  it('is determined without invited and suspended owners', async () => {
    const self = await ownId(owner);
    await invite({ ...ASHA, role: 'owner' });
    const other = await ownId(await test.signIn());
    expect((await act(other, 'suspend')).status).toBe(200);
    await expect(suspendByCommand(self)).rejects.toThrow(
      'This is the last active owner. First make another person with a password an owner.',
    );
    expect((await act(other, 'reactivate')).status).toBe(200);
    expect((await suspendByCommand(self)).state).toBe('suspended');
  });
});

describe('[TEAM-02] the list of team members', () => {
  it('shows when a user was last active, even after the user has signed out', async () => {
    const { id, token } = await joined();
    later(1);
    await test.send('POST', '/admin/logout', undefined, token);
    expect((await member(id)).lastSeenAt).toBe('2026-03-14T05:30:00.000Z');
  });

  it('shows when a user was last active who was suspended right after signing in', async () => {
    const { id } = await joined();
    await act(id, 'suspend');
    expect((await member(id)).lastSeenAt).toBe(START.toISOString());
  });
});
