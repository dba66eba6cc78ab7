import pino from 'pino';
import { beforeAll, describe, expect, it } from 'vitest';
import { runBackFills } from '../../platform/db/back-fills.ts';
import { eventually } from '../../testing/eventually.ts';
import { loadReportedEmergencies, MOHAN, RAVI, REPORTED_DAYS, SITA } from '../../testing/reported-emergencies.ts';
import { signedInApplication } from '../../testing/signed-in-application.ts';

const test = signedInApplication();
const get = async (path: string, query: Record<string, string> = {}) =>
  (await test.call('GET', `/admin/${path}`, { query })).body;

beforeAll(() => loadReportedEmergencies(test.database.pool));

const phase = (count: number, medianSeconds: number | null, ninetiethSeconds: number | null, inTime: number) => ({
  ...{ count, medianSeconds, ninetiethSeconds, inTime },
});

describe('[ROAD-07] GET /admin/roadside/report', () => {
  it('returns the duration of each phase, the number within the target, and the problems', async () => {
    expect(await get('roadside/report', REPORTED_DAYS)).toMatchObject({
      ...REPORTED_DAYS,
      targets: { claimSeconds: 60, assignSeconds: 180, arriveSeconds: 1800 },
      total: {
        emergencies: 5,
        // Claim: 10, 30, 60 and 90 s. Assign: 60, 90, 140 and 300 s. Arrive: 600, 1,200 and 2,400 s.
        claim: phase(4, 45, 81, 3),
        assign: phase(4, 115, 252, 3),
        arrive: phase(3, 1200, 2160, 2),
        ...{ lapses: 3, cancelled: 2, notCome: 5 },
      },
      cancellations: [
        { reason: 'No reason given', count: 1 },
        { reason: 'Towed by a friend', count: 1 },
      ],
      notComing: [
        { mechanic: { _id: SITA, name: 'Sita' }, count: 2 },
        { mechanic: { _id: MOHAN }, count: 2 },
        { mechanic: { _id: RAVI }, count: 1 },
      ],
    });
  });

  it('groups by hour and area, in the business time zone', async () => {
    const { hours, areas } = await get('roadside/report', REPORTED_DAYS);
    const none = phase(0, null, null, 0);
    expect(hours).toEqual([
      {
        hour: 0,
        emergencies: 1,
        claim: phase(1, 10, 10, 1),
        assign: none,
        arrive: none,
        lapses: 2,
        cancelled: 1,
        notCome: 1,
      },
      {
        ...{ hour: 10, emergencies: 3, lapses: 1, cancelled: 0, notCome: 3 },
        claim: phase(3, 60, 84, 2),
        assign: phase(3, 140, 268, 2),
        arrive: phase(3, 1200, 2160, 2),
      },
      {
        hour: 23,
        emergencies: 1,
        claim: none,
        assign: phase(1, 60, 60, 1),
        arrive: none,
        lapses: 0,
        cancelled: 1,
        notCome: 1,
      },
    ]);
    expect(
      areas.map(({ area, emergencies }: { area: string; emergencies: number }) => [area, emergencies]),
    ).toEqual([
      ['18.55, 73.85', 2],
      ['-0.05, 179.95', 1],
      ['19.05, 72.85', 1],
      ['none', 1],
    ]);
    expect(areas[0]).toMatchObject({ centre: { coordinates: [73.85, 18.55] }, claim: phase(2, 60, 84, 1) });
    expect(areas[3].centre).toBeNull();
  });

  it('compares durations with the current targets', async () => {
    await test.call('PATCH', '/admin/roadside/targets', {
      body: { claimSeconds: 9, assignSeconds: 60, arriveSeconds: 3000 },
    });
    const { total } = await get('roadside/report', REPORTED_DAYS);
    expect([total.claim.inTime, total.assign.inTime, total.arrive.inTime]).toEqual([0, 1, 3]);
    await test.call('PATCH', '/admin/roadside/targets', {
      body: { claimSeconds: 60, assignSeconds: 180, arriveSeconds: 1800 },
    });
  });

  it.each([
    ['2000-01-01', '4100-01-01'],
    ['1900-01-01', '9999-12-30'],
  ])('[API-14] compares the days from %s to %s with no earlier period', async (from, to) => {
    const { total, previous } = await get('roadside/report', { from, to });
    expect([total.emergencies, previous.hours]).toEqual([6, []]);
  });

  it('covers the last thirty days by default, is empty without emergencies, and returns 400 for a reversed range', async () => {
    const { from, to, total, hours } = await get('roadside/report');
    expect([(Date.parse(to) - Date.parse(from)) / 86_400_000, total.emergencies, hours]).toEqual([29, 0, []]);
    expect(
      (await test.call('GET', '/admin/roadside/report', { query: { from: '2026-03-11', to: '2026-03-10' } })).body,
    ).toMatchObject({
      errors: [{ field: 'to', message: 'must not be before from' }],
    });
  });
});

it('[ROAD-07, OPER-03] the report is the same before and after the back-fill of values missing in older emergencies', async () => {
  const { pool } = test.database;
  await pool.query('UPDATE emergencies SET cell = NULL, is_cancelled = NULL, has_changed = NULL');
  const report = await get('roadside/report', REPORTED_DAYS);
  const stop = runBackFills(test.database, pino({ level: 'silent' }));
  await eventually('the end of the back-fill', async () => {
    const { rows } = await pool.query('SELECT name, ended_at IS NULL AS runs FROM drizzle.back_fills');
    return rows.some(({ name, runs }) => name === '0018_report_columns' && !runs);
  });
  await stop();
  const { rows } = await pool.query(
    `SELECT cell, is_cancelled AS "isCancelled", has_changed AS "hasChanged" FROM emergencies ORDER BY created_at, booking_id`,
  );
  expect(rows).toEqual([
    { cell: 3_908_538, isCancelled: true, hasChanged: false },
    { cell: 3_908_538, isCancelled: false, hasChanged: false },
    { cell: -1, isCancelled: false, hasChanged: true },
    { cell: 3_908_538, isCancelled: false, hasChanged: true },
    { cell: 3_926_528, isCancelled: true, hasChanged: true },
    { cell: 3_239_999, isCancelled: true, hasChanged: true },
  ]);
  expect(await get('roadside/report', REPORTED_DAYS)).toEqual(report);
});
