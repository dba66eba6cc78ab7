import { beforeAll, describe, expect, it } from 'vitest';
import { migrateDatabase } from '../../platform/db/migrate.ts';
import { fileApplication } from '../../testing/file-application.ts';

interface Dashboard {
  readonly status: boolean;
  readonly stats: {
    title: string;
    icon: string;
    value: number;
    change: string;
    trend: string;
    added: number;
    addedBefore: number;
  }[];
  readonly charts: {
    readonly bookingData: { day: string; bookings: number }[];
    readonly earningsData: { day: string; amount: number }[];
  };
}

/** A row that counts for a stat: its time, or null if unknown, and its value, which is 1 or an amount in paise. */
type Occurrence = readonly [at: Date | null, amount: number];

const test = fileApplication();

// A row every few hours for seven months, which include the ends of February and of the year. Some rows have no time,
// and some are erased.
const TIMESTAMP = (every: number) =>
  `'2025-11-05T00:00:00Z'::timestamptz + n * interval '${every} minutes 13.007 seconds'`;
const RECORD_STATE = "CASE WHEN n % 31 = 0 THEN 'erased' WHEN n % 37 = 0 THEN 'stub' ELSE 'full' END";
const MANY_RECORDS = `
  INSERT INTO bookings (id, record_state, status, created_at)
  SELECT substr(md5('booking ' || n), 1, 24), ${RECORD_STATE}, 'pending', CASE WHEN n % 50 <> 3 THEN ${TIMESTAMP(291)} END
  FROM generate_series(1, 1000) AS n;
  INSERT INTO payments (id, record_state, status, amount_paise, created_at, transacted_at)
  SELECT substr(md5('payment ' || n), 1, 24), ${RECORD_STATE}, (ARRAY['paid', 'paid', 'pending', 'failed', 'refunded'])[1 + n % 5],
    CASE WHEN n % 41 <> 2 THEN 10000 + n * 37 % 90001 END, CASE WHEN n % 60 <> 4 THEN ${TIMESTAMP(267)} END,
    CASE WHEN n % 3 = 0 AND n % 60 <> 4 THEN ${TIMESTAMP(267)} + interval '2 days' END
  FROM generate_series(1, 1100) AS n;
  INSERT INTO users (id, record_state, is_blocked, created_at)
  SELECT substr(md5('user ' || n), 1, 24), ${RECORD_STATE}, n % 9 = 0, CASE WHEN n % 70 <> 5 THEN ${TIMESTAMP(301)} END
  FROM generate_series(1, 900) AS n;
  INSERT INTO mechanics (id, record_state, status, is_blocked, created_at)
  SELECT substr(md5('mechanic ' || n), 1, 24), ${RECORD_STATE}, (ARRAY['approved', 'approved', 'pending', 'rejected'])[1 + n % 4],
    n % 9 = 0, CASE WHEN n % 70 <> 5 THEN ${TIMESTAMP(977)} END
  FROM generate_series(1, 300) AS n`;

beforeAll(async () => {
  await test.sql(MANY_RECORDS);
});

async function dashboardAt(now: Date): Promise<Dashboard> {
  test.clock.now = now;
  const token = await test.signIn();
  const { status, body } = await test.get('/booking/get/dashboard', {}, token);
  expect(status).toBe(200);
  return body;
}

async function occurrences(text: string): Promise<Occurrence[]> {
  const { rows } = await test.database.pool.query<{ at: Date | null; amount: number | null }>(text);
  return rows.map(({ at, amount }) => [at, Number(amount ?? 0)]);
}

const paymentsOf = (status: string) =>
  occurrences(
    `SELECT coalesce(transacted_at, created_at) AS at, amount_paise AS amount FROM payments WHERE record_state = 'full' AND status = '${status}'`,
  );
const recordsOf = (table: string, condition = 'true') =>
  occurrences(`SELECT created_at AS at, 1 AS amount FROM ${table} WHERE record_state = 'full' AND ${condition}`);

const wallClocks = new Map<string, Intl.DateTimeFormat>();
const wallTimes = new Map<string, string>();

/** Returns the local wall-clock time, such as 2026-03-14T16:50:00.000, which sorts chronologically. */
function wallTime(at: Date, timeZone: string): string {
  const key = `${timeZone} ${at.getTime()}`;
  const known = wallTimes.get(key);
  if (known !== undefined) return known;
  const clock =
    wallClocks.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  wallClocks.set(timeZone, clock);
  const milliseconds = String(at.getUTCMilliseconds()).padStart(3, '0');
  const time = `${clock.format(at).replace(' ', 'T')}.${milliseconds}`;
  wallTimes.set(key, time);
  return time;
}

