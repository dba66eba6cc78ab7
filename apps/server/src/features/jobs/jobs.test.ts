import { describe, expect, it } from 'vitest';
import { runJobs, runNextBatch } from '../../platform/jobs/run-jobs.ts';
import { eventually } from '../../testing/eventually.ts';
import { FREE, jobsUnderTest, USERS } from '../../testing/jobs-under-test.ts';

const NOBODY = '65f00000000000000000dead';
const jobs = jobsUnderTest();
const { userId, mechanicId, parts, post, get, count, start, jobOf, rowsOf, blocked, entriesOf, runAll, addsUp } =
  jobs;

describe('[VIEW-07] the dry run of a bulk job', () => {
  it('counts the outcomes for all matching rows, and changes nothing', async () => {
    const { status, body } = await count({ all: true });
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: USERS });
    expect(body.groups).toEqual([
      { result: 'done', reason: null, count: FREE },
      {
        result: 'unchanged',
        reason: 'Already blocked.',
        reasonKey: { code: 'blocked_already', params: {} },
        count: USERS - FREE,
      },
    ]);
    expect(await blocked()).toBe(USERS - FREE);
    expect((await get('/jobs')).body).toMatchObject({ total: 0, data: [] });
  });

  it('applies the list’s filters', async () => {
    expect((await count({ all: true, search: '9876500001' })).body).toMatchObject({ total: 1 });
    expect((await count({ all: true, status: 'pending' }, 'mechanics')).body).toMatchObject({ total: 1 });
    expect((await count({ all: true, status: 'pending,approve' }, 'mechanics')).body).toMatchObject({ total: 3 });
  });

  it('[LANG-02] counts every selected row with a reason code, including missing, erased, blocked and unapproved rows (MECH-13)', async () => {
    await jobs.test.database.pool.query(`UPDATE users SET record_state = 'erased' WHERE id = $1`, [userId(1)]);
    const ids = [userId(1), userId(2), userId(5), NOBODY, userId(2)];
    expect((await count({ ids })).body).toMatchObject({
      total: 4,
      groups: expect.arrayContaining([
        {
          result: 'refused',
          reason: 'The customer’s data is erased.',
          reasonKey: { code: 'customer_erased', params: {} },
          count: 1,
        },
        { result: 'done', reason: null, count: 1 },
        {
          result: 'unchanged',
          reason: 'Already blocked.',
          reasonKey: { code: 'blocked_already', params: {} },
          count: 1,
        },
        {
          result: 'refused',
          reason: 'There is no such customer.',
          reasonKey: { code: 'no_such_customer', params: {} },
          count: 1,
        },
      ]),
    });
    const ofMechanics = await count({ all: true }, 'mechanics');
    expect(ofMechanics.body.groups).toContainEqual({
      result: 'refused',
      reason: 'Only a mechanic whose application is approved can be blocked or unblocked.',
      reasonKey: { code: 'block_needs_approval', params: {} },
      count: 1,
    });
  });

  it.each([
    ['no rows', {}],
    ['both kinds of rows', { all: true, ids: [userId(1)] }],
    ['no id', { ids: [] }],
    ['ids of another kind', { ids: ['12'] }],
    ['too many ids', { ids: Array.from({ length: 10_001 }, (_, n) => userId(n)) }],
  ])('rejects %s with a 400 that names the field', async (_, body) => {
    const response = await count(body);
    expect(response.status).toBe(400);
    expect(response.body.message).toMatch(/^ids /);
  });
});

