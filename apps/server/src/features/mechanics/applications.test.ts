import { beforeEach, describe, expect, it } from 'vitest';
import { expectError, expectFieldErrors } from '../../testing/expect-error.ts';
import { fileApplication } from '../../testing/file-application.ts';

const test = fileApplication({ now: new Date('2026-11-05T03:35:00Z') });

const [OLDEST, MIDDLE, NEWEST, APPROVED, REJECTED, UNKNOWN_ID] = [
  '65f000000000000000000021',
  '65f000000000000000000022',
  '65f000000000000000000023',
  '65f000000000000000000024',
  '65f000000000000000000025',
  '65f00000000000000000dead',
] as const;

beforeEach(async () => {
  test.clock.now = new Date('2026-11-05T03:35:00Z');
  await test.sql('TRUNCATE mechanics CASCADE');
  await test.sql(
    `INSERT INTO mechanics (id, name, status, created_at) VALUES
       ($1, 'Oldest', 'resent_for_verification', '2026-01-01T10:00:00Z'),
       ($2, 'Middle', 'pending', '2026-01-02T10:00:00Z'),
       ($3, 'Newest', 'sent_for_verification', '2026-01-03T10:00:00Z'),
       ($4, 'Approved', 'approved', '2026-01-02T12:00:00Z'),
       ($5, 'Rejected', 'rejected', '2025-01-01T10:00:00Z')`,
    [OLDEST, MIDDLE, NEWEST, APPROVED, REJECTED],
  );
});

const decide = (body: Record<string, unknown>, options: { by?: string; method?: 'PATCH' | 'PUT' | 'POST' } = {}) =>
  test.send(options.method ?? 'PATCH', '/mechanic/checkapplication', body, options.by ?? test.token);
const next = async (after?: string) =>
  (await test.get('/admin/mechanics/next-application', after ? { after } : {})).body;
/**
 * Simulates the response of the oldest applicant, from whom an earlier test requested resubmission. The activity log
 * still contains that request.
 */
const answerOfOldest = () =>
  test.sql(`UPDATE mechanics SET status = 'sent_for_verification' WHERE id = $1`, [OLDEST]);
const idsIn = async (application: string) => {
  const query = { page: '1', limit: '10', application };
  const { body } = await test.get('/mechanic/allmechnic', query);
  return body.data.map(({ _id }: { _id: string }) => _id).toSorted();
};
const statusOf = async (id: string) => (await test.get(`/admin/mechanics/${id}`)).body.data.status;
const activityOf = (id: string) => test.activity({ entity: 'mechanic', id });

