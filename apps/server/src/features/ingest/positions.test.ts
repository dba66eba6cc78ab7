import { beforeAll, describe, expect, inject, it } from 'vitest';
import { advisoryLocks } from '../../platform/db/advisory-locks.ts';
import { testId } from '../../testing/import-database.ts';
import { ingestApplication } from '../../testing/ingest-application.ts';
import { isLite } from '../../testing/lite-server.ts';
import { serviceKeyHeader } from '../../testing/service-key.ts';
import { untilLockWait } from '../../testing/until-lock-wait.ts';

const test = ingestApplication();
let headers: { authorization: string };
beforeAll(async () => {
  headers = await serviceKeyHeader(test.database, 'positions');
});

const MINUTE = 60_000;
const at = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString();
const send = (body: unknown, more: Record<string, string> = {}) =>
  test.call('POST', '/ingest/positions', { headers: { ...headers, ...more }, body });
const outcomes = async (...positions: object[]) =>
  (await send(positions)).body.results.map(({ outcome }: { outcome: string }) => outcome);
const held = async () =>
  (
    await test.database.pool.query(
      'SELECT mechanic_id AS id, latitude, longitude, at FROM mechanic_positions ORDER BY mechanic_id',
    )
  ).rows;

describe('[ROAD-04, SYNC-01] POST /ingest/positions', () => {
  const place = { mechanicid: testId(1), latitude: 18.52, longitude: 73.86 };

  it('accepts an array, an object and lines, and returns mechanic ids in the same order', async () => {
    const first = { ...place, at: at(-5) };
    const response = await send([first, { ...place, mechanicid: testId(2), at: at(-1) }]);
    expect([response.status, response.body]).toEqual([
      200,
      {
        status: true,
        counts: { created: 2, updated: 0, unchanged: 0, stale: 0, deleted: 0, rejected: 0 },
        results: [
          { index: 0, _id: testId(1), outcome: 'created', errors: [] },
          { index: 1, _id: testId(2), outcome: 'created', errors: [] },
        ],
      },
    ]);
    expect((await send(first)).body.results).toEqual([
      { index: 0, _id: testId(1), outcome: 'unchanged', errors: [] },
    ]);
    const later = {
      ...place,
      mechanicid: { $oid: testId(1).toUpperCase() },
      latitude: '18.6',
      at: { $date: at(-1) },
    };
    const lines = await test.call('POST', '/ingest/positions', {
      headers: { ...headers, 'content-type': 'application/x-ndjson' },
      body: `${JSON.stringify(first)}\n${JSON.stringify(later)}\n`,
    });
    expect(lines.body.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['unchanged', 'updated']);
    expect(await held()).toMatchObject([
      { id: testId(1), latitude: 18.6, longitude: 73.86 },
      { id: testId(2), latitude: 18.52 },
    ]);
  });

  it('ignores a position older than the stored one or older than a day, with the same result in any order', async () => {
    const now = Date.now();
    const positions = [-50, -40, -40, -30].map((minutes, step) => ({
      ...place,
      latitude: 18 + step,
      at: new Date(now + minutes * MINUTE).toISOString(),
    }));
    for (const order of ['0123', '3210', '2103', '1230', '3021']) {
      await test.database.pool.query('DELETE FROM mechanic_positions');
      for (const step of order) await send(positions[Number(step)] ?? {});
      expect([order, await held()]).toMatchObject([order, [{ latitude: 21 }]]);
    }
    await test.database.pool.query('DELETE FROM mechanic_positions');
    expect(await outcomes(...[0, 2, 1, 2, 3, 0].map((step) => positions[step] ?? {}))).toEqual([
      ...['created', 'updated', 'stale', 'unchanged', 'updated', 'stale'],
    ]);
    expect(await outcomes({ ...place, mechanicid: testId(2), at: at(-24 * 60 - 1) })).toEqual(['stale']);
    expect(await held()).toHaveLength(1);
  });

  it('rejects an invalid position, or one that is in the future according to the database clock, and names the field', async () => {
    const { rows } = await test.database.pool.query(
      "SELECT now() + interval '50 s' AS soon, now() + interval '70 s' AS later",
    );
    const response = await send([
      { ...place, at: rows[0].later },
      { ...place, mechanicid: testId(2), at: rows[0].soon },
      { ...place, latitude: 91, at: at(0) },
      { latitude: 1, longitude: 181, at: 'yesterday' },
      7,
    ]);
    expect(response.status).toBe(207);
    expect(response.body.counts).toMatchObject({ created: 1, rejected: 4 });
    expect(response.body.results.map(({ errors }: { errors: object[] }) => errors)).toEqual([
      [{ field: 'at', message: 'must not be more than a minute in the future' }],
      [],
      [{ field: 'latitude', message: 'must be a number from -90 to 90' }],
      [
        { field: 'mechanicid', message: 'is missing' },
        { field: 'longitude', message: 'must be a number from -180 to 180' },
        { field: 'at', message: 'must be a date' },
      ],
      [{ field: '', message: 'must be a record' }],
    ]);
    expect(response.body.results.map(({ _id }: { _id: string }) => _id)).toEqual([
      testId(1),
      testId(2),
      testId(1),
      null,
      null,
    ]);
    expect((await held()).map((row) => row.id)).toEqual([testId(2)]);
  });

  it('creates a stub for an unknown mechanic, which becomes a full record when the mechanic arrives', async () => {
    expect(await outcomes({ ...place, at: at(-1) })).toEqual(['created']);
    expect(await test.rows('mechanics')).toMatchObject([{ id: testId(1), record_state: 'stub', name: null }]);
    expect(await test.outcomes('mechanics', { _id: testId(1), name: 'Ravi' })).toEqual(['created']);
    expect(await test.rows('mechanics')).toMatchObject([{ record_state: 'full', name: 'Ravi' }]);
    expect(await held()).toHaveLength(1);
  });

  // PGlite has only one session, so no other connection works while a transaction is open.
  it.skipIf(isLite(inject('testServer')))(
    '[SYNC-02] stores the position after a deadlock with an ingest that writes one mechanic and deletes another',
    async () => {
      const mechanics = await test.database.pool.connect();
      try {
        await mechanics.query('BEGIN');
        await mechanics.query(`INSERT INTO mechanics (id, record_state, name) VALUES ($1, 'full', 'Ravi')`, [
          testId(1),
        ]);
        const response = send({ ...place, at: at(-1) });
        await untilLockWait(test.database, 'the position waits for the mechanic');
        // The erasure of another mechanic also takes this lock. If this transaction waits for more than a second,
        // PostgreSQL may abort it because of the deadlock.
        await mechanics
          .query('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.positions])
          .then(() => mechanics.query('COMMIT'))
          .catch(() => mechanics.query('ROLLBACK'));
        expect((await response).body.results).toMatchObject([{ outcome: 'created' }]);
        expect(await held()).toMatchObject([{ id: testId(1) }]);
      } finally {
        mechanics.release(true);
      }
    },
  );

  it('[PRIV-06] stores no position of an erased mechanic, even if the position arrives later', async () => {
    await test.outcomes('mechanics', { _id: testId(1), name: 'Ravi' });
    await send({ ...place, at: at(-2) });
    await test.call('DELETE', `/mechanic/deletemechnic/${testId(1)}`);
    expect(await test.rows('mechanics')).toMatchObject([{ record_state: 'erased' }]);
    expect(await held()).toEqual([]);
    expect(await outcomes({ ...place, at: at(-1) })).toEqual(['unchanged']);
    expect(await held()).toEqual([]);
  });

  it('requires the scope `positions`, which grants access to no collections', async () => {
    expect((await test.call('POST', '/ingest/positions', { headers: test.headers, body: [] })).status).toBe(403);
    expect((await test.call('POST', '/ingest/mechanics', { headers, body: [] })).status).toBe(403);
    expect((await send([])).body).toMatchObject({ status: true, results: [] });
  });
});
