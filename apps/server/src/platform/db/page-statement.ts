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

/** The contract's limit; as a constant it keeps the generic plan's estimates low. */
const MAX_ROWS = 100;
/** Beyond this offset counters find the page's day. */
const NEAR_ROWS = 500;
const NEWEST_FIRST = '-date';

interface Ordered {
  readonly direction: 'ASC' | 'DESC';
  readonly limit: string;
}

export const orderedRows = (rows: string, { direction, limit }: Ordered): string =>
  `SELECT id, listed FROM (${rows}) AS rows ORDER BY listed ${direction}, id ${direction} LIMIT ${limit}`;

/** The parts of a statement that reads rows of a list under its filters. */
export interface ListQuery {
  /** Names the statement: the same name always has the same text. */
  readonly name: string;
  readonly values: unknown[];
  /** Adds a value and returns its placeholder. */
  readonly bind: (value: unknown) => string;
  readonly order: ListOrder;
  readonly sortKey: string;
  readonly isAscending: boolean;
  readonly days: DayRange | null;
  /** The search is too short for an index. */
  readonly isShort: boolean;
  /** The rows of each day are read in the order, and merged. */
  readonly isByDayIndex: boolean;
  /** No counter has the total or no index the order: the matching rows are read first. */
  readonly materializesMatches: boolean;
  /** A SELECT of ids and order values, with one more condition. */
  readonly filteredRows: (condition?: string, ordered?: Ordered) => string;
  /** The condition of the rows' counters. */
  readonly counters: string;
  /** The counters' condition for the requested days. */
  readonly period: string;
  /** A SELECT of the number of rows by the counters. */
  readonly countedRows: string;
}

/** A search's condition, and its part of the statement's name, which has 63 characters at most. */
function searchOf(shape: ListShape, { search, similar, hidesTransactions }: ListFilters, bind: ListQuery['bind']) {
  const { readings, isShort } = similar
    ? { readings: [similar], isShort: false }
    : readSearch(shape, search ?? '', hidesTransactions);
  const kinds = similar
    ? `${similar.kind}-${similar.values.length}`
    : readings.map(({ kind }) => (readings.length === 1 ? kind : kind.slice(0, 1))).join('');
  return { ...searchCondition(shape, readings, bind), isShort, name: isShort ? `short-${kinds}` : kinds };
}

/** The filters of a request with the placeholders of their values. */
interface BoundFilters {
  readonly statuses: readonly string[];
  readonly searched: ReturnType<typeof searchOf> | null;
  /** By column. */
  readonly fixed: ReadonlyMap<string, string>;
  readonly flags: readonly string[];
  readonly days: DayRange | null;
  readonly before: string | null;
  readonly ids: string | null;
}

function bindFilters(shape: ListShape, input: ListFilters, bind: ListQuery['bind']): BoundFilters {
  const { status, search, fixedFilters = [], flags = [], days, before, ids } = input;
  return {
    statuses: (status ?? []).map(bind),
    searched: search === null ? null : searchOf(shape, input, bind),
    fixed: new Map(fixedFilters.map(({ column, id }) => [column, bind(id)])),
    flags,
    days: days ? { from: `${bind(days.from)}::date`, to: `${bind(days.to)}::date` } : null,
    before: before ? bind(before) : null,
    ids: ids ? bind(ids) : null,
  };
}

export function listQuery(shape: ListShape, input: ListFilters): ListQuery {
  const values: unknown[] = [];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const bound = bindFilters(shape, input, bind);
  const { statuses, searched, days, before, ids } = bound;
  // `-amount` is descending.
  const sort = input.sort ?? NEWEST_FIRST;
  const isAscending = !sort.startsWith('-');
  const sortKey = isAscending ? sort : sort.slice(1);
  const isByDate = sortKey === 'date';
  const order = shape.orders?.[sortKey] ?? dateOrder(shape);
  const filtered = [...bound.fixed.keys(), ...bound.flags];
  const isByDayIndex = days !== null && order.utcDay !== undefined;
  const isCombined = isByDate || isByDayIndex || order.combinedCounter !== undefined;
  const hasCounter = filtered.length === 0 || (isCombined && areCounted(shape, bound));
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
  const counters = countersOf(shape, isByDayIndex ? dateOrder(shape) : order, bound);
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
    isByDayIndex,
    materializesMatches:
      searched !== null || !hasCounter || Boolean(before ?? ids) || (days !== null && !isByDate && !isByDayIndex),
    filteredRows: filteredRowsOf(shape, order, bound),
    counters,
    period,
    countedRows: `SELECT coalesce(sum(count), 0)::bigint FROM counters WHERE ${counters} AND ${period}`,
  };
}

