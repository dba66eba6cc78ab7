/**
 * The figures of the dashboard in one statement; $1 is the present moment.
 * Whole days come from the daily tallies; only the day on which last month's part ends is read from the rows, by index.
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

const tallied = (figure: Figure, table: string, days: string): string =>
  `(SELECT coalesce(sum(${figure.measure}), 0) FROM ${table}
    WHERE subject = '${figure.subject}'${figure.part === null ? '' : ` AND part = '${figure.part}'`}${days})`;

function inRows(figure: Figure, from: string, until: string): string {
  const measure = figure.measure === 'count' ? 'count(*)' : 'coalesce(sum(amount_paise), 0)';
  return `(SELECT ${measure} FROM ${figure.table}
    WHERE presence = 'known' AND ${figure.condition} AND ${figure.moment} >= ${from} AND ${figure.moment} < ${until})`;
}

/**
 * "This month until now" ends with the present moment and "last month until then" at the same day and clock time,
 * clamped to that month's end. Rows dated after the present moment count in neither (DASH-06).
 */
function figureJson(figure: Figure): string {
  const part = (month: string, day: string, until: string) =>
    `${tallied(figure, 'daily_tallies', ` AND day >= clock.${month} AND day < clock.${day}`)}
     + ${inRows(figure, `clock.${day}_start`, `clock.${until}`)}`;
  return `json_build_object('key', '${figure.key}', 'all', ${tallied(figure, 'tallies', '')},
    'now', ${part('this_month', 'today', 'moment')}, 'before', ${part('last_month', 'that_day', 'that_moment')})`;
}

const dayByDay = (subject: string, part: string | null, measure: string): string => `
  (SELECT json_agg(json_build_object('day', clock.today - d.ago, 'value', coalesce(t.value, 0)) ORDER BY d.ago DESC)
   FROM generate_series(0, 6) AS d(ago)
   LEFT JOIN (SELECT day, sum(${measure}) AS value FROM daily_tallies
              WHERE subject = '${subject}'${part === null ? '' : ` AND part = '${part}'`} AND day > clock.today - 7 GROUP BY day) AS t
     ON t.day = clock.today - d.ago)`;

export const DASHBOARD_SQL = `
  WITH zone AS MATERIALIZED (SELECT business_time_zone() AS name),
  here AS MATERIALIZED (SELECT $1::timestamptz AT TIME ZONE zone.name AS local FROM zone),
  clock AS MATERIALIZED (
    SELECT $1::timestamptz AS moment, local::date AS today, date_trunc('month', local)::date AS this_month,
      (date_trunc('month', local) - interval '1 month')::date AS last_month,
      (local - interval '1 month')::date AS that_day,
      local::date::timestamp AT TIME ZONE zone.name AS today_start,
      (local - interval '1 month')::date::timestamp AT TIME ZONE zone.name AS that_day_start,
      CASE WHEN extract(day FROM local) > extract(day FROM local - interval '1 month')
        THEN date_trunc('month', local) AT TIME ZONE zone.name
        ELSE (local - interval '1 month') AT TIME ZONE zone.name END AS that_moment
    FROM here, zone)
  SELECT json_build_array(${FIGURES.map(figureJson).join(', ')}) AS figures,
    ${dayByDay('bookings', null, 'count')} AS bookings,
    ${dayByDay('payments', 'paid', 'amount_paise')} AS earnings
  FROM clock`;
