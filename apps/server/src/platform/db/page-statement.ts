import { buildListQuery, type ListQuery } from './list-query.ts';
import type { ListInput, ListShape } from './list-shape.ts';
import { MAX_FOUND } from './search-condition.ts';
import type { Statement } from './statement.ts';
import { offsetOf } from './statement-page.ts';

/**
 * The contract's limit. As a constant in addition to the page's own limit, it keeps the estimates of the generic plan
 * low.
 */
const MAX_ROWS = 100;
/** Beyond this offset, counters find the day of the page. */
const NEAR_ROWS = 500;

/** The placeholders of a page. */
interface BoundPage {
  readonly limit: string;
  readonly offset: string;
}

/** The SQL parts of a page: the expressions before the ids, the ids, and the number of rows. */
interface PageParts {
  readonly before: string;
  readonly ids: string;
  readonly total: string;
}

/** Sorts after rows without a date, which have `-infinity`, and before every other day. */
const BEFORE_ALL_DAYS = '4713-02-01 BC';

/**
 * Reads a page far from the start of the list, beginning at the nearest bucket of the order: a midnight or a whole
 * rupee. Counters give the number of rows above the bucket, by month and then by day, so that only the rows between
 * the bucket and the page are skipped one by one. `position` rows are above the bucket's lowest value, and the page's
 * rows are read upwards from there. For an ascending page, the positions are counted from the other end.
 */
