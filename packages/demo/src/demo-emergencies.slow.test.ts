import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../apps/server/src/testing/test-database.ts';
import { fillWithDemo } from './fill-with-demo.ts';

const NOW = new Date('2026-03-14T11:20:00Z');

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const rowsOf = async (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
  (await test.database.pool.query(text, values)).rows;

describe('[ROAD-07] demo emergencies', () => {
  it('include a few open ones, of which few are open for hours, and a month with plausible phases', async () => {
    await fillWithDemo(test, { bookings: 2500, seed: 1, now: NOW });
    const [open] = await rowsOf(
      `SELECT count(*) FILTER (WHERE phase = 'pending')::int AS new, count(*) FILTER (WHERE phase = 'accepted')::int AS assigned,
         count(*) FILTER (WHERE phase = 'arrived')::int AS on_site, count(*) FILTER (WHERE created_at < $1::timestamptz - interval '4 hours')::int AS old
       FROM emergencies WHERE phase <> 'ended'`,
      [NOW],
    );
    // Older emergencies are the edge cases among the newest bookings.
    expect(open?.['old']).toBeLessThanOrEqual(6);
    for (const state of ['new', 'assigned', 'on_site']) expect(open?.[state], state).toBeGreaterThanOrEqual(1);
    expect(open?.['new']).toBeLessThan(10);
    const [ended] = await rowsOf(
      `SELECT count(*)::int AS count, count(*) FILTER (WHERE phase_since > $1::timestamptz - interval '1 hour')::int AS recent,
         bool_and(created_at <= coalesce(claimed_at, created_at) AND coalesce(claimed_at, created_at) <= coalesce(accepted_at, ended_at)
           AND coalesce(accepted_at, ended_at) <= coalesce(arrived_at, ended_at) AND coalesce(arrived_at, ended_at) <= ended_at) AS "isOrdered",
         percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM claimed_at - created_at)) BETWEEN 15 AND 60 AS "isClaimedSoon"
       FROM emergencies WHERE phase = 'ended'`,
      [NOW],
    );
    expect(ended).toMatchObject({ isOrdered: true, isClaimedSoon: true });
    expect(ended?.['count']).toBeGreaterThan(100);
    expect(ended?.['recent']).toBeGreaterThan(0);
    const kinds = await rowsOf('SELECT DISTINCT kind FROM emergency_steps ORDER BY kind');
    expect(kinds.map(({ kind }) => kind)).toEqual([
      ...['accepted', 'arrived', 'cancelled', 'claimed', 'ended', 'lapsed', 'mechanic_changed', 'pending'],
    ]);
    const [positions] = await rowsOf(
      "SELECT count(*)::int AS count, count(*) FILTER (WHERE at > $1::timestamptz - interval '15 minutes')::int AS fresh FROM mechanic_positions",
      [NOW],
    );
    expect(positions?.['fresh']).toBeGreaterThan(5);
    expect(positions?.['count']).toBeGreaterThan(Number(positions?.['fresh']));
  });
});
