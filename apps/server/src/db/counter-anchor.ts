/** The parts of a list's statement that a far page depends on. No SQL comes from a request. */
export interface FarPage {
  readonly table: string;
  readonly orderBy: string;
  readonly where: string;
  /** The condition of the counters of the same rows. */
  readonly counters: string;
  /** The parameters of the first and the last day that the rows are of; null for all days. */
  readonly days: { readonly from: string; readonly to: string } | null;
  /** The most rows of a page. */
  readonly mostRows: number;
}

/** Rows without a date are at `-infinity`: this midnight is after them and before every day. */
const BEFORE_ALL_DAYS = '4713-02-01 BC';

/**
 * Reads the page at offset $2 with $1 rows from the nearest midnight. Counters tell how many rows are newer, first by
 * month, then by day; only the rows between midnight and page are skipped one by one. `position` rows are newer than the
 * midnight; those of the page are read backwards.
 */
export function aroundAnchor({ table, orderBy, where, counters, days, mostRows }: FarPage): {
  before: string;
  ids: string;
} {
  // Between two days every midnight may be the nearest: the days are counted one by one, from the end of the last one.
  const midnightsOfDays =
    days &&
    `
    midnights AS (
      SELECT (${days.to} + 1) AS day, 0::bigint AS position
      UNION ALL
      SELECT starts_on, (sum(sum(count)) OVER (ORDER BY starts_on DESC))::bigint FROM counters
      WHERE ${counters} AND period = 'day' AND starts_on BETWEEN ${days.from} AND ${days.to} GROUP BY starts_on),`;
  const midnights =
    midnightsOfDays ??
    `
    month AS MATERIALIZED (
      SELECT starts_on, newer FROM (
        SELECT starts_on, sum(count) AS rows, (sum(sum(count)) OVER (ORDER BY starts_on DESC) - sum(count))::bigint AS newer
        FROM counters WHERE ${counters} AND period = 'month' GROUP BY starts_on) AS months
      WHERE newer <= $2 AND $2 < newer + rows),
    midnights AS (
      SELECT greatest((starts_on + interval '1 month')::date, '${BEFORE_ALL_DAYS}') AS day, newer AS position FROM month
      UNION ALL
      SELECT t.starts_on, (month.newer + sum(sum(t.count)) OVER (ORDER BY t.starts_on DESC))::bigint
      FROM month, counters AS t
      WHERE ${counters} AND period = 'day'
        AND t.starts_on BETWEEN month.starts_on AND (month.starts_on + interval '1 month - 1 day')::date
      GROUP BY t.starts_on, month.newer),`;
  const before = `${midnights}
    nearest AS (SELECT day, position FROM midnights ORDER BY abs(position - $2) LIMIT 1),
    anchor AS MATERIALIZED (
      SELECT day_start(day, zone.value) AS instant, position
      FROM nearest, business_settings AS zone WHERE zone.name = 'time_zone'),`;
  const side = (condition: string, order: string, limit: string, offset: string): string => `
    (SELECT id, ${orderBy} AS listed FROM ${table} WHERE ${where} AND ${orderBy} ${condition} (SELECT instant FROM anchor)
     ORDER BY ${orderBy} ${order}, id ${order}
     LIMIT (SELECT greatest(0, ${limit}) FROM anchor) OFFSET (SELECT greatest(0, ${offset}) FROM anchor))`;
  const ids = `
    SELECT * FROM (
      ${side('>=', 'ASC', 'least($1, position - $2)', 'position - $2 - $1')}
      UNION ALL
      ${side('<', 'DESC', 'least($1, $2 + $1 - position)', '$2 - position')}
    ) AS page LIMIT ${mostRows}`;
  return { before, ids };
}
