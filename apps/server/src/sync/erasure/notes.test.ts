import { decideApplication } from '@wayside/contract/mechanics';
import { addNote } from '@wayside/contract/notes';
import { createPayout } from '@wayside/contract/payouts';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { collections } from '../../records/collections.ts';
import { approvalTestTeam } from '../../testing/approval-test-team.ts';
import { verifyIntegrity } from '../../testing/integrity.ts';
import { isLite } from '../../testing/lite-server.ts';
import { serviceKeyHeader } from '../../testing/service-key.ts';
import { untilLockWait } from '../../testing/until-lock-wait.ts';
import { clearErasedData } from '../import/delete-at-source.ts';
import { lockCollections } from './lock-collections.ts';

const eyes = approvalTestTeam();
const { pay, reject, request, send, sql } = eyes;

// A note that is removed with its person must not be reported as tampering, regardless of who erased the person.
afterEach(async () => expect((await verifyIntegrity(eyes.test.database)).issues).toEqual([]));

const eraseByOwner = () => send(eyes.people.owner, 'DELETE', `/mechanic/deletemechnic/${eyes.mechanic}`);
const eraseAtSource = async () =>
  eyes.test.call('POST', '/ingest/mechanics', {
    headers: await serviceKeyHeader(eyes.test.database, 'mechanics'),
    body: [{ _id: eyes.mechanic, _deleted: true, _version: 2 }],
  });
const notesLeft = async () => {
  const { rows } = await sql(
    `SELECT note FROM activity WHERE note LIKE '%Ravi%' UNION ALL SELECT reason FROM approvals WHERE reason LIKE '%Ravi%'
     UNION ALL SELECT text FROM notes WHERE text LIKE '%Ravi%'`,
  );
  return rows.map(({ note }) => note);
};
const payRest = (amount: string) =>
  send(eyes.people.owner, 'POST', createPayout.path, {
    ...{ mechanicid: eyes.mechanic, transaction_id: eyes.newTransaction(), amount, paymentmethod: 'online' },
  });

describe.each([
  ['an administrator', eraseByOwner],
  ['the source', eraseAtSource],
])('[PRIV-06] notes about a mechanic who is erased by %s', (_who, erase) => {
  it('are deleted, and the integrity check finds nothing', async () => {
    const { asha, bala, owner } = eyes.people;
    await sql(`UPDATE mechanics SET status = 'pending' WHERE id = $1`, [eyes.mechanic]);
    const body = { id: eyes.mechanic, status: 'rejected', remarks: 'Ravi sent no papers' };
    const decided = await send(owner, 'POST', decideApplication.path, body);
    expect(decided.status, JSON.stringify(decided.body)).toBe(200);
    await reject(bala, (await pay(asha, '5000')).body.approval, 'Ravi has left');
    const noted = await send(owner, 'POST', addNote.path, {
      entity: 'mechanic',
      id: eyes.mechanic,
      text: 'Ravi is late',
    });
    expect(noted.status, JSON.stringify(noted.body)).toBe(200);
    expect(await notesLeft()).toEqual([
      ...['Ravi sent no papers', 'Ravi has left', 'Ravi is late', 'Ravi has left', 'Ravi is late'],
    ]);
    expect((await erase()).status).toBe(200);
    expect(await notesLeft()).toEqual([]);
  });

  it('are deleted with the payment that completes the erasure if money was owed', async () => {
    const { asha, bala, owner } = eyes.people;
    const id = (await pay(asha, '5000')).body.approval;
    await erase();
    await reject(bala, id, 'Ravi asked for cash');
    expect((await request(id))['reason']).toBe('Ravi asked for cash');
    await send(owner, 'PATCH', '/admin/approvals/settings', { limit: null, dayLimit: null });
    const wallet = await eyes.payWallet(owner, 2000);
    expect([wallet.status, (await payRest('10000')).status]).toEqual([200, 200]);
    expect(await notesLeft()).toEqual([]);
    expect((await request(id))['reason']).toBeNull();
  });
});

// PGlite has only one session, so no other connection works while a transaction is open.
it.skipIf(isLite(inject('testServer')))(
  '[PRIV-06] an erasure deletes a message that the source sends at the same time',
  async () => {
    const ingesting = await eyes.test.database.pool.connect();
    try {
      await ingesting.query('BEGIN');
      await lockCollections(ingesting, collections.notifications, false);
      const id = eyes.newId();
      await ingesting.query(
        `INSERT INTO notifications (id, message, type, mechanic_id) VALUES ($1, 'Ravi, call us', 'mechanic', $2)`,
        [id, eyes.mechanic],
      );
      await clearErasedData(ingesting, 'notifications', [id]);
      const erasing = eraseByOwner();
      await untilLockWait(eyes.test.database, 'the erasure waits for the batch of the source');
      await ingesting.query('COMMIT');
      expect((await erasing).status).toBe(200);
    } finally {
      ingesting.release();
    }
    expect((await sql('SELECT FROM notifications WHERE mechanic_id = $1', [eyes.mechanic])).rowCount).toBe(0);
  },
);

it('[TEAM-01] a role that may not see bank details cannot see those of an erased mechanic', async () => {
  await sql(`UPDATE mechanics SET bank_account_holder = 'Ravi Kumar', bank_name = 'State Bank' WHERE id = $1`, [
    eyes.mechanic,
  ]);
  await eraseByOwner();
  const bankFor = async (role: 'finance' | 'viewer') => {
    const { status, body } = await send(await eyes.signIn(role), 'GET', '/admin/payouts/erasures?limit=100');
    expect(status).toBe(200);
    return body.data.find(({ _id }: { _id: string }) => _id === eyes.mechanic)?.payment_details;
  };
  expect(await bankFor('finance')).toMatchObject({ account_holder_name: 'Ravi Kumar', bank_name: 'State Bank' });
  expect(await bankFor('viewer')).toBeNull();
});
