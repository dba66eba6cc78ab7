import { describe, expect, it } from 'vitest';
import { countKeyUse, recordKeyUse } from '../../platform/db/key-use.ts';
import { expectError, expectFieldErrors } from '../../testing/expect-error.ts';
import { fileApplication } from '../../testing/file-application.ts';

const test = fileApplication({ now: new Date('2026-03-14T11:20:00Z') });

const create = (body: object) => test.send('POST', '/admin/keys', body);
const list = async () => (await test.get('/admin/keys')).body.data;
const entriesOf = (id: string) => test.activity({ entity: 'service_key', id });

describe('[SYNC-06] service keys', () => {
  it('returns the key once, and afterwards only its prefix', async () => {
    const { status, body } = await create({
      name: ' Main app ',
      scopes: ['bookings', 'bookings', 'changes'],
      days: 7,
    });
    expect(status).toBe(200);
    expect(body.key).toMatch(/^wsk_[A-Za-z0-9_-]{43}$/);
    expect(body.data).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      name: 'Main app',
      prefix: body.key.slice(0, 12),
      scopes: ['bookings', 'changes'],
      state: 'valid',
      createdAt: '2026-03-14T11:20:00.000Z',
      createdBy: expect.stringContaining('@example.com'),
      expiresAt: '2026-03-21T11:20:00.000Z',
      lastUsedAt: null,
      revokedAt: null,
      revokedBy: null,
    });
    expect(await list()).toEqual([body.data]);
    expect(test.logged()).not.toContain(body.key.slice(12));
    const [entry] = await entriesOf(body.data._id);
    expect(entry).toMatchObject({ action: 'created', entityName: 'Main app' });
    expect(JSON.stringify(entry)).not.toContain(body.key.slice(12));
  });

  it('allows two valid keys with the same name, but not three', async () => {
    const scopes = ['users'];
    const first = await create({ name: 'rotated', scopes });
    await create({ name: 'rotated', scopes });
    await expectError(
      create({ name: 'rotated', scopes }),
      409,
      'There are already two valid keys named rotated. First revoke the one that is no longer used.',
    );
    const many = await Promise.all(Array.from({ length: 6 }, () => create({ name: 'at once', scopes })));
    expect(many.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409, 409, 409]);
    await test.send('DELETE', `/admin/keys/${first.body.data._id}`);
    expect((await create({ name: 'rotated', scopes })).status).toBe(200);
  });

  it('revokes a key once, and shows who revoked it', async () => {
    const { body } = await create({ name: 'short-lived', scopes: ['slots'] });
    const path = `/admin/keys/${body.data._id}`;
    const revoked = await test.send('DELETE', path);
    expect(revoked.body.data).toMatchObject({
      state: 'revoked',
      revokedAt: '2026-03-14T11:20:00.000Z',
      revokedBy: body.data.createdBy,
    });
    expect((await test.send('DELETE', path)).body.data).toEqual(revoked.body.data);
    expect((await entriesOf(body.data._id)).map(({ action }: { action: string }) => action)).toEqual([
      'revoked',
      'created',
    ]);
    expect((await test.send('DELETE', `/admin/keys/${'a'.repeat(24)}`)).status).toBe(404);
  });

  it('shows a key as expired after its expiry date', async () => {
    const { body } = await create({ name: 'for a day', scopes: ['slots'], days: 1 });
    await test.goTo(new Date('2026-03-15T11:20:00Z'));
    const found = (await list()).find(({ _id }: { _id: string }) => _id === body.data._id);
    expect(found.state).toBe('expired');
  });

  it.each([
    [{ name: '', scopes: ['users'] }, 'name'],
    [{ name: 'x'.repeat(61), scopes: ['users'] }, 'name'],
    [{ name: 'a\u0000b', scopes: ['users'] }, 'name'],
    [{ name: 'app', scopes: [] }, 'scopes'],
    [{ name: 'app', scopes: ['everything'] }, 'scopes.0'],
    [{ name: 'app', scopes: 'users' }, 'scopes'],
    [{ name: 'app', scopes: ['users'], days: 0 }, 'days'],
    [{ name: 'app', scopes: ['users'], days: 1.5 }, 'days'],
    [{ name: 'app', scopes: ['users'], days: 4000 }, 'days'],
  ])('returns 400 for %j', async (body, field) => {
    await expectFieldErrors(create(body), field);
  });

  it('writes one activity entry per hour for the use of a key, with the number of calls', async () => {
    const { body } = await create({ name: 'counted', scopes: ['bookings'] });
    const id = body.data._id;
    const counts = { created: 2, updated: 1, unchanged: 0, stale: 0, deleted: 0, rejected: 3 };
    for (const minute of ['14:05', '14:50', '15:01'])
      await countKeyUse(test.database, id, new Date(`2026-03-15T${minute}:00Z`), counts);
    const at = new Date('2026-03-15T15:30:00Z');
    // Two nodes concurrently, and then once more.
    const recorded = await Promise.all([recordKeyUse(test.database, at), recordKeyUse(test.database, at)]);
    expect([...recorded, await recordKeyUse(test.database, at)].toSorted()).toEqual([0, 0, 1]);
    const used = (await entriesOf(id)).filter(({ action }: { action: string }) => action === 'used');
    expect(used).toHaveLength(1);
    expect(used[0].changes).toEqual([
      { field: 'hourStartedAt', before: null, after: '2026-03-15T14:00:00.000Z' },
      { field: 'requests', before: null, after: 2 },
      { field: 'created', before: null, after: 4 },
      { field: 'updated', before: null, after: 2 },
      { field: 'rejected', before: null, after: 6 },
    ]);
    const found = (await list()).find(({ _id }: { _id: string }) => _id === id);
    expect(found.lastUsedAt).toBe('2026-03-15T15:01:00.000Z');
  });
});