function buildDeepPage(query: ListQuery, { limit: pageLimit, offset: pageOffset }: BoundPage): PageParts {
  const { order, isAscending, filteredRows, counters, days, countedRows: total } = query;
  const bounds = isAscending
    ? `SELECT greatest(0, rows - ${pageOffset}::bigint - ${pageLimit}::bigint) AS skipped, greatest(0, least(${pageLimit}::bigint, rows - ${pageOffset}::bigint)) AS wanted FROM (${total}) AS counted (rows)`
    : `SELECT ${pageOffset}::bigint AS skipped, ${pageLimit}::bigint AS wanted`;
  // In a range of days, the days are counted one by one from the end of the range.
  const midnights = days
    ? `
    midnights AS (
      SELECT (${days.to} + 1) AS day, 0::bigint AS position
      UNION ALL
      SELECT starts_on, (sum(sum(count)) OVER (ORDER BY starts_on DESC))::bigint FROM counters
      WHERE ${counters} AND period = 'day' AND starts_on BETWEEN ${days.from} AND ${days.to} GROUP BY starts_on),`
    : `
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
    const rows = filteredRows(`${order.value} ${condition} (SELECT lowest FROM anchor)`, {
      direction,
      limit: last,
    });
    return `(SELECT * FROM (${rows}) AS rows LIMIT ${fromAnchor(limit)} OFFSET ${fromAnchor(offset)})`;
  };
  const ids = `
    SELECT * FROM (SELECT * FROM (
      ${side('>=', 'ASC', 'least(wanted, position - skipped)', 'position - skipped - wanted')}
      UNION ALL
      ${side('<', 'DESC', 'least(wanted, skipped + wanted - position)', 'skipped - position')}
    ) AS page LIMIT ${MAX_ROWS}) AS page LIMIT ${pageLimit}`;
  return { before, ids, total };
}

/** The cost of reading a row of one day, measured in rows of an index over all days. */
const COST_OF_MERGING = 4;
const LOWEST = `'${-(2n ** 63n)}'::bigint`;
const ABOVE_ALL = `'${2n ** 63n - 1n}'::bigint`;

/** The page's values are at least `lowest` and less than `ceiling`; `skipped` rows among them precede the page. */
const intervalSql = (columns: string): string => `bounds AS MATERIALIZED (SELECT ${columns}),`;

/** Returns the interval of a page near the beginning of the order. */
const nearIntervalSql = ({ counters, period, countedRows }: ListQuery, { limit, offset }: BoundPage): string =>
  intervalSql(`${offset}::bigint AS skipped, ${limit}::bigint AS wanted, ${LOWEST} AS lowest, ${ABOVE_ALL} AS ceiling,
      total, total * days * ${COST_OF_MERGING} < ever AS is_merged
    FROM (${countedRows}) AS counted (total),
      (SELECT count(DISTINCT starts_on) FROM counters WHERE ${counters} AND ${period}) AS touched (days),
      (SELECT coalesce(sum(count), 0) FROM counters WHERE ${counters} AND period = 'ever') AS all_rows (ever)`);

/**
 * Returns the interval of a deep page by means of the bucket counters of the order. An ascending page is counted from
 * the other end.
 */
const deepIntervalSql = (query: ListQuery, buckets: string, { limit, offset }: BoundPage): string => {
  const { isAscending, counters, countedRows } = query;
  const skipped = isAscending ? `greatest(0, total - ${offset}::bigint - ${limit}::bigint)` : `${offset}::bigint`;
  return `buckets AS MATERIALIZED (
      SELECT lowest, (sum(rows) OVER (ORDER BY lowest DESC))::bigint AS position FROM (${buckets}) AS counted),
    page AS MATERIALIZED (
      SELECT total, ${skipped} AS skipped, greatest(0, least(${limit}::bigint, total - ${offset}::bigint)) AS wanted
      FROM (${countedRows}) AS counted (total)),
    ${intervalSql(`skipped - coalesce((SELECT max(position) FROM buckets WHERE position <= skipped), 0) AS skipped, wanted,
      coalesce((SELECT max(lowest) FROM buckets WHERE position >= skipped + wanted), ${LOWEST}) AS lowest,
      coalesce((SELECT min(lowest) FROM buckets WHERE position <= skipped), ${ABOVE_ALL}) AS ceiling,
      total, total * ${COST_OF_MERGING} < ever AS is_merged
    FROM page, (SELECT coalesce(sum(count), 0) FROM counters WHERE ${counters} AND period = 'ever') AS all_rows (ever)`)}`;
};

/**
 * Reads rows of a range of days in an order other than by date. If the range contains a large part of all rows, it
 * reads the index over all days. Otherwise, it merges the first rows of each day.
 */
function buildPageOfDays(query: ListQuery, page: BoundPage, isDeep: boolean): PageParts {
  const { filteredRows, isAscending, order, buckets } = query;
  const bound = (expression: string) => `(SELECT ${expression} FROM bounds)`;
  const isRead = `${order.value} >= ${bound('lowest')} AND ${order.value} < ${bound('ceiling')}`;
  const rowsOf = (isMerged: boolean) => {
    const direction = isAscending && !isDeep ? 'ASC' : 'DESC';
    const last = bound(`CASE WHEN is_merged = ${isMerged} THEN skipped + wanted ELSE 0 END`);
    const rows = filteredRows(isDeep ? isRead : undefined, { direction, limit: last, isMerged });
    return `(SELECT * FROM (${rows}) AS rows LIMIT ${bound('wanted')} OFFSET ${bound('skipped')})`;
  };
  return {
    before: isDeep && buckets !== null ? deepIntervalSql(query, buckets, page) : nearIntervalSql(query, page),
    ids: `SELECT * FROM (SELECT * FROM (${rowsOf(true)} UNION ALL ${rowsOf(false)}) AS page LIMIT ${MAX_ROWS}) AS page LIMIT ${page.limit}`,
    total: 'SELECT total FROM bounds',
  };
}

/** Returns the number of rows found, or the maximum count plus one if there are more. */
function totalOfFoundSql({ steps }: ListQuery): string {
  const found = 'SELECT count(*) FROM found';
  const ids = steps.at(-1);
  if (ids === undefined) return found;
  return `SELECT CASE WHEN (SELECT count(*) FROM ${ids.name}) > ${ids.limit} THEN ${ids.limit + 1} ELSE (${found}) END`;
}

function buildNearPage(query: ListQuery, { limit, offset }: BoundPage): PageParts {
  const { filteredRows } = query;
  const direction = query.isAscending ? 'ASC' : 'DESC';
  const ordered = `ORDER BY listed ${direction}, id ${direction}`;
  // Constant limits keep the estimates of the plan low.
  const pageOf = (rows: string) =>
    `SELECT * FROM (SELECT * FROM (${rows}) AS ordered OFFSET ${offset} LIMIT ${MAX_ROWS}) AS page LIMIT ${limit}`;
  if (query.isShort && query.extent !== 'first')
    return {
      before: '',
      ids: pageOf(`SELECT * FROM (${filteredRows()}) AS rows ${ordered}`),
      total: `SELECT count(*) FROM (${filteredRows()}) AS rows`,
    };
  if (query.countsRows)
    return {
      before: '',
      ids: pageOf(filteredRows(undefined, { direction, limit: `(${offset}::bigint + ${limit}::bigint)` })),
      total: `SELECT count(*) FROM (${filteredRows()}) AS rows`,
    };
  // The matching rows are read only once for both page and count.
  if (query.materializesMatches) {
    const found = query.extent === 'first' ? `${filteredRows()} LIMIT ${MAX_FOUND + 1}` : filteredRows();
    return {
      before: `found AS MATERIALIZED (${found}),`,
      ids: pageOf(`SELECT * FROM found ${ordered}`),
      total: totalOfFoundSql(query),
    };
  }
  if (query.extent === 'each')
    return {
      before: '',
      ids: pageOf(filteredRows(undefined, { direction, limit: `(${offset}::bigint + ${limit}::bigint)` })),
      total: `SELECT ${MAX_FOUND}`,
    };
  return {
    before: '',
    ids: pageOf(filteredRows(undefined, { direction, limit: String(NEAR_ROWS + MAX_ROWS) })),
    total: query.countedRows,
  };
}

function sumOf({ table, sumColumn }: ListShape, query: ListQuery): string {
  if (sumColumn === undefined) return '';
  const { counters, period, filteredRows, isShort } = query;
  const sum = query.materializesMatches
    ? `SELECT sum(summed.${sumColumn}) FROM (${isShort ? filteredRows() : 'SELECT id FROM found'}) AS rows JOIN ${table} AS summed ON summed.id = rows.id`
    : `SELECT sum(amount_paise) FROM counters WHERE ${counters} AND ${period}`;
  return `coalesce((${sum}), 0)::float8 AS sum,`;
}

/**
 * Builds the statement for a page and its total. All pages cost about the same (docs/decisions/005-counters.md):
 * counters provide the total and the position of a deep page, an index provides the ids, and only the page's rows are
 * joined.
 */
export function buildPageStatement(
  shape: ListShape,
  input: ListInput,
): { statement: Statement; values: unknown[] } {
  const query = buildListQuery(shape, input);
  const { isByDayIndex, materializesMatches } = query;
  const isDeepPage = !materializesMatches && query.extent === null && offsetOf(input) > NEAR_ROWS;
  const page = { limit: query.bind(input.limit), offset: query.bind(offsetOf(input)) };
  const { before, ids, total } =
    isByDayIndex && !materializesMatches
      ? buildPageOfDays(query, page, isDeepPage)
      : (isDeepPage ? buildDeepPage : buildNearPage)(query, page);
  const direction = query.isAscending ? 'ASC' : 'DESC';
  const steps = query.steps.map(({ name, select }) => `${name} AS MATERIALIZED (${select}),`).join('\n');
  const cuts = query.steps.map(({ name, limit }) => `(SELECT count(*) FROM ${name}) > ${limit}`);
  const isCut = [`(${total}) > ${MAX_FOUND}`, ...cuts].join(' OR ');
  const cut = query.extent === 'first' ? `(${isCut}) AS "isCut",` : '';
  const text = `
    WITH ${steps} ${before} ids AS MATERIALIZED (${ids})
    SELECT (${total})::float8 AS total, ${cut} ${sumOf(shape, query)}
      coalesce(json_agg(${shape.json} ORDER BY ids.listed ${direction}, ids.id ${direction}), '[]'::json) AS rows
    FROM ids JOIN ${shape.table} AS b ON b.id = ids.id ${shape.joins}`;
  const name = [shape.name, isDeepPage ? 'far' : 'near', query.name].filter(Boolean).join('-');
  return { statement: { name, text }, values: query.values };
}
