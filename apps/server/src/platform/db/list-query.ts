import {
  type DayRange,
  dateOrder,
  type ListFilters,
  type ListOrder,
  type ListShape,
  midnightSql,
} from './list-shape.ts';
import { conditionOf } from './read-record.ts';
import { readSearch } from './read-search.ts';
import { buildSearchCondition, type SearchCondition, type SearchExtent } from './search-condition.ts';

const NEWEST_FIRST = '-date';

interface Ordered {
  readonly direction: 'ASC' | 'DESC';
  readonly limit: string;
  /** Whether the first rows of each day are read and merged. */
  readonly isMerged?: boolean;
}

const orderedRowsSql = (rows: string, { direction, limit }: Ordered): string =>
  `SELECT id, listed FROM (${rows}) AS rows ORDER BY listed ${direction}, id ${direction} LIMIT ${limit}`;

/** The parts of a statement that reads the rows of a filtered list. */
export interface ListQuery {
  /** The name of the statement. The same name always has the same text. */
  readonly name: string;
  readonly values: unknown[];
  /** Adds a value and returns its placeholder. */
  readonly bind: (value: unknown) => string;
  readonly order: ListOrder;
  readonly sortKey: string;
  readonly isAscending: boolean;
  readonly days: DayRange | null;
  /** Whether the search text is too short for an index. */
  readonly isShort: boolean;
  /** How the matches of a search are read; null if there is no search. */
  readonly extent: SearchExtent | null;
  /** The steps of the search that precede the rows (FIND-04). */
  readonly steps: SearchCondition['steps'];
  /** Whether the rows of each day are read in order and then merged. */
  readonly isByDayIndex: boolean;
  /** Whether the matching rows are read first, because no counter has the total or no index has the order. */
  readonly materializesMatches: boolean;
  /** Whether an index has the order but no counter has the total, so that the rows are counted. */
  readonly countsRows: boolean;
  /** Returns a SELECT of ids and order values, with an additional condition. */
  readonly filteredRows: (condition?: string, ordered?: Ordered) => string;
  /** The condition that selects the counters of the rows. */
  readonly counters: string;
  /** The counters' condition for the requested days. */
  readonly period: string;
  /** A SELECT that counts the rows by means of counters. */
  readonly countedRows: string;
  /** A SELECT of the order's buckets in the requested days, each with its lowest value and its number of rows. */
  readonly buckets: string | null;
}

/** Returns the condition of a search and its part of the statement's name, which may have at most 63 characters. */
function searchOf(
  shape: ListShape,
  { search, similar, hidesTransactions, extent = 'all' }: ListFilters,
  bind: ListQuery['bind'],
  scope: { readonly listed: string; readonly conditions: readonly string[] },
) {
  const { readings, isShort } = similar
    ? { readings: [similar], isShort: false }
    : readSearch(shape, search ?? '', hidesTransactions);
  const kinds = similar
    ? `${similar.kind}-${similar.values.length}`
    : readings.map(({ kind }) => (readings.length === 1 ? kind : kind.slice(0, 1))).join('');
  const name = [extent !== 'all' && extent, isShort && 'short', kinds].filter(Boolean).join('-');
  return { ...buildSearchCondition(shape, readings, bind, { extent, ...scope }), extent, isShort, name };
}

/** The filters of a request, with placeholders for their values. */
interface BoundFilters {
  readonly statuses: readonly string[];
  readonly searched: ReturnType<typeof searchOf> | null;
  /** The placeholders by column. */
  readonly fixed: ReadonlyMap<string, string>;
  readonly flags: readonly string[];
  readonly days: DayRange | null;
  readonly before: string | null;
  readonly ids: string | null;
}

function bindFilters(
  shape: ListShape,
  order: ListOrder,
  input: ListFilters,
  bind: ListQuery['bind'],
): BoundFilters {
  const { status, search, fixedFilters = [], flags = [], days, before, ids } = input;
  const bound: BoundFilters = {
    statuses: (status ?? []).map(bind),
    searched: null,
    fixed: new Map(fixedFilters.map(({ column, id }) => [column, bind(id)])),
    flags,
    days: days ? { from: `${bind(days.from)}::date`, to: `${bind(days.to)}::date` } : null,
    before: before ? bind(before) : null,
    ids: ids ? bind(ids) : null,
  };
  if (search === null) return bound;
  const filters = [...filterConditions(shape, dateOrder(shape), bound), ...statusConditions(shape, bound)];
  // IS TRUE keeps the planner from reading an index for a filter instead of the one for the search.
  const conditions = [conditionOf(shape), ...(filters.length > 0 ? [`(${filters.join(' AND ')}) IS TRUE`] : [])];
  return { ...bound, searched: searchOf(shape, input, bind, { listed: order.value, conditions }) };
}

