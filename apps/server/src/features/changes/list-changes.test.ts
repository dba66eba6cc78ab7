import { beforeAll, describe, expect, it } from 'vitest';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { removeOldEvents } from '../../platform/webhooks/event-feed.ts';
import { openFeed } from '../../testing/event-feed.ts';
import { expectFieldErrors } from '../../testing/expect-error.ts';
import { fileApplication } from '../../testing/file-application.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const ADMIN = { id: 'a'.repeat(24), email: 'asha@example.in', address: '10.0.0.7', requestId: null };

const test = fileApplication();
let feed: Awaited<ReturnType<typeof openFeed>>;

beforeAll(async () => {
  feed = await openFeed(test);
});

const makeSlot = async (starttime: string) => {
  const { status } = await test.send('POST', '/slot/create', { starttime, endtime: '23:00' });
  expect(status).toBe(200);
};
const timesOf = (events: readonly { data: Record<string, unknown> }[]) =>
  events.map(({ data }) => data['starttime']);
/**
 * SQL that inserts an event without an activity entry. The lock of the activity log would make transactions commit in
 * the order of their sequences.
 */
const INSERT_EVENT = `INSERT INTO events (id, type, at, data) VALUES ($1, 'slot.created', now(), '{}')`;

describe('[HOOK-04] the event feed', () => {
  it('is read page by page from the oldest event, and afterwards from the cursor', async () => {
    for (const time of ['09:00', '09:01', '09:02', '09:03', '09:04']) await makeSlot(time);
    const first = (await feed.read({ limit: '2' })).body;
    expect(first).toEqual({ status: true, data: [expect.anything(), expect.anything()], cursor: first.cursor });
    const second = (await feed.read({ limit: '2', after: first.cursor })).body;
    const third = (await feed.read({ limit: '2', after: second.cursor })).body;
    expect(timesOf([...first.data, ...second.data, ...third.data])).toEqual([
      '09:00',
      '09:01',
      '09:02',
      '09:03',
      '09:04',
    ]);
    const end = (await feed.read({ after: third.cursor })).body;
    expect(end).toEqual({ status: true, data: [], cursor: third.cursor });
    await makeSlot('10:00');
    expect(timesOf((await feed.read({ after: end.cursor })).body.data)).toEqual(['10:00']);
  });

  it('requires a service key with the scope `changes`', async () => {
    expect((await test.get('/changes')).status).toBe(401);
    const { body } = await test.send('POST', '/admin/keys', { name: 'other', scopes: ['users'] });
    const headers = { authorization: `Bearer ${body.key}` };
    expect((await test.call('GET', '/changes', { headers })).status).toBe(403);
  });

  it.each(['0', 'c', 'c-1', 'C1', 'c01', 'cursor of another feed', 'c1k\0'])(
    'rejects the cursor %j with 400',
    async (after) => {
      await expectFieldErrors(feed.read({ after }), 'after');
    },
  );

  it('[HOOK-04] rejects a limit of 1,001 and accepts 1,000', async () => {
    expect((await feed.read({ limit: '1001' })).status).toBe(400);
    expect((await feed.read({ limit: '1000' })).status).toBe(200);
  });

  it('returns an event that took its sequence number early but was committed late after the events already read', async () => {
    await feed.next();
    const late = await test.database.pool.connect();
    await late.query('BEGIN');
    await late.query(INSERT_EVENT, ['evt_late']);
    await test.sql(INSERT_EVENT, ['evt_early']);
    expect((await feed.next()).map(({ id }) => id)).toEqual(['evt_early']);
    await late.query('COMMIT');
    late.release();
    expect((await feed.next()).map(({ id }) => id)).toEqual(['evt_late']);
    expect(await feed.next()).toEqual([]);
  });

  it('has no gaps or repetitions when readers follow while many transactions commit', async () => {
    await feed.next();
    const writers = 4;
    const each = 40;
    let isWriting = true;
    const write = async (writer: number) => {
      for (let count = 0; count < each; count += 1)
        await test.database
          .transaction(async (client) => {
            if (count % 3 === 0) await client.query(INSERT_EVENT, [`evt_${writer}_${count}`]);
            await recordActivity(client, ADMIN, new Date(), {
              action: 'created',
              entity: 'slot',
              entityId: 'b'.repeat(24),
              changes: [{ field: 'startTime', before: null, after: `${writer}-${count}` }],
            });
            if (count % 10 === 9) throw new Error('rolled back');
          })
          .catch(() => undefined);
    };
    const followed: string[][] = [];
    const follow = async () => {
      const reader = openReader();
      const ids: string[] = [];
      for (;;) {
        const isLast = !isWriting;
        const read = await reader();
        ids.push(...read);
        if (isLast && read.length === 0) break;
      }
      followed.push(ids);
    };
    const cursor = (await feed.read({ limit: '1000' })).body.cursor;
    const openReader = () => {
      let after = cursor;
      return async (): Promise<string[]> => {
        const { body } = await feed.read({ after, limit: '7' });
        after = body.cursor;
        return body.data.map(({ id }: { id: string }) => id);
      };
    };
    const following = [follow(), follow()];
    await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
    isWriting = false;
    await Promise.all(following);
    const { rows } = await test.database.pool.query<{ id: string; position: number }>(
      `SELECT id, position FROM events WHERE position > (SELECT position FROM events WHERE id = 'evt_late') ORDER BY position`,
    );
    expect(rows).toHaveLength(expectedCount(writers, each));
    expect(rows.map(({ position }) => position)).toEqual(rows.map((_, index) => (rows[0]?.position ?? 0) + index));
    for (const ids of followed) expect(ids).toEqual(rows.map(({ id }) => id));
  });

  it('stores events for 30 days, and returns 410 with the oldest cursor for an older cursor', async () => {
    const start = (await feed.read({ limit: '1' })).body.cursor;
    const end = (await feed.read({ limit: '1000' })).body.cursor;
    await test.goTo(new Date(Date.now() + 31 * DAY_MS));
    await makeSlot('11:00');
    await removeOldEvents(test.database, test.clock.now);
    const { status, body } = await feed.read({ after: start });
    expect([status, body]).toEqual([
      410,
      { status: false, message: 'Events after this cursor are no longer stored.', cursor: end },
    ]);
    expect(timesOf((await feed.read({ after: body.cursor })).body.data)).toEqual(['11:00']);
    expect(timesOf((await feed.read()).body.data)).toEqual(['11:00']);
    await test.goTo(new Date(Date.now() + 62 * DAY_MS));
    await removeOldEvents(test.database, test.clock.now);
    const last = (await feed.read()).body;
    expect(last.data).toEqual([]);
    expect((await feed.read({ after: last.cursor })).body).toEqual(last);
  });

  it('returns 410 for a cursor issued before a backup was restored', async () => {
    const { body } = await feed.read({ after: 'czzzzzz' });
    expect(body).toMatchObject({ status: false, message: expect.stringContaining('restored') });
    expect((await feed.read({ after: body.cursor })).status).toBe(200);
  });
});

/**
 * Returns the expected number of events. Every third transaction adds a second event, and every tenth transaction is
 * rolled back.
 */
function expectedCount(writers: number, each: number): number {
  const committed = Array.from({ length: each }, (_, count) => count).filter((count) => count % 10 !== 9);
  return writers * (committed.length + committed.filter((count) => count % 3 === 0).length);
}
