import {
  type DayRange,
  dateOrder,
  type ListFilters,
  type ListInput,
  type ListOrder,
  type ListShape,
  midnightOf,
} from './list-shape.ts';
import { conditionOf } from './read-record.ts';
import { readSearch, searchCondition } from './read-search.ts';
import type { Statement } from './statement.ts';
import { offsetOf } from './statement-page.ts';

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

/** The limit of the contract; a constant in the statement, so that the generic plan expects few rows too. */
const MAX_ROWS = 100;
/** Up to this offset rows are skipped one by one; beyond it, counters find the day of the page. */
const NEAR_ROWS = 500;
const NEWEST_FIRST = '-date';

/** The order of rows and how many of them are read at most, in SQL. */
interface Ordered {
  readonly direction: 'ASC' | 'DESC';
  readonly limit: string;
}

/** Rows in the order of a list. */
export const orderedRows = (rows: string, { direction, limit }: Ordered): string =>
  `SELECT id, listed FROM (${rows}) AS rows ORDER BY listed ${direction}, id ${direction} LIMIT ${limit}`;

/** The parts of a statement that reads rows of a list under its filters. SQL and parameters are composed together. */
export interface ListQuery {
  /** Distinguishes the statements of a list: the same name always has the same text. */
  readonly name: string;
  /** The parameters in the order of their placeholders. */
  readonly values: unknown[];
  /** Adds a parameter and returns its placeholder. */
  readonly bind: (value: unknown) => string;
  readonly order: ListOrder;
  readonly sortKey: string;
  readonly isAscending: boolean;
  readonly days: DayRange | null;
  /** The search is too short for an index. */
  readonly isShort: boolean;
  /** No counter has the total, or no index has the order: the matching rows are read first. */
  readonly materializesMatches: boolean;
  /** The SELECT of id and order of the rows, with one more condition. */
  readonly filteredRows: (condition?: string, ordered?: Ordered) => string;
  /** The condition of the counters of the same rows, in the buckets of the order. */
  readonly counters: string;
  /** The condition of the counters of the asked days. */
  readonly period: string;
  /** The SELECT of the number of rows that counters have. */
  readonly countedRows: string;
}

/** The condition of a search, and its part of the statement's name, which has 63 characters at most. */
function searchOf(shape: ListShape, { search, similar, hidesTransactions }: ListFilters, bind: ListQuery['bind']) {
  const { readings, isShort } = similar
    ? { readings: [similar], isShort: false }
    : readSearch(shape, search ?? '', hidesTransactions);
  const kinds = similar
    ? `${similar.kind}-${similar.values.length}`
    : readings.map(({ kind }) => (readings.length === 1 ? kind : kind.slice(0, 1))).join('');
  return { ...searchCondition(shape, readings, bind), isShort, name: isShort ? `short-${kinds}` : kinds };
}

const daysOf = ({ from, to }: DayRange, bind: ListQuery['bind']): DayRange => ({
  from: `${bind(from)}::date`,
  to: `${bind(to)}::date`,
});

/** `-amount` is the falling order by `amount`; newest first by default. */
function readSort(given: string | null | undefined) {
  const sort = given ?? NEWEST_FIRST;
  const isAscending = !sort.startsWith('-');
  return { sort, sortKey: isAscending ? sort : sort.slice(1), isAscending };
}

interface Placeholders {
  readonly searched: { readonly condition: string; readonly isByIds: boolean } | null;
  /** By column. */
  readonly fixed: ReadonlyMap<string, string>;
  readonly flags: readonly string[];
  readonly days: DayRange | null;
  readonly before: string | null;
  readonly ids: string | null;
}

/** The conditions of the rows, but for their statuses and for ids that a search has found. */
const conditionsOf = (
  shape: ListShape,
  { searched, fixed, flags, days, before, ids }: Placeholders,
): readonly string[] => [
  conditionOf(shape),
  ...(searched && !searched.isByIds ? [searched.condition] : []),
  ...[...fixed].map(([column, parameter]) => `${column} = ${parameter}`),
  ...flags.map((flag) => shape.flags?.[flag] ?? 'false'),
  ...(days
    ? [`${shape.orderBy} >= ${midnightOf(days.from)}`, `${shape.orderBy} < ${midnightOf(`${days.to} + 1`)}`]
    : []),
  ...(before ? [`${shape.orderBy} < ${before}::timestamptz`] : []),
  ...(ids ? [`id = ANY (${ids})`] : []),
];