/** Computes the stats of DASH-06 row by row in local time. */
function sumsOf(rows: readonly Occurrence[], now: Date, timeZone: string) {
  const sum = (chosen: readonly Occurrence[]) => chosen.reduce((total, [, amount]) => total + amount, 0);
  const wallNow = wallTime(now, timeZone);
  const [year = 0, month = 0] = wallNow.split('-').map(Number);
  const thisMonth = wallNow.slice(0, 7);
  const lastMonth = month === 1 ? `${year - 1}-12` : `${year}-${String(month - 1).padStart(2, '0')}`;
  const daysOfLastMonth = new Date(Date.UTC(year, month - 1, 0)).getUTCDate();
  const isClamped = Number(wallNow.slice(8, 10)) > daysOfLastMonth;
  const until = isClamped ? `${thisMonth}-01` : lastMonth + wallNow.slice(7);
  const within = (from: string, before: string) =>
    sum(rows.filter(([at]) => at !== null && wallTime(at, timeZone) >= from && wallTime(at, timeZone) < before));
  return { all: sum(rows), now: within(thisMonth, wallNow), before: within(lastMonth, until) };
}

function expectChange(stat: Dashboard['stats'][number] | undefined, sums: { now: number; before: number }): void {
  if (sums.before === 0) {
    expect(stat).toMatchObject({ change: 'N/A', trend: 'other' });
    return;
  }
  const percent = ((sums.now - sums.before) / sums.before) * 100;
  expect(stat?.change).toMatch(/^[+-]\d+\.\d%$/);
  expect(Math.abs(Number(stat?.change.slice(0, -1)) - percent)).toBeLessThanOrEqual(0.05 + 1e-9);
  if (Math.abs(percent) > 0.06) expect(stat?.trend).toBe(percent > 0 ? 'up' : 'down');
}

async function expectTruth(now: Date, timeZone: string): Promise<void> {
  const dashboard = await dashboardAt(now);
  const paid = await paymentsOf('paid');
  const bookings = await recordsOf('bookings');
  const expected: readonly (readonly [title: string, icon: string, rows: Occurrence[], unit: number])[] = [
    ['Total Bookings', 'Calendar', bookings, 1],
    ['Total Revenue', 'IndianRupee', paid, 100],
    ['Active Users', 'Users', await recordsOf('users', 'NOT is_blocked'), 1],
    ['Active Mechanics', 'Wrench', await recordsOf('mechanics', "status = 'approved' AND NOT is_blocked"), 1],
    ['Pending Payments', 'CreditCard', await paymentsOf('pending'), 100],
  ];
  expect(dashboard.stats.map(({ title, icon }) => [title, icon])).toEqual(
    expected.map(([title, icon]) => [title, icon]),
  );
  for (const [place, [title, , rows, unit]] of expected.entries()) {
    const stat = sumsOf(rows, now, timeZone);
    expect(dashboard.stats[place]?.value, title).toBe(stat.all / unit);
    expectChange(dashboard.stats[place], stat);
    // [PEOP-06] The periods that the change compares.
    expect(dashboard.stats[place], title).toMatchObject({
      added: stat.now / unit,
      addedBefore: stat.before / unit,
    });
  }
  const days = lastSevenDays(now, timeZone);
  const onDay = (rows: Occurrence[], day: string) =>
    rows
      .filter(([at]) => at !== null && wallTime(at, timeZone).startsWith(day))
      .reduce((sum, [, amount]) => sum + amount, 0);
  expect(dashboard.charts.bookingData).toEqual(
    days.map((day) => ({ day: weekday(day), bookings: onDay(bookings, day) })),
  );
  expect(dashboard.charts.earningsData).toEqual(
    days.map((day) => ({ day: weekday(day), amount: onDay(paid, day) / 100 })),
  );
}

const weekday = (day: string) =>
  ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'][new Date(`${day}T00:00:00Z`).getUTCDay()];

function lastSevenDays(now: Date, timeZone: string): string[] {
  const today = Date.parse(`${wallTime(now, timeZone).slice(0, 10)}T00:00:00Z`);
  return [6, 5, 4, 3, 2, 1, 0].map((ago) => new Date(today - ago * 86_400_000).toISOString().slice(0, 10));
}

