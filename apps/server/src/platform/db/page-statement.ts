import { aroundAnchor } from './counter-anchor.ts';
import { searchCondition } from './list-search.ts';
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
import { readSearch, type SearchKind } from './read-search.ts';
import type { Statement } from './statement.ts';

/** What the text of a statement depends on, apart from the values. */
interface Variant {
  readonly name: string;
  /** How many statuses are asked for; 0 for all. */
  readonly statuses: number;
  readonly search: readonly SearchKind[] | null;
  /** The search is too short for an index. */
  readonly isShort: boolean;
  readonly fixedColumns: readonly string[];
  readonly flags: readonly string[];
  readonly hasDays: boolean;
  /** Only rows before an instant. */
  readonly isBefore: boolean;
  /** Only rows that were marked. */
  readonly isMarked: boolean;
  /** `date`, or an order of the shape. */
  readonly sortKey: string;
  readonly isAscending: boolean;
  /** No counter has the total, or no index has the order: the rows are found first. */
  readonly isFound: boolean;
  readonly isFar: boolean;
}

/** The limit of the contract; a constant in the statement, so that the generic plan expects few rows too. */
const MAX_ROWS = 100;
/** Up to this offset rows are skipped one by one; beyond it, counters find the day of the page. */
const NEAR_ROWS = 500;
const NEWEST_FIRST = '-date';

const searchOf = (shape: ListShape, { search, hidesTransactions }: ListFilters) =>
  search === null ? null : readSearch(shape, search, hidesTransactions);

/** Which statement an input needs. */
export function variantOf(shape: ListShape, input: ListInput): Variant {
  const statuses = input.status?.length ?? 0;
  const fixedColumns = (input.fixedFilters ?? []).map(({ column }) => column);
  const flags = input.flags ?? [];
  const search = searchOf(shape, input);
  const hasDays = Boolean(input.days);
  const isBefore = Boolean(input.before);
  const isMarked = Boolean(input.ids);
  const sort = input.sort ?? NEWEST_FIRST;
  const isAscending = !sort.startsWith('-');
  const sortKey = isAscending ? sort : sort.slice(1);
  const isByDate = sortKey === 'date';
  const filtered = [...fixedColumns, ...flags];
  const hasCounter = filtered.every((column) => isByDate && shape.combined?.columns.includes(column));
  const isFound = search !== null || !hasCounter || isBefore || isMarked || (hasDays && !isByDate);
  const isFar = !isFound && (input.page - 1) * input.limit > NEAR_ROWS;
  const isShort = search?.isShort ?? false;
  const words = [
    isFar ? 'far' : 'near',
    statuses > 0 && 'status',
    statuses > 1 && String(statuses),
    isShort && 'short',
    search && searchName(search.kinds),
    ...filtered,
    hasDays && 'days',
    isBefore && 'before',
    isMarked && 'marked',
    sort !== NEWEST_FIRST && `by ${sort}`,
  ];
  const name = words.filter(Boolean).join('-');
  return {
    name,
    statuses,
    search: search?.kinds ?? null,
    isShort,
    fixedColumns,
    flags,
    hasDays,
    isBefore,
    isMarked,
    sortKey,
    isAscending,
    isFound,
    isFar,
  };
}

/** The name of a statement has 63 characters at most. */
const searchName = (kinds: readonly SearchKind[]): string =>
  kinds.length === 1 ? kinds.join() : kinds.map((kind) => kind.slice(0, 1)).join('');

/** The values in the order in which `parametersOf` numbers them. */
export function valuesOf(shape: ListShape, input: ListInput): unknown[] {
  return [
    input.limit,
    (input.page - 1) * input.limit,
    ...(input.status ?? []),
    ...(searchOf(shape, input)?.values ?? []),
    ...(input.fixedFilters ?? []).map(({ id }) => id),
    ...(input.days ? [input.days.from, input.days.to] : []),
    ...(input.before ? [input.before] : []),
    ...(input.ids ? [input.ids] : []),
  ];
}

interface Parameters {
  readonly statuses: readonly string[];
  readonly search: { readonly condition: string; readonly isByIds: boolean } | null;
  /** By column. */
  readonly fixed: ReadonlyMap<string, string>;
  readonly flags: readonly string[];
  readonly days: DayRange | null;
  readonly before: string | null;
  readonly ids: string | null;
}

/** The parameters of a statement: $1 is the limit, $2 the offset. */
export function parametersOf(shape: ListShape, variant: Variant): Parameters {
  const { statuses, search, fixedColumns, flags } = variant;
  let last = 2;
  const next = () => `$${++last}`;
  const ofStatuses = Array.from({ length: statuses }, next);
  const ofSearch = search === null ? null : searchCondition(shape, search, last);
  last += ofSearch?.values ?? 0;
  const fixed = new Map(fixedColumns.map((column) => [column, next()]));
  const days = variant.hasDays ? { from: `${next()}::date`, to: `${next()}::date` } : null;
  const before = variant.isBefore ? next() : null;
  const ids = variant.isMarked ? next() : null;
  return { statuses: ofStatuses, search: ofSearch, fixed, flags, days, before, ids };
}

/** The order of rows and how many of them are read at most, in SQL. */
interface Ordered {
  readonly direction: 'ASC' | 'DESC';
  readonly limit: string;
}

/** Rows in the order of a list. */
export const orderedRows = (rows: string, { direction, limit }: Ordered): string =>
  `SELECT id, listed FROM (${rows}) AS rows ORDER BY listed ${direction}, id ${direction} LIMIT ${limit}`;

/**
 * The SELECT of id and order of the rows under the filters and one more condition. Several statuses are as many branches,
 * each ordered by itself, so that it is read from the index and the rows are merged.
 */
