/**
 * The figures of the dashboard in one statement; $1 is the present moment.
 * Whole days come from the tallies. Of a day that is only begun, the rows on one side of the moment are read by index.
 */

interface Figure {
  readonly key: string;
  readonly subject: string;
  /** A part of the tallied subject; null for all of it. */
  readonly part: string | null;
  readonly measure: 'count' | 'amount_paise';
  /** The rows of the last, partial day: table, the moment that counts, and which of them. */
  readonly table: string;
  readonly moment: string;
  readonly condition: string;
}

export const FIGURES: readonly Figure[] = [
  {
    key: 'bookings',
    subject: 'bookings',
    part: null,
    measure: 'count',
    table: 'bookings',
    moment: 'listed_at',
    condition: 'true',
  },
  {
    key: 'revenue',
    subject: 'payments',
    part: 'paid',
    measure: 'amount_paise',
    table: 'payments',
    moment: 'occurred_at',
    condition: "status = 'paid'",
  },
  {
    key: 'users',
    subject: 'active users',
    part: null,
    measure: 'count',
    table: 'users',
    moment: 'created_at',
    condition: 'NOT is_blocked',
  },
  {
    key: 'mechanics',
    subject: 'active mechanics',
    part: null,
    measure: 'count',
    table: 'mechanics',
    moment: 'created_at',
    condition: "status = 'approved' AND NOT is_blocked",
  },
  {
    key: 'pending',
    subject: 'payments',
    part: 'pending',
    measure: 'amount_paise',
    table: 'payments',
    moment: 'occurred_at',
    condition: "status = 'pending'",
  },
];

const kept = ({ subject, part }: Figure): string =>
  `subject = '${subject}' AND part ${part === null ? 'IS NULL' : `= '${part}'`}`;

/** The days of last month and this one, of one figure. */
const daysOf = (figure: Figure): string => `
  SELECT '${figure.key}' AS key, starts_on AS day, ${figure.measure} AS value FROM tallies, clock
  WHERE ${kept(figure)} AND period = 'day' AND starts_on BETWEEN clock.last_month AND clock.today`;

function inRows(figure: Figure, from: string, until: string): string {
  const measure = figure.measure === 'count' ? 'count(*)' : 'coalesce(sum(amount_paise), 0)';
  return `(SELECT ${measure} FROM ${figure.table}
    WHERE presence = 'known' AND ${figure.condition} AND ${figure.moment} >= clock.${from} AND ${figure.moment} < clock.${until})`;
}

/**
 * "This month until now" ends with the present moment and "last month until then" at the same day and clock time,
 * clamped to that month's end. Rows dated after the present moment count in neither (DASH-06).
 */
function figureJson(figure: Figure): string {
  const sum = (column: string) => `coalesce((SELECT ${column} FROM sums WHERE key = '${figure.key}'), 0)`;
  return `json_build_object('key', '${figure.key}',
    'all', (SELECT coalesce(sum(${figure.measure}), 0) FROM tallies WHERE ${kept(figure)} AND period = 'ever'),
    'now', ${sum('now')} - ${inRows(figure, 'moment', 'tomorrow_start')},
    'before', CASE WHEN clock.is_late
      THEN ${sum('through_that_day')} - ${inRows(figure, 'that_moment', 'that_day_end')}
      ELSE ${sum('before_that_day')} + ${inRows(figure, 'that_day_start', 'that_moment')} END)`;
}

const dayByDay = (key: string): string => `
  (SELECT json_agg(json_build_object('day', clock.today - d.ago, 'value', coalesce(t.value, 0)) ORDER BY d.ago DESC)
   FROM generate_series(0, 6) AS d(ago)
   LEFT JOIN (SELECT day, sum(value) AS value FROM days WHERE key = '${key}' GROUP BY day) AS t ON t.day = clock.today - d.ago)`;

export const DASHBOARD_SQL = `
  WITH here AS MATERIALIZED (
    SELECT value AS zone, $1::timestamptz AT TIME ZONE value AS local, ($1::timestamptz AT TIME ZONE value) - interval '1 month' AS local_then
    FROM business_facts WHERE name = 'time_zone'),
  clock AS MATERIALIZED (
    SELECT $1::timestamptz AS moment, local::date AS today, date_trunc('month', local)::date AS this_month,
      date_trunc('month', local_then)::date AS last_month, local_then::date AS that_day,
      day_start(local::date + 1, zone) AS tomorrow_start,
      day_start(local_then::date, zone) AS that_day_start, day_start(local_then::date + 1, zone) AS that_day_end,
      CASE WHEN extract(day FROM local) > extract(day FROM local_then) THEN day_start(date_trunc('month', local)::date, zone)
        ELSE local_then AT TIME ZONE zone END AS that_moment,
      extract(hour FROM local) >= 12 AS is_late
    FROM here),
  days AS MATERIALIZED (${FIGURES.map(daysOf).join(' UNION ALL ')}),
  sums AS MATERIALIZED (
    SELECT key, sum(value) FILTER (WHERE day >= this_month) AS now, sum(value) FILTER (WHERE day <= that_day) AS through_that_day,
      sum(value) FILTER (WHERE day < that_day) AS before_that_day
    FROM days, clock GROUP BY key)
  SELECT json_build_array(${FIGURES.map(figureJson).join(', ')}) AS figures,
    ${dayByDay('bookings')} AS bookings,
    ${dayByDay('revenue')} AS earnings
  FROM clock`;
