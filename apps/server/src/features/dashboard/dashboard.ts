import type { getDashboard as getDashboardEndpoint, Stat } from '@wayside/contract/dashboard';
import type { ResponseOf } from '@wayside/contract/wire/endpoint';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import { jsonRows } from '../../platform/db/json-rows.ts';
import { defineStatement } from '../../platform/db/statement.ts';

interface StatSource {
  readonly key: string;
  readonly name: string;
  /** A status of the counter; null selects all statuses. */
  readonly status: string | null;
  readonly measure: 'count' | 'amount_paise';
  /** For the rows of a partial day: their table, date column and condition. */
  readonly table: string;
  readonly dateColumn: string;
  readonly condition: string;
}

const countOf = (key: string, counter: Pick<StatSource, 'name' | 'dateColumn' | 'condition'>): StatSource => ({
  key,
  status: null,
  measure: 'count',
  table: key,
  ...counter,
});
const paymentsOf = (key: string, status: string): StatSource => ({
  key,
  name: 'payments',
  status,
  measure: 'amount_paise',
  table: 'payments',
  dateColumn: 'occurred_at',
  condition: `status = '${status}'`,
});

const APPROVED = "status = 'approved' AND NOT is_blocked";
const STATS: readonly StatSource[] = [
  countOf('bookings', { name: 'bookings', dateColumn: 'listed_at', condition: 'true' }),
  paymentsOf('revenue', 'paid'),
  countOf('users', { name: 'active users', dateColumn: 'created_at', condition: 'NOT is_blocked' }),
  countOf('mechanics', { name: 'active mechanics', dateColumn: 'created_at', condition: APPROVED }),
  paymentsOf('pending', 'pending'),
];

const counterCondition = ({ name, status }: StatSource): string =>
  `name = '${name}' AND status ${status === null ? 'IS NULL' : `= '${status}'`}`;

/** Selects one stat by day for the previous and the current month. */
const daysSql = (stat: StatSource): string => `
  SELECT '${stat.key}' AS key, starts_on AS day, ${stat.measure} AS value FROM counters, clock
  WHERE ${counterCondition(stat)} AND period = 'day' AND starts_on BETWEEN clock.last_month AND clock.today`;

function countRows(stat: StatSource, from: string, until: string): string {
  const measure = stat.measure === 'count' ? 'count(*)' : 'coalesce(sum(amount_paise), 0)';
  return `(SELECT ${measure} FROM ${stat.table}
    WHERE record_state = 'full' AND ${stat.condition} AND ${stat.dateColumn} >= clock.${from} AND ${stat.dateColumn} < clock.${until})`;
}

/**
 * Selects the sums of one stat. "Last month until then" ends at the same day and time, or at the end of a shorter
 * month. Rows dated in the future do not count (DASH-06).
 */
function selectSums(stat: StatSource): string {
  const sum = (column: string) => `coalesce((SELECT ${column} FROM sums WHERE key = '${stat.key}'), 0)`;
  return `SELECT '${stat.key}' AS key,
    (SELECT coalesce(sum(${stat.measure}), 0) FROM counters WHERE ${counterCondition(stat)} AND period = 'ever') AS "all",
    ${sum('now')} - ${countRows(stat, 'instant', 'tomorrow_start')} AS now,
    CASE WHEN clock.is_late
      THEN ${sum('through_that_day')} - ${countRows(stat, 'that_instant', 'that_day_end')}
      ELSE ${sum('before_that_day')} + ${countRows(stat, 'that_day_start', 'that_instant')} END AS before`;
}

const dayByDaySql = (key: string): string =>
  jsonRows(`
  SELECT clock.today - d.ago AS day, coalesce(t.value, 0) AS value FROM generate_series(0, 6) AS d(ago)
  LEFT JOIN (SELECT day, sum(value) AS value FROM days WHERE key = '${key}' GROUP BY day) AS t ON t.day = clock.today - d.ago
  ORDER BY d.ago DESC`);

/** The counts of one stat, or its amounts in paise. */
const sums = z.object({
  key: z.string(),
  all: z.number(),
  /** From the start of this month until now. */
  now: z.number(),
  /** From the start of last month until the same day of the month and time of day. */
  before: z.number(),
});
type StatSums = z.infer<typeof sums>;

/** `day` is YYYY-MM-DD in the business time zone. */
const valueOfDay = z.object({ day: z.string(), value: z.number() });

/**
 * Statement that reads all stats in one statement. $1 is the current time. Complete days come from counters, partial
 * days from an index.
 */
