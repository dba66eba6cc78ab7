import { describe, expect, it } from 'vitest';
import { runNextBatch } from '../../platform/jobs/run-jobs.ts';
import { FREE, jobsUnderTest, USERS } from '../../testing/jobs-under-test.ts';

const { userId, parts, post, start, jobOf, rowsOf, blocked, runAll, toggleLater, wait } = jobsUnderTest();

describe('[VIEW-07] the undo of a bulk job', () => {
  it('changes back exactly the rows that the job changed', async () => {
    const id = (await start({ all: true, seenCount: USERS })).body.data._id;
    expect((await post(`/jobs/${id}/undo`, { key: 'early' })).status).toBe(409);
    await runAll();
    await toggleLater(1);
    const { body } = await post(`/jobs/${id}/undo`, { key: 'undo' });
    expect(body.data).toMatchObject({ action: 'unblock', total: FREE, undoOf: id });
    expect((await post(`/jobs/${id}/undo`, { key: 'undo' })).body.data._id).toBe(body.data._id);
    await runAll();
    expect(await jobOf(body.data._id)).toMatchObject({ done: FREE - 1, unchanged: 1, state: 'finished' });
    expect(await blocked()).toBe(USERS - FREE);
  });

  it('runs once, no matter how many users start it, and skips rows changed since the job', async () => {
    const id = (await start({ ids: [1, 2, 3].map(userId), seenCount: 3 })).body.data._id;
    await runAll();
    // The row is unblocked and then blocked again by a user for another reason.
    await toggleLater(1);
    await toggleLater(1);
    const both = await Promise.all(['one', 'other'].map((key) => post(`/jobs/${id}/undo`, { key })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await jobOf(id)).isUndone).toBe(true);
    const undo = both.find(({ status }) => status === 200)?.body.data._id;
    await runAll();
    expect(await jobOf(undo)).toMatchObject({ done: 2, unchanged: 1, state: 'finished' });
    expect((await rowsOf(undo, { result: 'unchanged' })).data).toMatchObject([
      { record: userId(1), reason: 'Another user has changed it since.' },
    ]);
    await toggleLater(2);
    expect((await post(`/jobs/${id}/undo`, { key: 'again' })).body.message).toBe(
      'This job has already been undone.',
    );
  });

  it('can be repeated for the remaining rows after it was cancelled', async () => {
    const id = (await start({ all: true, seenCount: USERS })).body.data._id;
    await runAll();
    wait();
    const first = (await post(`/jobs/${id}/undo`, { key: 'first' })).body.data._id;
    await runNextBatch(parts());
    await post(`/jobs/${first}/cancel`);
    const second = (await post(`/jobs/${id}/undo`, { key: 'second' })).body.data._id;
    await runAll();
    expect(await jobOf(second)).toMatchObject({ done: FREE - 100, unchanged: 100, state: 'finished' });
    expect(await blocked()).toBe(USERS - FREE);
  });
});
