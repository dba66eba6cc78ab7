import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { tamper, verifyIntegrity } from '../../testing/integrity.ts';
import { createTestApplication } from '../../testing/test-application.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { activityChain } from './chains.ts';

const ACTOR = {
  id: '65f0000000000000000000aa',
  email: 'asha@example.in',
  address: '10.0.0.7',
  requestId: '0b1c3d5e-7f90-4a1b-8c2d-3e4f5a6b7c8d',
};
const SUBJECT = '65f000000000000000000001';

let test: TestDatabase;

/** Ten entries; the third and the fourth have remarks. */
beforeEach(async () => {
  test = await createTestDatabase();
  await test.database.transaction(async (client) => {
    for (let entry = 1; entry <= 10; entry += 1)
      await recordActivity(client, ACTOR, new Date('2026-02-01T10:00:00Z'), {
        action: 'rejected',
        entity: 'mechanic',
        entityId: SUBJECT,
        changes: [{ field: 'status', before: 'pending', after: 'rejected' }],
        note: entry === 3 || entry === 4 ? `Remarks ${entry}` : null,
      });
  });
});
afterEach(() => test.drop());

const verify = ({ database }: TestDatabase = test) => verifyIntegrity(database, [activityChain]);

/** Recomputes the hashes from a row on, as an attacker does who knows the algorithm. */
async function recomputeChain(client: pg.ClientBase, from: number) {
  await client.query('SET LOCAL session_replication_role = replica');
  for (let id = from; id <= 10; id += 1) {
    await client.query(
      'UPDATE activity SET previous_hash = (SELECT hash FROM activity WHERE id = $1 - 1) WHERE id = $1 AND id > 1',
      [id],
    );
    await client.query('UPDATE activity AS a SET hash = activity_hash(a) WHERE id = $1', [id]);
  }
}