describe('a decision on an application', () => {
  it.each([OLDEST, MIDDLE, NEWEST])('[MECH-08] approves %s, without remarks', async (id) => {
    const before = await statusOf(id);
    expect((await decide({ id, status: 'approve', remarks: '' })).body).toEqual({ status: true });
    expect(await statusOf(id)).toBe('approve');
    expect(before).not.toBe('approve');
  });

  it('[MECH-12] is recorded with the user, the time, the previous status and the reason', async () => {
    await decide({ id: MIDDLE, status: 'rejected', remarks: '  The card cannot be read ' });
    expect(await statusOf(MIDDLE)).toBe('rejected');
    expect((await activityOf(MIDDLE))[0]).toMatchObject({
      action: 'rejected',
      at: '2026-11-05T03:35:00.000Z',
      actorEmail: expect.stringContaining('@example.com'),
      changes: [{ field: 'status', before: 'pending', after: 'rejected' }],
      note: 'The card cannot be read',
    });
  });

  it.each(['PATCH', 'PUT', 'POST'] as const)('[API-13] can be sent with the method %s', async (method) => {
    expect((await decide({ id: OLDEST, status: 'approve' }, { method })).status).toBe(200);
  });

  it.each([{}, { remarks: '' }, { remarks: ' \n ' }, { remarks: null }])(
    '[MECH-08] returns 400 for a rejection with %j, names the field and changes nothing',
    async (remarks) => {
      const { status, body } = await decide({ id: MIDDLE, status: 'rejected', ...remarks });
      expect(status).toBe(400);
      expect(body.errors).toEqual([{ field: 'remarks', message: 'are required to reject an application' }]);
      expect(await statusOf(MIDDLE)).toBe('pending');
    },
  );

  it.each(['pending', 'sendforverification', 'approved', 'nonsense'])('[MECH-08] cannot be %s', async (status) => {
    await expectFieldErrors(decide({ id: MIDDLE, status, remarks: 'x' }), 'status');
  });

  it('[MECH-12] is rejected with 409 when it is the second one, and the response contains the user and the time of the first', async () => {
    const earlier = await activityOf(MIDDLE);
    await decide({ id: MIDDLE, status: 'approve' });
    test.clock.now = new Date('2026-11-05T09:00:00Z');
    const [entry] = await activityOf(MIDDLE);
    for (const status of ['approve', 'rejected']) {
      const { status: code, body } = await decide({ id: MIDDLE, status, remarks: 'Changed my mind' });
      expect(code).toBe(409);
      expect(body.message).toBe(`This application was approved by ${entry.actorEmail} on 5 Nov 2026, 9:05 am.`);
    }
    expect(await activityOf(MIDDLE)).toHaveLength(earlier.length + 1);
  });

  it('[MECH-12] is rejected with 409 and the status when an import has already decided the application', async () => {
    const ask = (id: string) => decide({ id, status: 'approve' });
    expect((await ask(APPROVED)).body.message).toBe('This application is already approved.');
    expect((await ask(REJECTED)).body.message).toBe('This application is already rejected.');
    await test.sql(`UPDATE mechanics SET status = 'on_hold' WHERE id = $1`, [REJECTED]);
    expect((await ask(REJECTED)).body.message).toBe('This application is not pending: its status is on_hold.');
    expect((await ask(UNKNOWN_ID)).status).toBe(404);
  });

  it('[MECH-12] is accepted and recorded only once when several are concurrent', async () => {
    const earlier = await activityOf(OLDEST);
    const others = await Promise.all([test.signIn(), test.signIn()]);
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        decide(
          { id: OLDEST, status: index % 2 === 0 ? 'approve' : 'rejected', remarks: `By ${index}` },
          { by: others[index % 2] ?? test.token },
        ),
      ),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(11);
    const entries = await activityOf(OLDEST);
    expect(entries).toHaveLength(earlier.length + 1);
    expect(await statusOf(OLDEST)).toBe(entries[0].action === 'approved' ? 'approve' : 'rejected');
  });
});

describe('[WORK-05] a request to resubmit an application', () => {
  const ask = (id: string, remarks: unknown = 'The card cannot be read') =>
    decide({ id, status: 'resendforverification', remarks });
  /** Simulates an import or ingest after the source changed the mechanic. */
  const changeAtSource = (at: string) =>
    test.sql(
      `INSERT INTO imported_records (collection, id, changed_at) VALUES ('mechanics', $1, $2)
       ON CONFLICT (collection, id) DO UPDATE SET changed_at = excluded.changed_at`,
      [MIDDLE, at],
    );

  it.each([MIDDLE, NEWEST, OLDEST])('sets its status and records the reason (%s)', async (id) => {
    const before = await statusOf(id);
    expect((await ask(id)).body).toEqual({ status: true });
    expect(await statusOf(id)).toBe('resendforverification');
    expect((await activityOf(id))[0]).toMatchObject({
      action: 'resubmission_requested',
      note: 'The card cannot be read',
    });
    expect(before).toMatch(/^(pending|sendforverification|resendforverification)$/);
    expect((await decide({ id, status: 'approve' })).status).toBe(200);
  });

  it.each(['', ' \n ', null])('requires a reason, and rejects %j', async (remarks) => {
    const { status, body } = await ask(MIDDLE, remarks);
    expect(status).toBe(400);
    expect(body.errors).toEqual([{ field: 'remarks', message: 'are required to request resubmission' }]);
    expect(await statusOf(MIDDLE)).toBe('pending');
  });

  it('returns 409 while the application has not changed since the last request, and when the application is already decided', async () => {
    await test.sql('DELETE FROM imported_records');
    await answerOfOldest();
    await changeAtSource('2026-11-05T03:34:00Z');
    await ask(MIDDLE);
    const [entry] = await activityOf(MIDDLE);
    test.clock.now = new Date('2026-11-05T04:00:00Z');
    await expectError(
      ask(MIDDLE, 'Still not readable'),
      409,
      `${entry.actorEmail} requested resubmission of this application on 5 Nov 2026, 9:05 am. Nothing has changed since.`,
    );
    await changeAtSource('2026-11-05T03:50:00Z');
    expect(await next()).toMatchObject({ waiting: 3, asked: 0 });
    test.clock.now = new Date('2026-11-05T03:55:00Z');
    expect((await ask(MIDDLE, 'Still not readable')).status).toBe(200);
    // The application now waits for the mechanic instead of a decision.
    expect(await next()).toMatchObject({ waiting: 2, asked: 1 });
    expect(await idsIn('waiting')).toEqual([MIDDLE]);
    expect(await idsIn('to_decide')).toEqual([OLDEST, NEWEST]);
    await changeAtSource('2026-11-05T04:00:00Z');
    expect(await next()).toMatchObject({ waiting: 3, asked: 0 });
    expect(await idsIn('waiting')).toEqual([]);
    expect((await ask(APPROVED)).status).toBe(409);
    expect((await ask(UNKNOWN_ID)).status).toBe(404);
  });
});

