import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { createTestApplication, type TestApplication } from '../../testing/test-application.ts';
import { setAdminPassword } from './set-admin-password.ts';

let test: TestApplication;
let token: string;

beforeAll(async () => {
  test = await createTestApplication({ keepsSessions: true });
  await test.app.ready();
});
afterAll(() => test.drop());
beforeEach(async () => {
  token = await test.signIn();
});
afterEach(() => run('ALTER TABLE sessions ENABLE TRIGGER USER'));

const run = (text: string) => test.database.pool.query(text);
const statusOf = async (of = token) => (await test.call('GET', '/admin/ownprofile', { token: of })).status;

/** Takes the session away behind everybody's back. */
async function removeSilently(): Promise<void> {
  await run('ALTER TABLE sessions DISABLE TRIGGER USER');
  await run('DELETE FROM sessions');
}

/** A session that is answered for without the database. */
async function keptSession(): Promise<void> {
  await eventually('the session is kept', async () => {
    token = await test.signIn();
    await statusOf();
    await removeSilently();
    const { status } = await test.call('GET', '/admin/ownprofile', { token });
    await run('ALTER TABLE sessions ENABLE TRIGGER USER');
    return status === 200;
  });
}

describe('[SECU-03] sessions that were read a moment ago', () => {
  it('are not asked for again', async () => {
    await keptSession();
    expect(await statusOf()).toBe(200);
  });

  it('are dropped when one ends, whoever ends it', async () => {
    await keptSession();
    const other = await test.signIn();
    await run('DELETE FROM sessions');
    await eventually('the notice has come', async () => (await statusOf()) === 401);
    expect(await statusOf(other)).toBe(401);
  });

  it('[AUTH-10] open nothing from the moment that logout is answered', async () => {
    for (let round = 0; round < 20; round += 1) {
      const own = await test.signIn();
      expect([await statusOf(own), await statusOf(own)]).toEqual([200, 200]);
      expect((await test.call('POST', '/admin/logout', { token: own })).status).toBe(200);
      expect(await statusOf(own)).toBe(401);
    }
  });

  it('are dropped by a new password of the command line', async () => {
    await run('DELETE FROM sessions');
    token = await test.signIn();
    await run(
      `UPDATE admins SET email = 'asha@example.com', email_key = 'asha@example.com' WHERE id = (SELECT admin_id FROM sessions)`,
    );
    await eventually('the session is kept', async () => (await statusOf()) === 200);
    await setAdminPassword(test.database, { email: 'asha@example.com', password: 'a new password' });
    await eventually('the notice has come', async () => (await statusOf()) === 401);
  });

  it('end in time although they are kept', async () => {
    expect([await statusOf(), await statusOf()]).toEqual([200, 200]);
    const { now } = test.clock;
    test.clock.now = new Date(now.getTime() + 13 * 3_600_000);
    expect(await statusOf()).toBe(401);
    test.clock.now = now;
  });

  it('are asked for each time while notices cannot come, and kept again when they can', async () => {
    await keptSession();
    await run(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND query LIKE '%pg_advisory%' AND pid <> pg_backend_pid()`,
    );
    await eventually('the silence is noticed', async () => (await statusOf()) === 401);
    token = await test.signIn();
    await keptSession();
  });
});
