/**
 * The figures of the dashboard in one statement; $1 is the present moment.
 * Whole days come from the counters. Of a day that is only begun, the rows on one side of the moment are read by index.
 */

interface Stat {
  readonly key: string;
  readonly name: string;
  /** A status of the counted name; null for all of it. */
  readonly status: string | null;
  readonly measure: 'count' | 'amount_paise';
  /** The rows of the last, partial day: table, the moment that counts, and which of them. */
  readonly table: string;
  readonly moment: string;
  readonly condition: string;
}

export const STATS: readonly Stat[] = [
  {
    key: 'bookings',
    name: 'bookings',
    status: null,
    measure: 'count',
    table: 'bookings',
    moment: 'listed_at',
    condition: 'true',
  },
  {
    key: 'revenue',
    name: 'payments',
    status: 'paid',
    measure: 'amount_paise',
    table: 'payments',
    moment: 'occurred_at',
    condition: "status = 'paid'",
  },
  {
    key: 'users',
    name: 'active users',
    status: null,
    measure: 'count',
    table: 'users',
    moment: 'created_at',
    condition: 'NOT is_blocked',
  },
  {
    key: 'mechanics',
    name: 'active mechanics',
    status: null,
    measure: 'count',
    table: 'mechanics',
    moment: 'created_at',
    condition: "status = 'approved' AND NOT is_blocked",
  },
  {
    key: 'pending',
    name: 'payments',
    status: 'pending',
    measure: 'amount_paise',
    table: 'payments',
    moment: 'occurred_at',
    condition: "status = 'pending'",
  },
];

const kept = ({ name, status }: Stat): string =>
  `name = '${name}' AND status ${status === null ? 'IS NULL' : `= '${status}'`}`;

/** The days of last month and this one, of one figure. */
const daysOf = (stat: Stat): string => `
  SELECT '${stat.key}' AS key, starts_on AS day, ${stat.measure} AS value FROM counters, clock
  WHERE ${kept(stat)} AND period = 'day' AND starts_on BETWEEN clock.last_month AND clock.today`;

function inRows(stat: Stat, from: string, until: string): string {
  const measure = stat.measure === 'count' ? 'count(*)' : 'coalesce(sum(amount_paise), 0)';
  return `(SELECT ${measure} FROM ${stat.table}
    WHERE record_state = 'full' AND ${stat.condition} AND ${stat.moment} >= clock.${from} AND ${stat.moment} < clock.${until})`;
}

/**
 * "This month until now" ends with the present moment and "last month until then" at the same day and clock time,
 * clamped to that month's end. Rows dated after the present moment count in neither (DASH-06).
 */
function figureJson(stat: Stat): string {
  const sum = (column: string) => `coalesce((SELECT ${column} FROM sums WHERE key = '${stat.key}'), 0)`;
  return `json_build_object('key', '${stat.key}',
    'all', (SELECT coalesce(sum(${stat.measure}), 0) FROM counters WHERE ${kept(stat)} AND period = 'ever'),
    'now', ${sum('now')} - ${inRows(stat, 'moment', 'tomorrow_start')},
    'before', CASE WHEN clock.is_late
      THEN ${sum('through_that_day')} - ${inRows(stat, 'that_moment', 'that_day_end')}
      ELSE ${sum('before_that_day')} + ${inRows(stat, 'that_day_start', 'that_moment')} END)`;
}

const dayByDay = (key: string): string => `
  (SELECT json_agg(json_build_object('day', clock.today - d.ago, 'value', coalesce(t.value, 0)) ORDER BY d.ago DESC)
   FROM generate_series(0, 6) AS d(ago)
   LEFT JOIN (SELECT day, sum(value) AS value FROM days WHERE key = '${key}' GROUP BY day) AS t ON t.day = clock.today - d.ago)`;

export const DASHBOARD_SQL = `
  WITH here AS MATERIALIZED (
    SELECT value AS zone, $1::timestamptz AT TIME ZONE value AS local, ($1::timestamptz AT TIME ZONE value) - interval '1 month' AS local_then
    FROM business_settings WHERE name = 'time_zone'),
  clock AS MATERIALIZED (
    SELECT $1::timestamptz AS moment, local::date AS today, date_trunc('month', local)::date AS this_month,
      date_trunc('month', local_then)::date AS last_month, local_then::date AS that_day,
      day_start(local::date + 1, zone) AS tomorrow_start,
      day_start(local_then::date, zone) AS that_day_start, day_start(local_then::date + 1, zone) AS that_day_end,
      CASE WHEN extract(day FROM local) > extract(day FROM local_then) THEN day_start(date_trunc('month', local)::date, zone)
        ELSE local_then AT TIME ZONE zone END AS that_moment,
      extract(hour FROM local) >= 12 AS is_late
    FROM here),
  days AS MATERIALIZED (${STATS.map(daysOf).join(' UNION ALL ')}),
  sums AS MATERIALIZED (
    SELECT key, sum(value) FILTER (WHERE day >= this_month) AS now, sum(value) FILTER (WHERE day <= that_day) AS through_that_day,
      sum(value) FILTER (WHERE day < that_day) AS before_that_day
    FROM days, clock GROUP BY key)
  SELECT json_build_array(${STATS.map(figureJson).join(', ')}) AS stats,
    ${dayByDay('bookings')} AS bookings,
    ${dayByDay('revenue')} AS earnings
  FROM clock`;