/** Composes the parts of a statement that reads rows of a list. */
export function listQuery(shape: ListShape, input: ListFilters): ListQuery {
  const values: unknown[] = [];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const statuses = (input.status ?? []).map(bind);
  const searched = input.search === null ? null : searchOf(shape, input, bind);
  const fixed = new Map((input.fixedFilters ?? []).map(({ column, id }) => [column, bind(id)]));
  const flags = input.flags ?? [];
  const days = input.days ? daysOf(input.days, bind) : null;
  const before = input.before ? bind(input.before) : null;
  const ids = input.ids ? bind(input.ids) : null;

  const { sort, sortKey, isAscending } = readSort(input.sort);
  const isByDate = sortKey === 'date';
  const order = shape.orders?.[sortKey] ?? dateOrder(shape);
  const filtered = [...fixed.keys(), ...flags];
  const hasCounter = filtered.length === 0 || (isByDate && areCounted(shape, { statuses, fixed, flags }));
  const materializesMatches =
    searched !== null || !hasCounter || Boolean(before ?? ids) || (days !== null && !isByDate);
  const name = [
    statuses.length > 0 && 'status',
    statuses.length > 1 && String(statuses.length),
    searched?.name,
    ...filtered,
    days && 'days',
    before && 'before',
    ids && 'marked',
    sort !== NEWEST_FIRST && `by ${sort}`,
  ]
    .filter(Boolean)
    .join('-');

  const conditions = conditionsOf(shape, { searched, fixed, flags, days, before, ids });
  const counters = countersOf(shape, order, { statuses, fixed, flags });
  const period = days ? `period = 'day' AND starts_on BETWEEN ${days.from} AND ${days.to}` : `period = 'ever'`;
  return {
    name,
    values,
    bind,
    order,
    sortKey,
    isAscending,
    days,
    isShort: searched?.isShort === true,
    materializesMatches,
    filteredRows: filteredRowsOf(shape, order, { statuses, searched, conditions }),
    counters,
    period,
    countedRows: `SELECT coalesce(sum(count), 0)::bigint FROM counters WHERE ${counters} AND ${period}`,
  };
}

interface Filtered {
  readonly statuses: readonly string[];
  readonly searched: { readonly condition: string; readonly isByIds: boolean } | null;
  readonly conditions: readonly string[];
}

/** Several statuses are as many branches, each with its own order, so that it is read from the index and the rows are merged. */
function filteredRowsOf(shape: ListShape, order: ListOrder, { statuses, searched, conditions }: Filtered) {
  const { table, statusColumn } = shape;
  // OFFSET keeps the planner from reading an index for the other conditions, too.
  const source = searched?.isByIds
    ? `(SELECT * FROM ${table} WHERE ${searched.condition} OFFSET 0) AS sought`
    : table;
  const anyStatus = statuses.length === 0 ? [] : [`${statusColumn} IN (${statuses.join(', ')})`];
  // What a search finds has no order yet: it is found once, and not once for each status.
  const branches =
    searched || statuses.length === 0 ? [anyStatus] : statuses.map((status) => [`${statusColumn} = ${status}`]);
  return (condition?: string, ordered?: Ordered): string => {
    const selects = branches.map((ofStatus) => {
      const where = [...conditions, ...ofStatus, ...(condition ? [condition] : [])].join(' AND ');
      const rows = `SELECT id, ${order.value} AS listed FROM ${source} WHERE ${where}`;
      return ordered ? `(${orderedRows(rows, ordered)})` : rows;
    });
    return ordered && selects.length > 1
      ? orderedRows(selects.join(' UNION ALL '), ordered)
      : selects.join(' UNION ALL ');
  };
}

interface Counted {
  readonly statuses: readonly string[];
  readonly fixed: ReadonlyMap<string, string>;
  readonly flags: readonly string[];
}

/** The counter of a flag that is the only filter; null for other filters. */
function flagCounterOf({ flagCounters }: ListShape, { statuses, fixed, flags }: Counted): string | null {
  const [flag, ...others] = flags;
  if (flag === undefined || others.length > 0 || statuses.length > 0 || fixed.size > 0) return null;
  return flagCounters?.[flag] ?? null;
}

/** Whether a counter has the rows under these filters. */
const areCounted = (shape: ListShape, counted: Counted): boolean =>
  flagCounterOf(shape, counted) !== null ||
  [...counted.fixed.keys(), ...counted.flags].every((column) => shape.combined?.columns.includes(column));