const statusConditions = ({ statusColumn }: ListShape, { statuses }: BoundFilters): string[] =>
  statuses.length === 0 ? [] : [`${statusColumn} IN (${statuses.join(', ')})`];

export function buildListQuery(shape: ListShape, input: ListFilters): ListQuery {
  const values: unknown[] = [];
  const bind = (value: unknown) => `$${values.push(value)}`;
  // `-amount` is descending.
  const sort = input.sort ?? NEWEST_FIRST;
  const isAscending = !sort.startsWith('-');
  const sortKey = isAscending ? sort : sort.slice(1);
  const isByDate = sortKey === 'date';
  const order = shape.orders?.[sortKey] ?? dateOrder(shape);
  const bound = bindFilters(shape, order, input, bind);
  const { statuses, searched, days } = bound;
  const isByDayIndex = days !== null && order.ofDays !== undefined;
  const name = [
    statuses.length > 0 && 'status',
    statuses.length > 1 && String(statuses.length),
    searched?.name,
    ...bound.fixed.keys(),
    ...bound.flags,
    days && 'days',
    bound.before && 'before',
    bound.ids && 'marked',
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
    extent: searched?.extent ?? null,
    steps: searched?.steps ?? [],
    isByDayIndex: isByDayIndex && searched === null,
    materializesMatches: searched ? searched.extent !== 'each' : !isIndexed(shape, order, bound, isByDate),
    countsRows: isByDate && isOnlyBefore(bound),
    filteredRows: filteredRowsOf(shape, order, bound),
    counters,
    period,
    countedRows: `SELECT coalesce(sum(count), 0)::bigint FROM counters WHERE ${counters} AND ${period}`,
    buckets: bucketsSql(shape, order, bound),
  };
}

function daysCondition({ orderBy }: ListShape, { ofDays }: ListOrder, { from, to }: DayRange): string {
  const condition = `${orderBy} >= ${midnightSql(from)} AND ${orderBy} < ${midnightSql(`${to} + 1`)}`;
  // IS TRUE keeps the planner from reading an index by date, after which it would sort.
  return ofDays === undefined ? condition : `(${condition}) IS TRUE`;
}

/** Checks whether rows before a time are requested, with no other filter than statuses. */
const isOnlyBefore = ({ searched, fixed, flags, days, before, ids }: BoundFilters): boolean =>
  before !== null && searched === null && fixed.size === 0 && flags.length === 0 && days === null && ids === null;

/** Checks whether, for a list without a search, counters have the total and an index has the order. */
function isIndexed(shape: ListShape, order: ListOrder, bound: BoundFilters, isByDate: boolean): boolean {
  const { fixed, flags, days, before, ids } = bound;
  if (before !== null || ids !== null) return false;
  const isOfDays = days !== null && !isByDate;
  if (isOfDays && order.ofDays === undefined) return false;
  if (fixed.size === 0 && flags.length === 0) return true;
  return (isByDate || isOfDays || order.combinedCounter !== undefined) && areCounted(shape, bound);
}

/** Returns the conditions of all filters except statuses and the search. */
const filterConditions = (
  shape: ListShape,
  order: ListOrder,
  { fixed, flags, days, before, ids }: BoundFilters,
): string[] => [
  ...[...fixed].map(([column, parameter]) => `${column} = ${parameter}`),
  ...flags.map((flag) => shape.flags?.[flag] ?? 'false'),
  ...(days ? [daysCondition(shape, order, days)] : []),
  ...(before ? [`${shape.orderBy} < ${before}::timestamptz`] : []),
  ...(ids ? [`id = ANY (${ids})`] : []),
];

/** Returns all conditions except statuses. */
const conditionsOf = (shape: ListShape, order: ListOrder, bound: BoundFilters): string[] => [
  conditionOf(shape),
  ...(bound.searched?.condition ? [bound.searched.condition] : []),
  ...filterConditions(shape, order, bound),
];

