import { beforeAll, describe, expect, it } from 'vitest';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { fileApplication } from '../../testing/file-application.ts';

const test = fileApplication();

const ACTOR = {
  id: '65f0000000000000000000aa',
  email: 'asha@example.in',
  address: '10.0.0.7',
  requestId: '0b1c3d5e-7f90-4a1b-8c2d-3e4f5a6b7c8d',
};
const SUBJECT = '65f000000000000000000001';

beforeAll(async () => {
  for (const action of ['created', 'rejected', 'blocked'] as const)
    await test.database.transaction((client) =>
      recordActivity(client, ACTOR, new Date('2026-02-01T10:00:00Z'), {
        action,
        entity: 'mechanic',
        entityId: SUBJECT,
        changes: [{ field: 'status', before: 'pending', after: action }],
        note: action === 'rejected' ? 'The photo is not readable' : null,
      }),
    );
});

const list = async (query: Record<string, string> = {}) => {
  const { body } = await test.get('/admin/activity', query);
  return body;
};

describe('[API-17, SECU-05] the activity log', () => {
  it('returns the actor, action, record, time and address, and the values before and after', async () => {
    const body = await list();
    expect(body).toMatchObject({ status: true, total: 3, totalPages: 1, currentPage: 1 });
    expect(body.data[1]).toEqual({
      id: '2',
      at: '2026-02-01T10:00:00.000Z',
      actorId: ACTOR.id,
      actorEmail: ACTOR.email,
      address: ACTOR.address,
      requestId: ACTOR.requestId,
      action: 'rejected',
      entity: 'mechanic',
      entityId: SUBJECT,
      entityName: null,
      changes: [{ field: 'status', before: 'pending', after: 'rejected' }],
      note: 'The photo is not readable',
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      previousHash: body.data[2].hash,
    });
  });

  it('returns one entry by its position in the chain', async () => {
    const { body } = await test.get('/admin/activity/2');
    expect(body).toEqual({ status: true, data: (await list()).data[1] });
    expect((await test.get('/admin/activity/99')).body).toEqual({
      status: false,
      message: 'There is no activity with this id.',
    });
    for (const bad of ['0', 'x', '1'.repeat(20)])
      expect((await test.get(`/admin/activity/${bad}`)).status).toBe(400);
  });

  it.each([
    [{ action: 'rejected' }, ['2']],
    [{ entity: 'mechanic', id: SUBJECT }, ['3', '2', '1']],
    [{ entity: 'user', id: SUBJECT }, []],
    [{ actor: ACTOR.id, action: 'blocked' }, ['3']],
    [{ limit: '1', page: '2' }, ['2']],
  ])('filters by %j', async (query, ids) => {
    expect((await list(query)).data.map(({ id }: { id: string }) => id)).toEqual(ids);
  });

  it('is append-only: the database rejects updates and deletions', async () => {
    const { pool } = test.database;
    const message = 'the activity log is append-only';
    await expect(pool.query(`UPDATE activity SET action = 'approved' WHERE id = 2`)).rejects.toThrow(message);
    await expect(pool.query(`UPDATE activity SET note = 'Fine' WHERE id = 2`)).rejects.toThrow(message);
    await expect(pool.query('DELETE FROM activity WHERE id = 2')).rejects.toThrow(message);
    await expect(pool.query('TRUNCATE activity')).rejects.toThrow(message);
  });

  it('numbers entries without a gap when transactions append concurrently and roll back', async () => {
    const record = (isKept: boolean) =>
      test.database.transaction(async (client) => {
        await recordActivity(client, ACTOR, new Date(), { action: 'paid', entity: 'mechanic', entityId: null });
        if (!isKept) throw new Error('rolled back');
      });
    await Promise.allSettled(Array.from({ length: 40 }, (_, index) => record(index % 4 !== 0)));
    const { rows } = await test.database.pool.query<{ id: number }>('SELECT id FROM activity ORDER BY id');
    expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: 33 }, (_, index) => index + 1));
  });

  it('returns the current name of a record', async () => {
    const { pool } = test.database;
    await pool.query(`INSERT INTO slots (id, start_time, end_time) VALUES ($1, '09:00', '10:00')`, [SUBJECT]);
    await pool.query(`INSERT INTO mechanics (id, name) VALUES ($1, 'Suresh Patil')`, [SUBJECT]);
    await pool.query(`INSERT INTO sos_services (id, name) VALUES ($1, 'Flat tyre')`, [SUBJECT]);
    for (const entity of ['slot', 'mechanic', 'sos_service', 'part', 'configuration'] as const)
      await test.database.transaction((client) =>
        recordActivity(client, ACTOR, new Date(), { action: 'updated', entity, entityId: SUBJECT }),
      );
    const { data } = await list({ action: 'updated' });
    expect(data.map(({ entityName }: { entityName: string | null }) => entityName)).toEqual([
      null,
      null,
      'Flat tyre',
      'Suresh Patil',
      '09:00 - 10:00',
    ]);
  });

  it('[PRIV-03] describes a deleted catalogue record by its last name', async () => {
    const { body } = await test.send('POST', '/slot/create', { starttime: '9:15', endtime: '10:15' });
    const id = body.data?._id ?? body._id;
    await test.send('DELETE', `/slot/delete/${id}`);
    const { data } = await list({ entity: 'slot', id });
    expect(data.map(({ action, entityName }: Record<string, string>) => [action, entityName])).toEqual([
      ['deleted', '9:15 - 10:15'],
      ['created', '9:15 - 10:15'],
    ]);
  });
});