describe('[API-02, DASH-06, DASH-07] dashboard stats in India', () => {
  it.each([
    ['the middle of a month', '2026-03-14T11:20:00Z'],
    ['31 March in the morning, against all of February', '2026-03-31T04:30:00Z'],
    ['29 March, the first day that February does not have', '2026-03-28T18:30:00Z'],
    ['28 March at its last instant, against 28 February', '2026-03-28T18:29:59.999Z'],
    ['30 January, against December', '2026-01-30T09:00:00Z'],
    ['31 January, against December with its 31st', '2026-01-31T09:00:00Z'],
    ['31 December, against November without one', '2025-12-31T18:29:59.999Z'],
    ['New Year at midnight', '2025-12-31T18:30:00Z'],
    ['the 1st of March at midnight', '2026-02-28T18:30:00Z'],
    ['the 1st of March, a millisecond later', '2026-02-28T18:30:00.001Z'],
    ['the 1st of March before midnight UTC', '2026-03-01T00:15:00Z'],
    ['the last instant of February', '2026-02-28T18:29:59.999Z'],
    ['a time before all rows', '2025-10-01T00:00:00Z'],
    ['a time after all rows', '2027-08-01T06:00:00Z'],
  ])('equal a count of every row on %s', async (_name, now) => {
    await expectTruth(new Date(now), 'Asia/Kolkata');
  });
});

describe('[FMT-02, DASH-06] dashboard stats in another business time zone', () => {
  it.each([
    ['UTC', '2026-03-31T23:59:59.999Z'],
    ['America/New_York', '2026-03-08T16:00:00Z'],
    ['America/New_York', '2026-04-05T03:59:00Z'],
    ['Pacific/Auckland', '2026-04-05T13:30:00Z'],
    ['Asia/Kathmandu', '2026-02-28T18:15:00Z'],
    ['Pacific/Kiritimati', '2026-03-31T10:00:00Z'],
  ])('equal a count of every row in %s at %s after a restart with that time zone', async (timeZone, now) => {
    await migrateDatabase(test.database, { timeZone });
    await expectTruth(new Date(now), timeZone);
  });

  it('equal the original stats after the time zone is changed back', async () => {
    await migrateDatabase(test.database, { timeZone: 'Asia/Kolkata' });
    await expectTruth(new Date('2026-03-14T11:20:00Z'), 'Asia/Kolkata');
  });
});

describe('[DASH-06] the percentage change', () => {
  const NOW = new Date('2026-07-15T06:30:00Z');

  const empty = fileApplication({ now: NOW });
  const dashboard = async (): Promise<Dashboard> => (await empty.get('/booking/get/dashboard')).body;

  async function changeFor(before: number, thisMonth: number) {
    await empty.sql('DELETE FROM bookings');
    await empty.sql(
      `INSERT INTO bookings (id, created_at)
       SELECT substr(md5('before ' || n), 1, 24), '2026-06-10T00:00:00Z'::timestamptz FROM generate_series(1, $1::int) AS n
       UNION ALL SELECT substr(md5('now ' || n), 1, 24), '2026-07-10T00:00:00Z'::timestamptz FROM generate_series(1, $2::int) AS n`,
      [before, thisMonth],
    );
    return (await dashboard()).stats[0];
  }

  it('has a sign and one decimal, and is N/A if there is no previous value', async () => {
    expect(await changeFor(8, 9)).toMatchObject({ value: 17, change: '+12.5%', trend: 'up' });
    expect(await changeFor(100, 97)).toMatchObject({ change: '-3.0%', trend: 'down' });
    expect(await changeFor(5, 5)).toMatchObject({ change: '+0.0%', trend: 'other' });
    expect(await changeFor(4, 0)).toMatchObject({ change: '-100.0%', trend: 'down' });
    expect(await changeFor(0, 7)).toMatchObject({ value: 7, change: 'N/A', trend: 'other' });
  });

  it('is 0 and N/A in an empty database', async () => {
    await empty.sql('DELETE FROM bookings');
    const { stats, charts } = await dashboard();
    expect(stats.map(({ value, change }) => [value, change])).toEqual(Array.from({ length: 5 }, () => [0, 'N/A']));
    expect(charts.bookingData).toEqual(
      ['Thu', 'Fri', 'Sat', 'Sun', 'Mon', 'Tue', 'Wed'].map((day) => ({ day, bookings: 0 })),
    );
    expect(charts.earningsData.map(({ amount }) => amount)).toEqual([0, 0, 0, 0, 0, 0, 0]);
  });
});
