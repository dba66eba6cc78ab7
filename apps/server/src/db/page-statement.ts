import { aroundAnchor } from './counter-anchor.ts';
import { readSearch, type Searched, type SearchKind, searchCondition } from './list-search.ts';
import { conditionOf, type RecordSource } from './read-record.ts';
import type { Statement } from './statement.ts';

/** How a list is read. No name comes from a request. */
export interface ListShape extends Searched, RecordSource {
  /** Part of the statement's name. */
  readonly name: string;
  /** The column that lists are ordered by, newest first; the id decides among equals. */
  readonly orderBy: string;
  /** The counter of the rows, by status and by the day of `orderBy`. */
  readonly counter: string;
  /** The column that is the status of the counter. */
  readonly statusColumn: string;
  /** The counter of every combination of filters of these columns. */
  readonly combined?: CombinedCounter;
}

/** A counter whose status combines several columns. */
export interface CombinedCounter {
  readonly counter: string;
  /** The SQL function that makes the status from the values of the columns, in this order; null stands for any value. */
  readonly status: string;
  readonly columns: readonly string[];
}

/** The page and the filters of a request. */
export interface ListInput {
  /** Only this status; null for all. */
  readonly status: string | null;
  /** Only rows with this text in a searched column, in either case; null for all. */
  readonly search: string | null;
  /** Only rows with these values, for example the bookings of a person: few enough to count where no combined counter exists. */
  readonly fixedFilters?: readonly { readonly column: string; readonly id: string }[];
  /** Only rows of these days of the business, both included; null or missing for all. */
  readonly days?: { readonly from: string; readonly to: string } | null;
  /** From 1. */
  readonly page: number;
  /** From 1 to 100. */
  readonly limit: number;
}

/** What the text of a statement depends on, apart from the values. */
interface Variant {
  readonly name: string;
  readonly hasStatus: boolean;
  readonly search: SearchKind | null;
  /** The search is too short for an index. */
  readonly isShort: boolean;
  readonly fixedColumns: readonly string[];
  /** No counter has the total: the rows are counted. */
  readonly isCounted: boolean;
  readonly isFar: boolean;
  readonly hasDays: boolean;
}

/** The limit of the contract; a constant in the statement, so that the generic plan expects few rows too. */
const MOST_ROWS = 100;
/** Up to this offset rows are skipped one by one; beyond it, counters find the day of the page. */
const NEAR_ROWS = 500;

function variantOf(shape: ListShape, input: ListInput): Variant {
  const hasStatus = input.status !== null;
  const fixedColumns = (input.fixedFilters ?? []).map(({ column }) => column);
  const search = input.search === null ? null : readSearch(shape, input.search);
  const hasCounter = fixedColumns.every((column) => shape.combined?.columns.includes(column));
  const isCounted = search !== null || !hasCounter;
  const isFar = !isCounted && (input.page - 1) * input.limit > NEAR_ROWS;
  const isShort = search?.isShort ?? false;
  const hasDays = Boolean(input.days);
  const words = [
    isFar ? 'far' : 'near',
    hasStatus && 'status',
    isShort && 'short',
    search?.kind,
    ...fixedColumns,
    hasDays && 'days',
  ];
  const name = words.filter(Boolean).join('-');
  return { name, hasStatus, search: search?.kind ?? null, isShort, fixedColumns, isCounted, isFar, hasDays };
}

/** The values in the order in which `compose` numbers them. */
function valuesOf(shape: ListShape, input: ListInput): unknown[] {
  return [
    input.limit,
    (input.page - 1) * input.limit,
    ...(input.status === null ? [] : [input.status]),
    ...(input.search === null ? [] : readSearch(shape, input.search).values),
    ...(input.fixedFilters ?? []).map(({ id }) => id),
    ...(input.days ? [input.days.from, input.days.to] : []),
  ];
}

