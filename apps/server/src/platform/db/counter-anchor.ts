import type { DayRange, ListOrder } from './list-shape.ts';

/** The parts of a list's statement that a far page depends on. No SQL comes from a request. */
export interface FarPage {
  /** The placeholders of the page. */
  readonly limit: string;
  readonly offset: string;
  readonly order: ListOrder;
  readonly isAscending: boolean;
  /** The SELECT of the first rows under the filters and one more condition, in this order. */
  readonly rowsWhere: (condition: string, ordered: { direction: 'ASC' | 'DESC'; limit: string }) => string;
  /** The condition of the counters of the same rows. */
  readonly counters: string;
  /** The parameters of the first and the last day that the rows are of; null for all days. */
  readonly days: DayRange | null;
  /** The number of rows under the filters. */
  readonly total: string;
  /** The most rows of a page. */
  readonly mostRows: number;
}

/** Rows without a date are at `-infinity`: this day is after them and before every other. */
const BEFORE_ALL_DAYS = '4713-02-01 BC';

/**
 * Reads the page from the nearest bucket of the order: a midnight, or a whole rupee. Counters
 * tell how many rows are above it, first by month, then by day; only the rows between it and the page are skipped one by
 * one. `position` rows are above the bucket's lowest value; those of the page are read upwards.
 * In ascending order the page is counted from the other end.
 */
export function aroundAnchor(page: FarPage): { before: string; ids: string } {
  const {
    limit: pageLimit,
    offset: pageOffset,
    order,
    isAscending,
    rowsWhere,
    counters,
    days,
    total,
    mostRows,
  } = page;
  const bounds = isAscending
    ? `SELECT greatest(0, rows - ${pageOffset}::bigint - ${pageLimit}::bigint) AS skipped, greatest(0, least(${pageLimit}::bigint, rows - ${pageOffset}::bigint)) AS wanted FROM (${total}) AS counted (rows)`
    : `SELECT ${pageOffset}::bigint AS skipped, ${pageLimit}::bigint AS wanted`;
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
        FROM counters WHERE ${counters} AND period = 'month' GROUP BY starts_on) AS months, bounds
      WHERE newer <= skipped AND skipped < newer + rows),
    midnights AS (
      SELECT greatest((starts_on + interval '1 month')::date, '${BEFORE_ALL_DAYS}') AS day, newer AS position FROM month
      UNION ALL
      SELECT t.starts_on, (month.newer + sum(sum(t.count)) OVER (ORDER BY t.starts_on DESC))::bigint
      FROM month, counters AS t
      WHERE ${counters} AND period = 'day'
        AND t.starts_on BETWEEN month.starts_on AND (month.starts_on + interval '1 month - 1 day')::date
      GROUP BY t.starts_on, month.newer),`;
  const before = `bounds AS MATERIALIZED (${bounds}),${midnights}
    anchor AS MATERIALIZED (
      SELECT ${order.lowestOf('day')} AS lowest, position, skipped, wanted
      FROM (SELECT day, position, skipped, wanted FROM midnights, bounds ORDER BY abs(position - skipped) LIMIT 1) AS nearest),`;
  const fromAnchor = (rows: string) => `(SELECT greatest(0, ${rows}) FROM anchor)`;
  const side = (condition: string, direction: 'ASC' | 'DESC', limit: string, offset: string): string => {
    const last = fromAnchor(`greatest(0, ${limit}) + greatest(0, ${offset})`);
    const rows = rowsWhere(`${order.value} ${condition} (SELECT lowest FROM anchor)`, { direction, limit: last });
    return `(SELECT * FROM (${rows}) AS rows LIMIT ${fromAnchor(limit)} OFFSET ${fromAnchor(offset)})`;
  };
  const ids = `
    SELECT * FROM (
      ${side('>=', 'ASC', 'least(wanted, position - skipped)', 'position - skipped - wanted')}
      UNION ALL
      ${side('<', 'DESC', 'least(wanted, skipped + wanted - position)', 'skipped - position')}
    ) AS page LIMIT ${mostRows}`;
  return { before, ids };
}
