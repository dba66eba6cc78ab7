import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recordActivity } from '../db/record-activity.ts';
import { readSettings } from '../settings.ts';
import { createTestApplication } from '../testing/test-application.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { activityChain } from './activity-chain.ts';
import { proveAll } from './check-integrity.ts';

const ACTOR = { id: '65f0000000000000000000aa', email: 'asha@example.in', address: '10.0.0.7' };
const SUBJECT = '65f000000000000000000001';

let test: TestDatabase;

/** Ten deeds; the third and the fourth have remarks. */
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

async function verify({ database }: TestDatabase = test) {
  const lines: string[] = [];
  const options = { settings: readSettings({}), tell: (line: string) => void lines.push(line) };
  const isWhole = await proveAll(database, [activityChain], options);
  return { isWhole, line: lines[0], problems: lines.slice(1).map((line) => line.trim()) };
}

/** Does as the owner of the server could: no trigger fires. */
const tamper = (...statements: string[]) =>
  test.database.transaction(async (client) => {
    await client.query('SET LOCAL session_replication_role = replica');
    for (const statement of statements) await client.query(statement);
  });

/** Computes the hashes anew from a row on, as somebody would who knows how they are made. */
async function chainAnew(client: pg.ClientBase, from: number) {
  await client.query('SET LOCAL session_replication_role = replica');
  for (let id = from; id <= 10; id += 1) {
    await client.query(
      'UPDATE activity SET previous_hash = (SELECT hash FROM activity WHERE id = $1 - 1) WHERE id = $1 AND id > 1',
      [id],
    );
    await client.query('UPDATE activity AS a SET hash = activity_hash(a) WHERE id = $1', [id]);
  }
}

describe('[SECU-05] the chain of the activity log', () => {
  it('is whole when nobody touched it, and says where it ends', async () => {
    const { isWhole, line, problems } = await verify();
    expect({ isWhole, problems }).toEqual({ isWhole: true, problems: [] });
    expect(line).toMatch(/^Activity: 10 rows up to [0-9a-f]{16}, chain whole$/);
  });

  it('is whole when it is empty', async () => {
    const empty = await createTestDatabase();
    expect(await verify(empty)).toEqual({ isWhole: true, line: 'Activity: 0 rows, chain whole', problems: [] });
    await empty.drop();
  });

  it.each([
    ['the action', `UPDATE activity SET action = 'approved' WHERE id = 5`],
    ['who it was', `UPDATE activity SET actor_email = 'ravi@example.in' WHERE id = 5`],
    ['from where', `UPDATE activity SET address = NULL WHERE id = 5`],
    ['to whom', `UPDATE activity SET entity_id = '65f000000000000000000002' WHERE id = 5`],
    ['when', `UPDATE activity SET at = at + interval '1 millisecond' WHERE id = 5`],
    ['what was before', `UPDATE activity SET changes = jsonb_set(changes, '{0,before}', '"blocked"') WHERE id = 5`],
    ['the mark of remarks', `UPDATE activity SET note_hash = sha256('') WHERE id = 3`],
  ])('names the row where %s was altered', async (_what, statement) => {
    await tamper(statement);
    const { isWhole, line, problems } = await verify();
    expect(isWhole).toBe(false);
    expect(line).toMatch(/, [12] problems?$/);
    expect(problems[0]).toMatch(/^row [35] was altered$/);
  });

  it.each([
    ['in the middle', 'DELETE FROM activity WHERE id = 5', 'row 5 is missing'],
    ['at the beginning', 'DELETE FROM activity WHERE id <= 2', 'rows 1 to 2 are missing'],
    ['at the end', 'DELETE FROM activity WHERE id >= 8', 'rows 8 to 10 are missing'],
    ['everywhere', 'TRUNCATE activity', 'rows 1 to 10 are missing'],
  ])('names what was removed %s', async (_where, statement, problem) => {
    await tamper(statement);
    expect(await verify()).toMatchObject({ isWhole: false, problems: [problem] });
  });

  it('names every gap', async () => {
    await tamper('DELETE FROM activity WHERE id IN (2, 5, 6, 10)');
    const { problems } = await verify();
    expect(problems).toEqual(['row 2 is missing', 'rows 5 to 6 are missing', 'row 10 is missing']);
  });

  it('finds that the mark of the last row was removed, and rows with it', async () => {
    await tamper('DELETE FROM activity WHERE id = 10', 'DELETE FROM activity_head');
    expect((await verify()).problems).toEqual(['the mark of the last row was removed']);
  });

  it('finds a row that was written anew with a hash that fits', async () => {
    await tamper(
      `UPDATE activity SET action = 'approved' WHERE id = 5`,
      'UPDATE activity AS a SET hash = activity_hash(a) WHERE id = 5',
    );
    const { problems } = await verify();
    expect(problems).toEqual(['row 6 does not continue row 5: one of them was written anew']);
  });

  it('finds that all that follows was chained anew', async () => {
    await test.database.transaction(async (client) => {
      await client.query('SET LOCAL session_replication_role = replica');
      await client.query(`UPDATE activity SET action = 'approved' WHERE id = 5`);
      await chainAnew(client, 5);
    });
    const { problems } = await verify();
    expect(problems).toEqual(['row 10 is not the one that was appended: the chain was made anew']);
  });

  it('finds a removed row whose followers were numbered and chained anew', async () => {
    await test.database.transaction(async (client) => {
      await client.query('SET LOCAL session_replication_role = replica');
      await client.query('DELETE FROM activity WHERE id = 5');
      for (let id = 6; id <= 10; id += 1) await client.query('UPDATE activity SET id = $1 - 1 WHERE id = $1', [id]);
      await chainAnew(client, 5);
    });
    expect((await verify()).problems).toEqual(['row 10 is missing']);
  });

  it('finds a row that was added without the log', async () => {
    await tamper(`INSERT INTO activity (id, at, action, entity, previous_hash, hash)
      SELECT 11, at, 'approved', 'mechanic', hash, hash FROM activity WHERE id = 10`);
    const { problems } = await verify();
    expect(problems).toEqual(['row 11 was altered', 'what follows row 10 was not appended by the log']);
  });

  it.each([
    ['altered', `UPDATE activity SET note = 'Fine' WHERE id = 3`, 'the remarks of row 3 were altered'],
    ['put in', `UPDATE activity SET note = 'Fine' WHERE id = 5`, 'the remarks of row 5 were altered'],
    [
      'removed',
      'UPDATE activity SET note = NULL, note_salt = NULL WHERE id = 3',
      'the remarks of row 3 were removed, and nobody was deleted',
    ],
  ])('names the row whose remarks were %s', async (_how, statement, problem) => {
    await tamper(statement);
    expect(await verify()).toMatchObject({ isWhole: false, problems: [problem] });
  });

  it('tells at most twenty problems, and how many more there are', async () => {
    await test.database.pool.query(
      `INSERT INTO activity (at, actor_id, action, entity) SELECT now(), $1, 'paid', 'user' FROM generate_series(1, 1500)`,
      [ACTOR.id],
    );
    await tamper(`UPDATE activity SET action = 'reversed' WHERE entity = 'user'`);
    const { line, problems } = await verify();
    expect(line).toMatch(/, 1,500 problems$/);
    expect(problems).toHaveLength(21);
    expect(problems.at(-1)).toBe('and 1,480 more');
  });
});

it('[SECU-05, USER-06] remarks that went with a deleted customer leave the chain whole', async () => {
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
  expect(await verify(application)).toMatchObject({ isWhole: true, problems: [] });
  await application.drop();
});