/** Reads one branch per status, each in the order of its index, and merges the branches. */
function filteredRowsOf(shape: ListShape, order: ListOrder, bound: BoundFilters): ListQuery['filteredRows'] {
  const { table, statusColumn } = shape;
  const { statuses, searched, days } = bound;
  const found = searched?.rows;
  if (found)
    return (condition, ordered) => (ordered ? orderedRowsSql(found(condition), ordered) : found(condition));
  // The result of a search is not ordered yet, so the search runs once for all statuses.
  const branches =
    statuses.length === 0 || (searched && searched.extent !== 'each')
      ? [statusConditions(shape, bound)]
      : statuses.map((status) => [`${statusColumn} = ${status}`]);
  return (condition, ordered) => {
    const selects = branches.map((ofStatus) => {
      const conditions = [...conditionsOf(shape, order, bound), ...ofStatus, ...(condition ? [condition] : [])];
      const rows = `SELECT id, ${order.value} AS listed FROM ${table} WHERE ${conditions.join(' AND ')}`;
      if (!ordered) return rows;
      return `(${orderedRowsSql(ordered.isMerged && days && order.ofDays ? rowsOfEachDaySql(shape, order.ofDays.utcDay, days, rows, ordered) : rows, ordered)})`;
    });
    const all = selects.join(' UNION ALL ');
    return ordered && selects.length > 1 ? orderedRowsSql(all, ordered) : all;
  };
}

/** Reads the first rows of each UTC day in the range. Counters tell which days have rows. */
const rowsOfEachDaySql = (
  { counter }: ListShape,
  utcDay: string,
  days: DayRange,
  rows: string,
  ordered: Ordered,
): string => `
  SELECT of_day.id, of_day.listed FROM (
    SELECT DISTINCT starts_on + shift AS day FROM counters, generate_series(-1, 1) AS shift
    WHERE name = '${counter}' AND status IS NULL AND period = 'day' AND starts_on BETWEEN ${days.from} AND ${days.to}
  ) AS days CROSS JOIN LATERAL (${orderedRowsSql(`${rows} AND ${utcDay} = days.day`, ordered)}) AS of_day`;

/**
 * Computes the buckets of a range of days. A month at either end of the range is counted by its days, or completely
 * without the days outside the range, whichever reads fewer days: a day has thousands of counters.
 */
function bucketsSql(
  { combined, statusColumn }: ListShape,
  { ofDays }: ListOrder,
  { days, statuses, fixed }: BoundFilters,
): string | null {
  if (days === null || ofDays === undefined || combined === undefined) return null;
  const { from, to } = days;
  const month = (day: string) => `date_trunc('month', ${day})::date`;
  const nextMonth = (day: string) => `(date_trunc('month', ${day}) + interval '1 month')::date`;
  // The complete months that are counted: from `start`, before `end`.
  const start = `CASE WHEN ${from} - ${month(from)} <= ${nextMonth(from)} - ${from} THEN ${month(from)} ELSE ${nextMonth(from)} END`;
  const end = `CASE WHEN ${nextMonth(to)} - 1 - ${to} <= ${to} - ${month(to)} + 1 THEN ${nextMonth(to)} ELSE ${month(to)} END`;
  const countersOf = (count: string, condition: string) =>
    `SELECT status, ${count} AS count FROM counters WHERE name = '${ofDays.counter}' AND status IS NOT NULL AND ${condition}`;
  const ofPeriod = (period: 'month' | 'day', count: string, first: string, last: string) =>
    countersOf(count, `period = '${period}' AND starts_on >= ${first} AND starts_on < ${last}`);
  const filters = combined.columns.flatMap((column, place) => {
    const values = column === statusColumn ? statuses : [fixed.get(column)].filter((value) => value !== undefined);
    return values.length === 0 ? [] : [`key->>${place} IN (${values.join(', ')})`];
  });
  return `
    SELECT (key->>${combined.columns.length})::bigint AS lowest, sum(rows) AS rows FROM (
      SELECT status::jsonb AS key, sum(count) AS rows FROM (
        ${ofPeriod('month', 'count', start, end)}
        UNION ALL ${ofPeriod('day', 'count', from, start)}
        UNION ALL ${ofPeriod('day', '-count', start, from)}
        UNION ALL ${ofPeriod('day', 'count', end, `${to} + 1`)}
        UNION ALL ${ofPeriod('day', '-count', `${to} + 1`, end)}
      ) AS counted GROUP BY status) AS keyed
    ${filters.length > 0 ? `WHERE ${filters.join(' AND ')}` : ''} GROUP BY 1`;
}

/** Returns the counter of a flag if the flag is the only filter. */
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