describe('[VIEW-07] a bulk job', () => {
  it('blocks all matching users with a result for each, matching totals, and the same entries and events as single changes', async () => {
    const { body } = await start({ all: true, seenCount: USERS });
    expect(body.data).toMatchObject({ state: 'running', total: USERS, left: USERS });
    const id = body.data._id;
    expect((await rowsOf(id, { result: 'waiting' })).total).toBe(USERS);
    await runAll();
    const job = await jobOf(id);
    expect(job).toMatchObject({ state: 'finished', done: FREE, unchanged: USERS - FREE, left: 0 });
    addsUp(job);
    expect(await blocked()).toBe(USERS);
    const rows = [1, 2, 3].map((page) => rowsOf(id, { page: String(page) }));
    const all = (await Promise.all(rows)).flatMap(({ data }) => data);
    expect(new Set(all.map(({ record }) => record)).size).toBe(USERS);
    expect(all[0]).toMatchObject({ record: userId(USERS), name: `Customer ${USERS}`, result: 'unchanged' });
    expect((await rowsOf(id, { result: 'done' })).total).toBe(FREE);
    const entries = await entriesOf({ action: 'blocked', limit: '1' });
    expect(entries).toMatchObject({
      total: FREE,
      data: [{ entity: 'user', changes: [{ field: 'isBlocked', before: false, after: true }] }],
    });
    const ended = await entriesOf({ entity: 'job', id });
    expect(ended.data.map(({ action }: { action: string }) => action)).toEqual(['finished', 'started']);
    const { rows: events } = await jobs.test.database.pool.query(
      `SELECT count(*)::int AS n, count(DISTINCT id)::int AS ids FROM events WHERE type = 'user.blocked'`,
    );
    expect(events).toEqual([{ n: FREE, ids: FREE }]);
  });

  it('sets a state and never toggles it: a user blocked in the meantime stays blocked', async () => {
    const { body } = await start({ ids: [userId(1), userId(2)], seenCount: 2 });
    await jobs.test.call('GET', `/user/blockuser/${userId(1)}`, { token: jobs.token });
    await runAll();
    expect((await rowsOf(body.data._id)).data).toMatchObject([
      { record: userId(1), result: 'unchanged', reason: 'Already blocked.' },
      { record: userId(2), result: 'done' },
    ]);
    expect(await blocked()).toBe(USERS - FREE + 2);
  });

  it('skips an erased mechanic, an unknown one and one who is not approved, each with a reason', async () => {
    const users = (await start({ ids: [NOBODY, userId(1), userId(2)], seenCount: 3 })).body.data._id;
    await jobs.test.database.pool.query(`UPDATE users SET record_state = 'erased' WHERE id = $1`, [userId(1)]);
    const mechanics = (await start({ all: true, seenCount: 3 }, 'mechanics')).body.data._id;
    await runAll();
    expect(
      (await rowsOf(users)).data.map(({ result, reason }: Record<string, unknown>) => [result, reason]),
    ).toEqual([
      ['refused', 'There is no such customer.'],
      ['refused', 'The customer’s data is erased.'],
      ['done', null],
    ]);
    const job = await jobOf(mechanics);
    expect(job).toMatchObject({ done: 1, unchanged: 1, refused: 1 });
    addsUp(job);
    expect((await rowsOf(mechanics, { result: 'refused' })).data).toMatchObject([{ record: mechanicId(2) }]);
  });

  it('does not start when the number of matching rows has changed, and returns the new number', async () => {
    const { status, body } = await start({ all: true, seenCount: USERS - 1 });
    expect([status, body.message]).toEqual([409, '250 match now, not 249. Nothing was started.']);
    expect((await get('/jobs')).body.total).toBe(0);
  });

  it('is started only once by a repeated request, even a concurrent one; another request with the same idempotency key returns 409', async () => {
    const request = { all: true, seenCount: USERS, key: 'the same key' };
    const responses = await Promise.all([start(request), start(request), start(request)]);
    expect(new Set(responses.map(({ body }) => body.data._id)).size).toBe(1);
    await runAll();
    expect((await start(request)).body.data).toMatchObject({ state: 'finished' });
    expect((await start({ ...request, ids: [userId(1)], all: false })).status).toBe(409);
    expect((await get('/jobs')).body.total).toBe(1);
  });

  it('can be cancelled while it runs: processed rows stay changed, the rest is reported as not reached, and it stops', async () => {
    const id = (await start({ all: true, seenCount: USERS })).body.data._id;
    await runNextBatch(parts());
    const { body } = await post(`/jobs/${id}/cancel`);
    expect(body.data).toMatchObject({
      state: 'cancelled',
      left: 150,
      reason: expect.stringContaining('cancelled it.'),
      reasonKey: { code: 'job_cancelled_by' },
    });
    addsUp(body.data);
    await runAll();
    expect(await blocked()).toBe(USERS - FREE + body.data.done);
    expect((await rowsOf(id, { result: 'not_reached' })).total).toBe(150);
    expect((await rowsOf(id, { result: 'waiting' })).total).toBe(0);
    expect((await post(`/jobs/${id}/cancel`)).status).toBe(200);
  });

  it('cannot be cancelled after it has ended', async () => {
    const id = (await start({ ids: [userId(1)], seenCount: 1 })).body.data._id;
    await runAll();
    expect((await post(`/jobs/${id}/cancel`)).status).toBe(409);
    expect((await post(`/jobs/${NOBODY}/cancel`)).status).toBe(404);
  });

  it.each([
    ['is suspended', 'suspended_at = now()'],
    ['gets another role', `role = 'viewer'`],
  ])('stops when the user who started it %s while it runs', async (_, change) => {
    const manager = await jobs.test.signIn('manager');
    const id = (await start({ all: true, seenCount: USERS }, 'users', manager)).body.data._id;
    await runNextBatch(parts());
    await jobs.test.database.pool.query(
      `UPDATE admins SET ${change} WHERE id = (SELECT actor_id FROM jobs WHERE id = $1)`,
      [id],
    );
    await runAll();
    const job = await jobOf(id);
    expect(job).toMatchObject({
      state: 'stopped',
      left: 150,
      reason: expect.stringContaining('may no longer block'),
    });
    addsUp(job);
    expect((await entriesOf({ entity: 'job', id })).data[0]).toMatchObject({ action: 'stopped' });
  });

  it('reports a row that the database rejects as failed, and processes the other rows', async () => {
    await jobs.test.database.pool.query(
      `ALTER TABLE users ADD CONSTRAINT test_rejects CHECK (id <> '${userId(7)}' OR NOT is_blocked)`,
    );
    const id = (await start({ all: true, seenCount: USERS })).body.data._id;
    await runAll();
    await jobs.test.database.pool.query('ALTER TABLE users DROP CONSTRAINT test_rejects');
    const job = await jobOf(id);
    expect(job).toMatchObject({ state: 'finished', failed: 1, done: FREE - 1 });
    addsUp(job);
    expect((await rowsOf(id, { result: 'failed' })).data).toMatchObject([
      { record: userId(7), reason: 'The database rejected the change.' },
    ]);
  });

  it('changes each row only once while another job processes the same rows on another node', async () => {
    const before = (await entriesOf({ action: 'blocked', limit: '1' })).total;
    const ids = [
      (await start({ all: true, seenCount: USERS })).body.data._id,
      (await start({ all: true, seenCount: USERS })).body.data._id,
    ];
    await Promise.all([runAll(), runAll(), runAll()]);
    const jobs = await Promise.all(ids.map(jobOf));
    for (const job of jobs) addsUp(job);
    expect(jobs.map(({ state }) => state)).toEqual(['finished', 'finished']);
    expect(jobs.reduce((sum, { done }) => sum + done, 0)).toBe(FREE);
    expect((await entriesOf({ action: 'blocked', limit: '1' })).total).toBe(before + FREE);
  });

  it('starts automatically on a node', async () => {
    const id = (await start({ all: true, seenCount: USERS })).body.data._id;
    const end = runJobs(parts());
    await eventually('the job', async () => (await jobOf(id)).state === 'finished');
    await end();
  });

  it('can be exported with its results and without names', async () => {
    const id = (await start({ ids: [userId(1), userId(5)], seenCount: 2 })).body.data._id;
    await runAll();
    const { body, status } = await get('/export/job-rows', { job: id });
    expect(status).toBe(200);
    expect(body).toContain(`${userId(1)},done`);
    expect(body).toContain(`${userId(5)},unchanged,Already blocked.`);
    expect(body).not.toContain('Customer');
    expect((await get('/export/job-rows', { job: NOBODY })).status).toBe(404);
  });
});