/** All conditions except statuses and ids found by a search. */
const conditionsOf = (shape: ListShape, { searched, fixed, flags, days, before, ids }: BoundFilters): string[] => [
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

/** One branch per status, each in the order of its index, merged afterwards. */
function filteredRowsOf(shape: ListShape, order: ListOrder, bound: BoundFilters): ListQuery['filteredRows'] {
  const { table, statusColumn } = shape;
  const { statuses, searched, days } = bound;
  // OFFSET keeps the planner from reading an index for the other conditions.
  const source = searched?.isByIds
    ? `(SELECT * FROM ${table} WHERE ${searched.condition} OFFSET 0) AS sought`
    : table;
  const anyStatus = statuses.length === 0 ? [] : [`${statusColumn} IN (${statuses.join(', ')})`];
  // A search has no order yet, so it runs once for all statuses.
  const branches =
    searched || statuses.length === 0 ? [anyStatus] : statuses.map((status) => [`${statusColumn} = ${status}`]);
  return (condition, ordered) => {
    const selects = branches.map((ofStatus) => {
      const conditions = [...conditionsOf(shape, bound), ...ofStatus, ...(condition ? [condition] : [])];
      const rows = `SELECT id, ${order.value} AS listed FROM ${source} WHERE ${conditions.join(' AND ')}`;
      if (!ordered) return rows;
      return `(${orderedRows(days && order.utcDay && !searched ? ofEachDay(shape, order.utcDay, days, rows, ordered) : rows, ordered)})`;
    });
    const all = selects.join(' UNION ALL ');
    return ordered && selects.length > 1 ? orderedRows(all, ordered) : all;
  };
}

/** The first rows of each UTC day that the range touches; counters name the days that have rows. */
const ofEachDay = (
  { counter }: ListShape,
  utcDay: string,
  days: DayRange,
  rows: string,
  ordered: Ordered,
): string => `
  SELECT of_day.id, of_day.listed FROM (
    SELECT DISTINCT starts_on + shift AS day FROM counters, generate_series(-1, 1) AS shift
    WHERE name = '${counter}' AND status IS NULL AND period = 'day' AND starts_on BETWEEN ${days.from} AND ${days.to}
  ) AS days CROSS JOIN LATERAL (${orderedRows(`${rows} AND ${utcDay} = days.day`, ordered)}) AS of_day`;

/** The counter of a flag that is the only filter. */
function flagCounterOf({ flagCounters }: ListShape, { statuses, fixed, flags }: BoundFilters): string | null {
  const [flag, ...others] = flags;
  if (flag === undefined || others.length > 0 || statuses.length > 0 || fixed.size > 0) return null;
  return flagCounters?.[flag] ?? null;
}

const areCounted = (shape: ListShape, bound: BoundFilters): boolean =>
  flagCounterOf(shape, bound) !== null ||
  [...bound.fixed.keys(), ...bound.flags].every((column) => shape.combined?.columns.includes(column));

function countersOf(shape: ListShape, order: ListOrder, bound: BoundFilters): string {
  const { statusColumn, combined } = shape;
  const { statuses, fixed, flags } = bound;
  const flagCounter = flagCounterOf(shape, bound);
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
  return `name = '${order.combinedCounter ?? combined.counter}' AND status IN (${keys.join(', ')})`;
}

/** The placeholders of a page. */
interface BoundPage {
  readonly limit: string;
  readonly offset: string;
}

/** The expressions before a page's ids, the ids, and the number of rows. */
interface PageParts {
  readonly before: string;
  readonly ids: string;
  readonly total: string;
}

/** Sorts after rows without a date, which are at `-infinity`, and before every other day. */
const BEFORE_ALL_DAYS = '4713-02-01 BC';

/**
 * Reads a deep page from the nearest bucket of the order: a midnight or a whole rupee. Counters say how many rows are
 * above it, by month, then by day; only rows between bucket and page are skipped one by one. `position` rows are above
 * the bucket's lowest value; those of the page are read upwards. An ascending page is counted from the other end.
 */
function deepPage(query: ListQuery, { limit: pageLimit, offset: pageOffset }: BoundPage): PageParts {
  const { order, isAscending, filteredRows, counters, days, countedRows: total } = query;
  const bounds = isAscending
    ? `SELECT greatest(0, rows - ${pageOffset}::bigint - ${pageLimit}::bigint) AS skipped, greatest(0, least(${pageLimit}::bigint, rows - ${pageOffset}::bigint)) AS wanted FROM (${total}) AS counted (rows)`
    : `SELECT ${pageOffset}::bigint AS skipped, ${pageLimit}::bigint AS wanted`;
  // Within a range the days are counted one by one, from its end.
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
    SELECT * FROM (
      ${side('>=', 'ASC', 'least(wanted, position - skipped)', 'position - skipped - wanted')}
      UNION ALL
      ${side('<', 'DESC', 'least(wanted, skipped + wanted - position)', 'skipped - position')}
    ) AS page LIMIT ${MAX_ROWS}`;
  return { before, ids, total };
}

/** Reads the rows of each day from the end that is nearer to the page, and merges them. */
function pageOfDays(query: ListQuery, { limit, offset }: BoundPage): PageParts {
  const { filteredRows, isAscending, countedRows } = query;
  const bound = (expression: string) => `(SELECT greatest(0, ${expression}) FROM bounds)`;
  const side = (isForwards: boolean, skipped: string, wanted: string) => {
    const direction = isAscending === isForwards ? 'ASC' : 'DESC';
    const used = bound(`CASE WHEN is_in_first_half = ${isForwards} THEN ${skipped} + ${wanted} ELSE 0 END`);
    const rows = filteredRows(undefined, { direction, limit: used });
    return `(SELECT * FROM (${rows}) AS rows LIMIT ${bound(wanted)} OFFSET ${bound(skipped)})`;
  };
  return {
    before: `bounds AS MATERIALIZED (
      SELECT total, ${offset}::bigint AS skipped, least(${limit}::bigint, total - ${offset}::bigint) AS wanted, ${offset}::bigint <= total / 2 AS is_in_first_half
      FROM (${countedRows}) AS counted (total)),`,
    ids: `SELECT * FROM (${side(true, 'skipped', 'wanted')} UNION ALL ${side(false, '(total - skipped - wanted)', 'wanted')}) AS page LIMIT ${MAX_ROWS}`,
    total: 'SELECT total FROM bounds',
  };
}

function nearPage(query: ListQuery, { limit, offset }: BoundPage): PageParts {
  const { filteredRows } = query;
  const direction = query.isAscending ? 'ASC' : 'DESC';
  const ordered = `ORDER BY listed ${direction}, id ${direction}`;
  // Constant bounds keep the plan's estimates low.
  const pageOf = (rows: string) =>
    `SELECT * FROM (SELECT * FROM (${rows}) AS ordered OFFSET ${offset} LIMIT ${MAX_ROWS}) AS page LIMIT ${limit}`;
  if (query.isShort)
    return {
      before: '',
      ids: pageOf(`SELECT * FROM (${filteredRows()}) AS rows ${ordered}`),
      total: `SELECT count(*) FROM (${filteredRows()}) AS rows`,
    };
  // Matching rows are read once for page and count.
  if (query.materializesMatches)
    return {
      before: `found AS MATERIALIZED (${filteredRows()}),`,
      ids: pageOf(`SELECT * FROM found ${ordered}`),
      total: 'SELECT count(*) FROM found',
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
 * The statement of a page and its total. All pages cost about the same (docs/decisions/005-counters.md): counters have
 * the total and the place of a deep page, an index has the ids, and only the page's rows are joined.
 */
export function pageStatement(shape: ListShape, input: ListInput): { statement: Statement; values: unknown[] } {
  const query = listQuery(shape, input);
  const { isByDayIndex, materializesMatches } = query;
  const isDeepPage = !materializesMatches && !isByDayIndex && offsetOf(input) > NEAR_ROWS;
  const page = { limit: query.bind(input.limit), offset: query.bind(offsetOf(input)) };
  const readNearIds = isByDayIndex && !materializesMatches ? pageOfDays : nearPage;
  const { before, ids, total } = (isDeepPage ? deepPage : readNearIds)(query, page);
  const direction = query.isAscending ? 'ASC' : 'DESC';
  const text = `
    WITH ${before} ids AS MATERIALIZED (${ids})
    SELECT (${total})::float8 AS total, ${sumOf(shape, query)}
      coalesce(json_agg(${shape.json} ORDER BY ids.listed ${direction}, ids.id ${direction}), '[]'::json) AS rows
    FROM ids JOIN ${shape.table} AS b ON b.id = ids.id ${shape.joins}`;
  const name = [shape.name, isDeepPage ? 'far' : 'near', query.name].filter(Boolean).join('-');
  return { statement: { name, text }, values: query.values };
}