describe('[SECU-05] the integrity check of the activity chain', () => {
  it('passes an untouched log', async () => {
    const { isValid, lines, issues } = await verify();
    expect({ isValid, issues }).toEqual({ isValid: true, issues: [] });
    expect(lines[0]).toMatch(/^Activity: 10 rows, chain whole$/);
  });

  it('passes an empty log', async () => {
    const empty = await createTestDatabase();
    expect(await verify(empty)).toEqual({ isValid: true, lines: ['Activity: 0 rows, chain whole'], issues: [] });
    await empty.drop();
  });

  it.each([
    ['the action', `UPDATE activity SET action = 'approved' WHERE id = 5`],
    ['the actor', `UPDATE activity SET actor_email = 'ravi@example.in' WHERE id = 5`],
    ['the address', `UPDATE activity SET address = NULL WHERE id = 5`],
    ['the request', `UPDATE activity SET request_id = NULL WHERE id = 5`],
    ['the entity', `UPDATE activity SET entity_id = '65f000000000000000000002' WHERE id = 5`],
    ['the time', `UPDATE activity SET at = at + interval '1 millisecond' WHERE id = 5`],
    ['the old value', `UPDATE activity SET changes = jsonb_set(changes, '{0,before}', '"blocked"') WHERE id = 5`],
    ['the hash of remarks', `UPDATE activity SET note_hash = sha256('') WHERE id = 3`],
  ])('names the row in which %s was altered', async (_what, statement) => {
    await tamper(test.database, statement);
    const { isValid, lines, issues } = await verify();
    expect(isValid).toBe(false);
    expect(lines[0]).toMatch(/, [12] issues?$/);
    expect(issues[0]).toMatch(/^row [35] was altered$/);
  });

  it.each([
    ['in the middle', 'DELETE FROM activity WHERE id = 5', 'row 5 is missing'],
    ['at the beginning', 'DELETE FROM activity WHERE id <= 2', 'rows 1 to 2 are missing'],
    ['at the end', 'DELETE FROM activity WHERE id >= 8', 'rows 8 to 10 are missing'],
    ['everywhere', 'TRUNCATE activity', 'rows 1 to 10 are missing'],
  ])('names the rows that were removed %s', async (_where, statement, issue) => {
    await tamper(test.database, statement);
    expect(await verify()).toMatchObject({ isValid: false, issues: [issue] });
  });

  it('names every gap', async () => {
    await tamper(test.database, 'DELETE FROM activity WHERE id IN (2, 5, 6, 10)');
    const { issues } = await verify();
    expect(issues).toEqual(['row 2 is missing', 'rows 5 to 6 are missing', 'row 10 is missing']);
  });

  it('finds that the head of the chain and rows were removed', async () => {
    await tamper(test.database, 'DELETE FROM activity WHERE id = 10', 'DELETE FROM activity_head');
    expect((await verify()).issues).toEqual(['the head of the chain was removed']);
  });

  it('finds a row that was rewritten with a matching hash', async () => {
    await tamper(
      test.database,
      `UPDATE activity SET action = 'approved' WHERE id = 5`,
      'UPDATE activity AS a SET hash = activity_hash(a) WHERE id = 5',
    );
    const { issues } = await verify();
    expect(issues).toEqual(['row 6 does not continue row 5: one of them was rewritten']);
  });

  it('finds a recomputed chain', async () => {
    await test.database.transaction(async (client) => {
      await client.query('SET LOCAL session_replication_role = replica');
      await client.query(`UPDATE activity SET action = 'approved' WHERE id = 5`);
      await recomputeChain(client, 5);
    });
    const { issues } = await verify();
    expect(issues).toEqual(['row 10 is not the one that was appended: the chain was recomputed']);
  });

  it('finds a removed row whose successors were renumbered and rechained', async () => {
    await test.database.transaction(async (client) => {
      await client.query('SET LOCAL session_replication_role = replica');
      await client.query('DELETE FROM activity WHERE id = 5');
      for (let id = 6; id <= 10; id += 1) await client.query('UPDATE activity SET id = $1 - 1 WHERE id = $1', [id]);
      await recomputeChain(client, 5);
    });
    expect((await verify()).issues).toEqual(['row 10 is missing']);
  });

  it('finds a row that was inserted past the log', async () => {
    await tamper(
      test.database,
      `INSERT INTO activity (id, at, action, entity, previous_hash, hash)
      SELECT 11, at, 'approved', 'mechanic', hash, hash FROM activity WHERE id = 10`,
    );
    const { issues } = await verify();
    expect(issues).toEqual(['row 11 was altered', 'rows after 10 were not appended through the log']);
  });

  it.each([
    ['altered', `UPDATE activity SET note = 'Fine' WHERE id = 3`, 'the remarks of row 3 were altered'],
    ['added', `UPDATE activity SET note = 'Fine' WHERE id = 5`, 'the remarks of row 5 were altered'],
    [
      'removed',
      'UPDATE activity SET note = NULL, note_salt = NULL WHERE id = 3',
      'the remarks of row 3 were removed without a deletion of their subject',
    ],
  ])('names the row whose remarks were %s', async (_how, statement, issue) => {
    await tamper(test.database, statement);
    expect(await verify()).toMatchObject({ isValid: false, issues: [issue] });
  });

  it('prints at most 1,000 issues and the number of the others', async () => {
    await test.database.pool.query(
      `INSERT INTO activity (at, actor_id, action, entity) SELECT now(), $1, 'paid', 'user' FROM generate_series(1, 1500)`,
      [ACTOR.id],
    );
    await tamper(test.database, `UPDATE activity SET action = 'reversed' WHERE entity = 'user'`);
    const { lines, issues } = await verify();
    expect(lines[0]).toMatch(/, 1,500 issues$/);
    expect(issues).toHaveLength(1_001);
    expect(issues.at(-1)).toBe('and 500 more');
  });
});

it('[SECU-05, USER-06] passes a log whose remarks were removed with a deleted customer', async () => {
  const application = await createTestApplication();
  const token = await application.signIn();
  await application.database.pool.query(`INSERT INTO users (id, name) VALUES ($1, 'Ravi Kumar')`, [SUBJECT]);
  await application.database.transaction((client) =>
    recordActivity(client, ACTOR, new Date(), {
      action: 'blocked',
      entity: 'user',
      entityId: SUBJECT,
      note: 'Ravi called twice',
    }),
  );
  expect((await application.call('DELETE', `/user/deleteuser/${SUBJECT}`, { token })).status).toBe(200);
  const { rows } = await application.database.pool.query('SELECT note FROM activity ORDER BY id');
  expect(rows).toEqual([{ note: null }, { note: null }]);
  expect(await verify(application)).toMatchObject({ isValid: true, issues: [] });
  await application.drop();
});
