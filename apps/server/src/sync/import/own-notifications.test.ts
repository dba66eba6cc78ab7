import { describe, expect, it } from 'vitest';
import { waysidePayments } from '../../testing/wayside-payments.ts';

const wayside = waysidePayments();
const { ingest, call, sql, runs, newId } = wayside;
const REASON = 'This notification was made in Wayside.';

async function sent() {
  const mechanic = await runs.mechanic(0);
  const body = { message: 'Your payout is late', type: 'mechanic', mechanicid: mechanic };
  const { _id } = await call('owner', 'POST', '/notification/create', body);
  const row = async () => JSON.stringify((await sql('SELECT * FROM notifications WHERE id = $1', [_id])).rows);
  return { id: _id as string, record: { _id, ...body }, row };
}

describe('[OWN-01] an ingested record of a notification created in Wayside', () => {
  it('changes nothing when it is equal, in every version', async () => {
    const { record, row } = await sent();
    const before = await row();
    for (const version of [
      {},
      { _version: 5 },
      { _version: 2 },
      { updatedAt: '2026-01-01', createdAt: '2026-01-01' },
    ])
      expect(await ingest('notifications', { ...record, ...version })).toMatchObject([{ outcome: 'unchanged' }]);
    expect(await row()).toBe(before);
  });

  it.each([
    ['message', { message: 'Overwritten' }],
    ['type', { type: 'all' }],
    ['mechanicid', { mechanicid: null }],
    ['user_id', { user_id: '65f000000000000000000001' }],
    ['_deleted', { _deleted: true, _version: 9 }],
    ['message', { message: 'x'.repeat(5001) }],
  ])('is rejected with %s when it has %j', async (field, change) => {
    const { id, record, row } = await sent();
    const before = await row();
    const given = { ...record, ...change };
    expect(await ingest('notifications', given)).toEqual([
      { index: 0, _id: id, outcome: 'rejected', errors: [{ field, message: REASON }] },
    ]);
    expect((await wayside.import('notifications', [given])).rejected).toMatchObject([{ id, reason: REASON }]);
    expect(await row()).toBe(before);
  });

  it('does not restore the notification after an administrator has deleted it', async () => {
    const { id, record, row } = await sent();
    await call('owner', 'DELETE', `/notification/delete/${id}`);
    for (const change of [{}, { message: 'Another' }, { _deleted: true, _version: 3 }])
      expect(await ingest('notifications', { ...record, ...change })).toMatchObject([{ outcome: 'unchanged' }]);
    expect(await row()).toBe('[]');
  });

  it('is protected from SQL changes by the program, except for its delivery', async () => {
    const { id } = await sent();
    const { pool } = runs.test.program;
    await expect(pool.query(`UPDATE notifications SET message = 'x' WHERE id = $1`, [id])).rejects.toThrow(
      'made in Wayside',
    );
    await pool.query(`UPDATE notifications SET delivery = 'delivered' WHERE id = $1`, [id]);
  });

  it('[OWN-11] has cleaned and limited texts', async () => {
    const id = newId();
    await ingest('users', { _id: id, name: 'Me\u202eena\nSharma' });
    expect((await sql('SELECT name FROM users WHERE id = $1', [id])).rows).toEqual([{ name: 'Meena Sharma' }]);
    const long = { _id: newId(), name: 'x'.repeat(201) };
    expect(await ingest('users', long)).toMatchObject([
      { outcome: 'rejected', errors: [{ field: 'name', message: 'must have at most 200 characters' }] },
    ]);
    expect((await wayside.import('users', [long])).rejected).toMatchObject([
      { reason: 'name must have at most 200 characters' },
    ]);
  });
});