describe('the next application', () => {
  beforeEach(answerOfOldest);

  it('[WORK-05] is returned with the position of the open application, not counting the excluded applications', async () => {
    expect(await next(MIDDLE)).toMatchObject({ waiting: 3, position: 2 });
    expect(await next(APPROVED)).toMatchObject({ waiting: 3, position: null });
    const without = async (ids: string, after: string) =>
      (await test.get('/admin/mechanics/next-application', { after, without: ids })).body;
    expect(await without(OLDEST, MIDDLE)).toMatchObject({ mechanicId: NEWEST, waiting: 2, position: 1 });
    expect(await without(`${OLDEST},${NEWEST}`, NEWEST)).toMatchObject({
      mechanicId: MIDDLE,
      waiting: 1,
      position: null,
    });
    expect((await without('nonsense', MIDDLE)).errors[0].field).toBe('without');
  });

  it('[MECH-08] is the one that has been pending longest, with the number of pending applications', async () => {
    expect(await next()).toEqual({ status: true, mechanicId: OLDEST, waiting: 3, asked: 0, position: null });
  });

  it('[MECH-08] follows the open application in the queue, and is the first one when the last is open', async () => {
    expect(await next(OLDEST)).toMatchObject({ mechanicId: MIDDLE, waiting: 3 });
    expect(await next(MIDDLE)).toMatchObject({ mechanicId: NEWEST, waiting: 3 });
    expect(await next(NEWEST)).toMatchObject({ mechanicId: OLDEST, waiting: 3 });
  });

  it('[MECH-08] is the next one in the queue after an application that was decided or erased in the meantime', async () => {
    await decide({ id: MIDDLE, status: 'approve' });
    expect(await next(MIDDLE)).toMatchObject({ mechanicId: NEWEST, waiting: 2 });
    await test.send('DELETE', `/mechanic/deletemechnic/${OLDEST}`);
    expect(await next(OLDEST)).toMatchObject({ mechanicId: NEWEST, waiting: 1 });
    expect(await next(UNKNOWN_ID)).toMatchObject({ mechanicId: NEWEST, waiting: 1 });
  });

  it('[MECH-08] is null when no other application is pending', async () => {
    await test.sql('DELETE FROM mechanics WHERE id <> $1', [NEWEST]);
    expect(await next(NEWEST)).toEqual({ status: true, mechanicId: null, waiting: 1, asked: 0, position: 1 });
    await decide({ id: NEWEST, status: 'approve' });
    expect(await next()).toEqual({ status: true, mechanicId: null, waiting: 0, asked: 0, position: null });
  });
});