export function rowsUnder(shape: ListShape, order: ListOrder, parameters: Parameters) {
  const { statuses, search, fixed, flags, days, before, ids } = parameters;
  const { table, statusColumn, orderBy } = shape;
  const conditions = [conditionOf(shape)];
  if (search && !search.isByIds) conditions.push(search.condition);
  // OFFSET keeps the planner from reading an index for the other conditions, too.
  const source = search?.isByIds ? `(SELECT * FROM ${table} WHERE ${search.condition} OFFSET 0) AS sought` : table;
  for (const [column, parameter] of fixed) conditions.push(`${column} = ${parameter}`);
  for (const flag of flags) conditions.push(shape.flags?.[flag] ?? 'false');
  if (days) {
    conditions.push(`${orderBy} >= ${midnightOf(days.from)}`);
    conditions.push(`${orderBy} < ${midnightOf(`${days.to} + 1`)}`);
  }
  if (before) conditions.push(`${orderBy} < ${before}::timestamptz`);
  if (ids) conditions.push(`id = ANY (${ids})`);
  // What a search finds has no order yet: it is found once, and not once for each status.
  if (search && statuses.length > 0) conditions.push(`${statusColumn} IN (${statuses.join(', ')})`);
  const branches =
    search || statuses.length === 0 ? [[]] : statuses.map((status) => [`${statusColumn} = ${status}`]);
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

/** A page of ordered rows; constant bounds keep the estimates of the plan low. */
const pageOf = (ordered: string): string =>
  `SELECT * FROM (SELECT * FROM (${ordered}) AS ordered OFFSET $2 LIMIT ${MAX_ROWS}) AS page LIMIT $1`;

/** The SELECT of the number of rows that counters have. */
export const countedRows = (shape: ListShape, order: ListOrder, parameters: Parameters): string =>
  `SELECT coalesce(sum(count), 0)::bigint FROM counters WHERE ${countersOf(shape, order, parameters)} AND ${periodOf(parameters)}`;

/** The condition of the counters of the asked days. */
const periodOf = ({ days }: Parameters): string =>
  days ? `period = 'day' AND starts_on BETWEEN ${days.from} AND ${days.to}` : `period = 'ever'`;

/** The condition of the counters of the same rows, in the buckets of the order. */
function countersOf(
  { statusColumn, combined }: ListShape,
  order: ListOrder,
  { statuses, fixed, flags }: Parameters,
): string {
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

function compose(shape: ListShape, variant: Variant): string {
  const { table } = shape;
  const { sortKey, isAscending } = variant;
  const order = shape.orders?.[sortKey] ?? dateOrder(shape);
  const parameters = parametersOf(shape, variant);
  const { days } = parameters;
  const rowsWhere = rowsUnder(shape, order, parameters);
  const direction = isAscending ? 'ASC' : 'DESC';
  const ordered = `ORDER BY listed ${direction}, id ${direction}`;
  const counters = countersOf(shape, order, parameters);
  const total = countedRows(shape, order, parameters);

  function parts(): { before: string; ids: string; total: string } {
    if (variant.isFar)
      return {
        ...aroundAnchor({ order, isAscending, rowsWhere, counters, days, total, mostRows: MAX_ROWS }),
        total,
      };
    const rows = `SELECT * FROM (${rowsWhere()}) AS rows`;
    if (variant.isShort)
      return {
        before: '',
        ids: pageOf(`${rows} ${ordered}`),
        total: `SELECT count(*) FROM (${rowsWhere()}) AS rows`,
      };
    // The rows are found once, for the page and for the count.
    if (variant.isFound)
      return {
        before: `found AS MATERIALIZED (${rows}),`,
        ids: pageOf(`SELECT * FROM found ${ordered}`),
        total: 'SELECT count(*) FROM found',
      };
    return {
      before: '',
      ids: pageOf(rowsWhere(undefined, { direction, limit: String(NEAR_ROWS + MAX_ROWS) })),
      total,
    };
  }

  const { before, ids, total: counted } = parts();
  const amounts = variant.isFound
    ? `SELECT sum(summed.${shape.sumColumn}) FROM (${variant.isShort ? rowsWhere() : 'SELECT id FROM found'}) AS rows JOIN ${table} AS summed ON summed.id = rows.id`
    : `SELECT sum(amount_paise) FROM counters WHERE ${counters} AND ${periodOf(parameters)}`;
  const sum = shape.sumColumn === undefined ? '' : `coalesce((${amounts}), 0)::float8 AS sum,`;
  return `
    WITH ${before} ids AS MATERIALIZED (${ids})
    SELECT (${counted})::float8 AS total, ${sum}
      coalesce(json_agg(${shape.json} ORDER BY ids.listed ${direction}, ids.id ${direction}), '[]'::json) AS rows
    FROM ids JOIN ${table} AS b ON b.id = ids.id ${shape.joins}`;
}

const composed = new WeakMap<ListShape, Map<string, Statement>>();

/**
 * The one statement that reads a page of a list and its total.
 * The first page and the last cost the same (docs/decisions/005-counters.md): totals and the place of a far page come from
 * counters, ids from an index alone, and only the rows of the page are joined.
 */
export function pageStatement(shape: ListShape, input: ListInput): { statement: Statement; values: unknown[] } {
  const variant = variantOf(shape, input);
  const known = composed.get(shape) ?? new Map<string, Statement>();
  composed.set(shape, known);
  const statement = known.get(variant.name) ?? {
    name: `${shape.name}-${variant.name}`,
    text: compose(shape, variant),
  };
  known.set(variant.name, statement);
  return { statement, values: valuesOf(shape, input) };
}