function conditionsOf(shape: ListShape, variant: Variant): string {
  const conditions = [conditionOf(shape)];
  let values = 2;
  if (variant.hasStatus) conditions.push(`${shape.statusColumn} = $${++values}`);
  if (variant.search !== null) {
    const search = searchCondition(shape, variant.search, values);
    conditions.push(search.condition);
    values += search.values;
  }
  for (const column of variant.fixedColumns) conditions.push(`${column} = $${++values}`);
  if (variant.hasDays) {
    const midnight = (day: string) =>
      `day_start((${day})::date, (SELECT value FROM business_settings WHERE name = 'time_zone'))`;
    conditions.push(`${shape.orderBy} >= ${midnight(`$${++values}`)}`);
    conditions.push(`${shape.orderBy} < ${midnight(`$${++values}::date + 1`)}`);
  }
  return conditions.join(' AND ');
}

/** A page of ordered rows; constant bounds keep the estimates of the plan low. */
const pageOf = (ordered: string): string =>
  `SELECT * FROM (SELECT * FROM (${ordered}) AS ordered OFFSET $2 LIMIT ${MOST_ROWS}) AS page LIMIT $1`;

/** The condition of the counters of the same rows. There is no search then, so that its parameters begin at 3. */
function counterCondition(
  { counter, statusColumn, combined }: ListShape,
  { hasStatus, fixedColumns }: Variant,
): string {
  if (!combined || fixedColumns.length === 0)
    return `name = '${counter}' AND status ${hasStatus ? '= $3' : 'IS NULL'}`;
  const filtered = [...(hasStatus ? [statusColumn] : []), ...fixedColumns];
  const values = combined.columns.map((column) =>
    filtered.includes(column) ? `$${3 + filtered.indexOf(column)}` : 'NULL',
  );
  return `name = '${combined.counter}' AND status = ${combined.status}(${values.join(', ')})`;
}

/** The parameters of the first and the last day. There is no search where counters are read. */
function dayParameters({ hasStatus, fixedColumns }: Variant): { from: string; to: string } {
  const before = 2 + (hasStatus ? 1 : 0) + fixedColumns.length;
  return { from: `$${before + 1}::date`, to: `$${before + 2}::date` };
}

function compose(shape: ListShape, variant: Variant): string {
  const { table, orderBy } = shape;
  const where = conditionsOf(shape, variant);
  const rows = `SELECT id, ${orderBy} AS listed FROM ${table} WHERE ${where}`;
  const order = 'ORDER BY listed DESC, id DESC';
  const counters = counterCondition(shape, variant);
  const countedRows = `SELECT count(*) FROM ${table} WHERE ${where}`;
  const days = variant.hasDays ? dayParameters(variant) : null;
  const period = days ? `period = 'day' AND starts_on BETWEEN ${days.from} AND ${days.to}` : `period = 'ever'`;
  const counterTotal = `SELECT coalesce(sum(count), 0) FROM counters WHERE ${counters} AND ${period}`;

  function parts(): { before: string; ids: string; total: string } {
    if (variant.isFar)
      return {
        ...aroundAnchor({ table, orderBy, where, counters, days, mostRows: MOST_ROWS }),
        total: counterTotal,
      };
    if (variant.isShort) return { before: '', ids: pageOf(`${rows} ${order}`), total: countedRows };
    // The rows are found once, for the page and for the count.
    if (variant.isCounted)
      return {
        before: `found AS MATERIALIZED (${rows}),`,
        ids: pageOf(`SELECT * FROM found ${order}`),
        total: 'SELECT count(*) FROM found',
      };
    return { before: '', ids: pageOf(`${rows} ${order} LIMIT ${NEAR_ROWS + MOST_ROWS}`), total: counterTotal };
  }

  const { before, ids, total } = parts();
  return `
    WITH ${before} ids AS MATERIALIZED (${ids})
    SELECT (${total})::float8 AS total,
      coalesce(json_agg(${shape.json} ORDER BY ids.listed DESC, ids.id DESC), '[]'::json) AS rows
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