export const DASHBOARD = defineStatement({
  name: 'dashboard',
  text: `
  WITH here AS MATERIALIZED (
    SELECT value AS zone, $1::timestamptz AT TIME ZONE value AS local, ($1::timestamptz AT TIME ZONE value) - interval '1 month' AS local_then
    FROM business_settings WHERE name = 'time_zone'),
  clock AS MATERIALIZED (
    SELECT $1::timestamptz AS instant, local::date AS today, date_trunc('month', local)::date AS this_month,
      date_trunc('month', local_then)::date AS last_month, local_then::date AS that_day,
      day_start(local::date + 1, zone) AS tomorrow_start,
      day_start(local_then::date, zone) AS that_day_start, day_start(local_then::date + 1, zone) AS that_day_end,
      CASE WHEN extract(day FROM local) > extract(day FROM local_then) THEN day_start(date_trunc('month', local)::date, zone)
        ELSE local_then AT TIME ZONE zone END AS that_instant,
      extract(hour FROM local) >= 12 AS is_late
    FROM here),
  days AS MATERIALIZED (${STATS.map(daysSql).join(' UNION ALL ')}),
  sums AS MATERIALIZED (
    SELECT key, sum(value) FILTER (WHERE day >= this_month) AS now, sum(value) FILTER (WHERE day <= that_day) AS through_that_day,
      sum(value) FILTER (WHERE day < that_day) AS before_that_day
    FROM days, clock GROUP BY key)
  SELECT ${jsonRows(STATS.map(selectSums).join(' UNION ALL '))} AS stats,
    ${dayByDaySql('bookings')} AS bookings,
    ${dayByDaySql('revenue')} AS earnings
  FROM clock`,
  row: z.object({ stats: z.array(sums), bookings: z.array(valueOfDay), earnings: z.array(valueOfDay) }),
  example: [new Date('2026-03-14T11:20:00Z')],
});

type DashboardResponse = ResponseOf<typeof getDashboardEndpoint>;

const PAISE_PER_RUPEE = 100;

/** The cards in the order of DASH-06. */
const CARDS: Readonly<Record<string, { readonly title: string; readonly icon: string; readonly isMoney?: true }>> =
  {
    bookings: { title: 'Total Bookings', icon: 'Calendar' },
    revenue: { title: 'Total Revenue', icon: 'IndianRupee', isMoney: true },
    users: { title: 'Active Users', icon: 'Users' },
    mechanics: { title: 'Active Mechanics', icon: 'Wrench' },
    pending: { title: 'Pending Payments', icon: 'CreditCard', isMoney: true },
  };

/** Returns the change as "+12.5%", "-3.0%", or "N/A" if there is nothing to compare with (DASH-06). */
function changeOf(now: number, before: number): { change: string; trend: 'up' | 'down' | 'other' } {
  if (before === 0) return { change: 'N/A', trend: 'other' };
  const percent = Math.round(((now - before) / before) * 1000) / 10;
  const change = `${percent < 0 ? '-' : '+'}${Math.abs(percent).toFixed(1)}%`;
  if (percent === 0) return { change, trend: 'other' };
  return { change, trend: percent > 0 ? 'up' : 'down' };
}

function statOf(sums: StatSums): Stat | null {
  const card = CARDS[sums.key];
  if (!card) return null;
  const unit = card.isMoney ? PAISE_PER_RUPEE : 1;
  return {
    title: card.title,
    icon: card.icon,
    value: sums.all / unit,
    added: sums.now / unit,
    addedBefore: sums.before / unit,
    ...changeOf(sums.now, sums.before),
  };
}

// Created only once because a formatter needs much memory outside the JavaScript heap and much of the time of a call.
const weekdays = new Intl.DateTimeFormat('en-IN', { weekday: 'short', timeZone: 'UTC' });

/** Returns a weekday such as "Mon" for a day of the business time zone. The day is parsed as UTC. */
const shortWeekday = (day: string): string => weekdays.format(new Date(`${day}T00:00:00Z`));

/** Returns the stats of the dashboard and the last seven days, oldest first (DASH-06, DASH-07). */
export async function getDashboard({ database, now }: AppContext): Promise<DashboardResponse> {
  const [found] = await database.rows(DASHBOARD, [now()]);
  if (!found) throw new Error('the dashboard statement returned no row');
  return {
    stats: found.stats.map(statOf).filter((stat) => stat !== null),
    charts: {
      bookings: found.bookings.map(({ day, value }) => ({ day: shortWeekday(day), bookings: value })),
      earnings: found.earnings.map(({ day, value }) => ({
        day: shortWeekday(day),
        amountRupees: value / PAISE_PER_RUPEE,
      })),
    },
  };
}
