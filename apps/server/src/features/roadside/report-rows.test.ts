import { REPORT_STATS } from '@wayside/contract/roadside-states';
import { beforeAll, describe, expect, it } from 'vitest';
import { testId } from '../../testing/import-database.ts';
import { loadReportedEmergencies, MOHAN, RAVI, REPORTED_DAYS, SITA } from '../../testing/reported-emergencies.ts';
import { signedInApplication } from '../../testing/signed-in-application.ts';

const test = signedInApplication();
const get = async (path: string, query: Record<string, string> = {}) =>
  (await test.call('GET', `/admin/${path}`, { query })).body;

beforeAll(() => loadReportedEmergencies(test.database.pool));

describe('[ROAD-07] GET /admin/roadside/report/rows', () => {
  const rows = (query: Record<string, string> = {}) => get('roadside/report/rows', { ...REPORTED_DAYS, ...query });
  const numbers = async (query: Record<string, string>) =>
    (await rows(query)).data.map(({ _id }: { _id: string }) => Number.parseInt(_id.slice(4), 16) - 100);

  it('returns the emergencies of each stat, and those of a phase with the longest first', async () => {
    const found = Object.fromEntries(
      await Promise.all(REPORT_STATS.map(async (figure) => [figure, await numbers({ figure })] as const)),
    );
    expect(found).toEqual({
      emergencies: [5, 3, 2, 4, 1],
      claim: [2, 4, 1, 5],
      claim_in_time: [4, 1, 5],
      assign: [2, 4, 1, 3],
      assign_in_time: [4, 1, 3],
      arrive: [2, 1, 4],
      arrive_in_time: [1, 4],
      lapses: [5, 2],
      cancelled: [5, 3],
      not_come: [5, 3, 2, 4],
    });
  });

  it('filters by hour, area, reason or mechanic, and returns pages', async () => {
    expect(await numbers({ hour: '10', figure: 'claim_in_time' })).toEqual([4, 1]);
    expect(await numbers({ area: '18.55, 73.85' })).toEqual([2, 1]);
    expect(await numbers({ area: 'none' })).toEqual([4]);
    expect(await numbers({ figure: 'cancelled', reason: 'No reason given' })).toEqual([3]);
    expect(await numbers({ figure: 'not_come', mechanicid: SITA })).toEqual([5, 4]);
    expect(await rows({ page: '2', limit: '2' })).toMatchObject({
      total: 5,
      totalPages: 3,
      currentPage: 2,
      data: [{ _id: testId(102) }, { _id: testId(104) }],
    });
    expect(await rows({ page: '9' })).toMatchObject({ total: 5, data: [] });
  });

  it('returns the values of each emergency that the report counts', async () => {
    const { data } = await rows({ hour: '10' });
    expect(data).toMatchObject([
      {
        _id: testId(102),
        lapses: 1,
        isCancelled: false,
        claimSeconds: 90,
        assignSeconds: 300,
        arriveSeconds: 2400,
        // Accepted, then pending again.
        notCome: [{ _id: MOHAN }],
      },
      { _id: testId(104), area: 'none', notCome: [{ _id: SITA }, { _id: MOHAN }], reason: null },
      {
        _id: testId(101),
        customer: { name: 'Asha', phone_number: '9800000000' },
        mechanic: { _id: RAVI },
        problem: 'Flat tyre',
        notCome: [],
      },
    ]);
    const [first] = (await rows({ figure: 'cancelled' })).data;
    expect(first).toMatchObject({ reason: 'Towed by a friend', isCancelled: true, status: 'cancelled', lapses: 2 });
  });
});

it('[ROAD-07] the emergencies of a stat are exported as CSV and as a workbook, which is logged', async () => {
  const ask = (query: Record<string, string>) =>
    test.call('GET', '/admin/export/roadside', { query: { ...REPORTED_DAYS, ...query } });
  const { headers, body } = await ask({ figure: 'claim' });
  expect(headers['x-total-rows']).toBe('4');
  const lines = body.trim().split('\r\n');
  expect(lines[0]).toMatch(/^Booking ID,Created,Status/);
  expect(lines.slice(1).map((line: string) => line.split(',')[0])).toEqual(
    [5, 2, 4, 1].map((number) => testId(100 + number)),
  );
  expect(lines[2]).toContain('2026-03-10 10:30:00');
  expect((await ask({ format: 'xlsx' })).headers['content-type']).toContain('spreadsheetml');
  const { rows } = await test.database.pool.query(
    "SELECT changes FROM activity WHERE action = 'exported' ORDER BY id LIMIT 1",
  );
  expect(JSON.stringify(rows)).toContain('roadside');
  expect(JSON.stringify(rows)).toContain('claim');
});