function countersOf(shape: ListShape, order: ListOrder, { statuses, fixed, flags }: Counted): string {
  const { statusColumn, combined } = shape;
  const flagCounter = flagCounterOf(shape, { statuses, fixed, flags });
  if (flagCounter !== null) return `name = '${flagCounter}' AND status IS NULL`;
  if (!combined || (fixed.size === 0 && flags.length === 0)) {
    const condition = statuses.length === 0 ? 'IS NULL' : `IN (${statuses.join(', ')})`;
    return `name = '${order.counter}' AND status ${condition}`;
  }
  const keys = (statuses.length === 0 ? [null] : statuses).map((status) => {
    const values = combined.columns.map((column) => {
      if (flags.includes(column)) return 'true';
      return (column === statusColumn ? status : fixed.get(column)) ?? 'NULL';
    });
    return `${combined.status}(${values.join(', ')})`;
  });
  return `name = '${combined.counter}' AND status IN (${keys.join(', ')})`;
}

/** The placeholders of the page. */
interface PagePlaceholders {
  readonly limit: string;
  readonly offset: string;
  /** Counters find the day of the page. */
  readonly isDeepPage: boolean;
}

/** A page of ordered rows; constant bounds keep the estimates of the plan low. */
const pageOf = (ordered: string, { limit, offset }: PagePlaceholders): string =>
  `SELECT * FROM (SELECT * FROM (${ordered}) AS ordered OFFSET ${offset} LIMIT ${MAX_ROWS}) AS page LIMIT ${limit}`;

/** The common table expressions before the ids of a page, the ids, and the number of rows. */
function pageParts(query: ListQuery, page: PagePlaceholders): { before: string; ids: string; total: string } {
  const { order, isAscending, filteredRows, counters, days, countedRows } = query;
  const direction = isAscending ? 'ASC' : 'DESC';
  const ordered = `ORDER BY listed ${direction}, id ${direction}`;
  if (page.isDeepPage)
    return {
      ...aroundAnchor({
        order,
        isAscending,
        limit: page.limit,
        offset: page.offset,
        rowsWhere: filteredRows,
        counters,
        days,
        total: countedRows,
        mostRows: MAX_ROWS,
      }),
      total: countedRows,
    };
  if (query.isShort)
    return {
      before: '',
      ids: pageOf(`SELECT * FROM (${filteredRows()}) AS rows ${ordered}`, page),
      total: `SELECT count(*) FROM (${filteredRows()}) AS rows`,
    };
  // The rows are found once, for the page and for the count.
  if (query.materializesMatches)
    return {
      before: `found AS MATERIALIZED (${filteredRows()}),`,
      ids: pageOf(`SELECT * FROM found ${ordered}`, page),
      total: 'SELECT count(*) FROM found',
    };
  return {
    before: '',
    ids: pageOf(filteredRows(undefined, { direction, limit: String(NEAR_ROWS + MAX_ROWS) }), page),
    total: countedRows,
  };
}

/** The sum of a list that has one. */
function sumOf({ table, sumColumn }: ListShape, query: ListQuery): string {
  if (sumColumn === undefined) return '';
  const { counters, period, filteredRows, isShort } = query;
  const sum = query.materializesMatches
    ? `SELECT sum(summed.${sumColumn}) FROM (${isShort ? filteredRows() : 'SELECT id FROM found'}) AS rows JOIN ${table} AS summed ON summed.id = rows.id`
    : `SELECT sum(amount_paise) FROM counters WHERE ${counters} AND ${period}`;
  return `coalesce((${sum}), 0)::float8 AS sum,`;
}

/**
 * The one statement that reads a page of a list and its total.
 * The first page and the last cost the same (docs/decisions/005-counters.md): totals and the place of a deep page come from
 * counters, ids from an index alone, and only the rows of the page are joined.
 */
export function pageStatement(shape: ListShape, input: ListInput): { statement: Statement; values: unknown[] } {
  const query = listQuery(shape, input);
  const isDeepPage = !query.materializesMatches && offsetOf(input) > NEAR_ROWS;
  const { before, ids, total } = pageParts(query, {
    isDeepPage,
    limit: query.bind(input.limit),
    offset: query.bind(offsetOf(input)),
  });
  const direction = query.isAscending ? 'ASC' : 'DESC';
  const text = `
    WITH ${before} ids AS MATERIALIZED (${ids})
    SELECT (${total})::float8 AS total, ${sumOf(shape, query)}
      coalesce(json_agg(${shape.json} ORDER BY ids.listed ${direction}, ids.id ${direction}), '[]'::json) AS rows
    FROM ids JOIN ${shape.table} AS b ON b.id = ids.id ${shape.joins}`;
  const name = [shape.name, isDeepPage ? 'far' : 'near', query.name].filter(Boolean).join('-');
  return { statement: { name, text }, values: query.values };
}
