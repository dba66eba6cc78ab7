import { aroundAnchor } from './counter-anchor.ts';
import type { NamedStatement } from './database.ts';
import { readSearch, type Searched, type SearchKind, searchCondition } from './list-search.ts';

/** How a list is read. All names are ours, never a request's. */
export interface ListShape extends Searched {
  /** Part of the statement's name. */
  readonly name: string;
  readonly table: string;
  /** What of the table is listed: that which is known, where records may also be mere references. */
  readonly condition?: string;
  /** The column that lists are ordered by, newest first; the id decides among equals. */
  readonly orderBy: string;
  /** The counted counter that counts the rows, by status and by the day of `orderBy`. */
  readonly counter: string;
  /** The column that the counter's parts come from. */
  readonly statusColumn: string;
  /** A row as a JSON record of the domain; the table stands as `b`. */
  readonly json: string;
  /** Joins that the JSON needs, done for the page's rows only. */
  readonly joins: string;
  /** Columns whose filters are counted in every combination, as parts of a counter of their own. */
  readonly combined?: CombinedCounter;
}

/** Counters of rows that several columns narrow down at once. */
export interface CombinedCounter {
  readonly counter: string;
  /** The function in the database that makes a status of the columns' values, in this order; null stands for any value. */
  readonly status: string;
  readonly columns: readonly string[];
}

/** What a request wants of a list. */
export interface ListInput {
  /** Only this status; null for all. */
  readonly status: string | null;
  /** Only rows that hold this text in a searched column, in either case; null for all. */
  readonly search: string | null;
  /** Only rows whose columns hold these: one person's bookings. Few enough to be counted, where no counter combines them. */
  readonly fixedFilters?: readonly { readonly column: string; readonly id: string }[];
  /** From 1. */
  readonly page: number;
  /** From 1 to 100. */
  readonly limit: number;
}

/** The parts of a statement that depend on the kind of query and not on its values. */
interface Variant {
  readonly name: string;
  readonly hasStatus: boolean;
  readonly search: SearchKind | null;
  /** The search knows too little for an index. */
  readonly isShort: boolean;
  readonly fixedColumns: readonly string[];
  /** The total is found by counting: no counter knows it. */
  readonly isCounted: boolean;
  readonly isFar: boolean;
}

const IS_KNOWN = "record_state = 'full'";
/** What the contract allows; a constant in the statement, so that the plan for unknown values expects few rows too. */
const MOST_ROWS = 100;
/** Up to here rows are skipped one by one; beyond, counters tell near which day the page lies. */
const NEAR_ROWS = 500;

function variantOf(shape: ListShape, input: ListInput): Variant {
  const hasStatus = input.status !== null;
  const fixedColumns = (input.fixedFilters ?? []).map(({ column }) => column);
  const search = input.search === null ? null : readSearch(shape, input.search);
  const hasCounter = fixedColumns.every((column) => shape.combined?.columns.includes(column));
  const isCounted = search !== null || !hasCounter;
  const isFar = !isCounted && (input.page - 1) * input.limit > NEAR_ROWS;
  const isShort = search?.isShort ?? false;
  const words = [isFar ? 'far' : 'near', hasStatus && 'status', isShort && 'short', search?.kind, ...fixedColumns];
  const name = words.filter(Boolean).join('-');
  return { name, hasStatus, search: search?.kind ?? null, isShort, fixedColumns, isCounted, isFar };
}

/** The values in the order in which `compose` numbers them. */
function valuesOf(shape: ListShape, input: ListInput): unknown[] {
  return [
    input.limit,
    (input.page - 1) * input.limit,
    ...(input.status === null ? [] : [input.status]),
    ...(input.search === null ? [] : readSearch(shape, input.search).values),
    ...(input.fixedFilters ?? []).map(({ id }) => id),
  ];
}

function conditionsOf(shape: ListShape, variant: Variant): string {
  const conditions = [shape.condition ?? IS_KNOWN];
  let values = 2;
  if (variant.hasStatus) conditions.push(`${shape.statusColumn} = $${++values}`);
  if (variant.search !== null) {
    const search = searchCondition(shape, variant.search, values);
    conditions.push(search.condition);
    values += search.values;
  }
  for (const column of variant.fixedColumns) conditions.push(`${column} = $${++values}`);
  return conditions.join(' AND ');
}

/** A page of rows that come in order; the bounds that are constants keep the plan's expectations low. */
const pageOf = (ordered: string): string =>
  `SELECT * FROM (SELECT * FROM (${ordered}) AS ordered OFFSET $2 LIMIT ${MOST_ROWS}) AS page LIMIT $1`;

/** The condition for the counters that count the same rows; there is no search then, so that parameters follow at once. */
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

function compose(shape: ListShape, variant: Variant): string {
  const { table, orderBy } = shape;
  const where = conditionsOf(shape, variant);
  const rows = `SELECT id, ${orderBy} AS listed FROM ${table} WHERE ${where}`;
  const order = 'ORDER BY listed DESC, id DESC';
  const counters = counterCondition(shape, variant);
  const countedRows = `SELECT count(*) FROM ${table} WHERE ${where}`;
  const counterTotal = `SELECT coalesce(sum(count), 0) FROM counters WHERE ${counters} AND period = 'ever'`;

  function parts(): { before: string; ids: string; total: string } {
    if (variant.isFar)
      return { ...aroundAnchor({ table, orderBy, where, counters, mostRows: MOST_ROWS }), total: counterTotal };
    if (variant.isShort) return { before: '', ids: pageOf(`${rows} ${order}`), total: countedRows };
    // Found once: the page is taken from it and it is counted.
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

const composed = new WeakMap<ListShape, Map<string, NamedStatement>>();

/**
 * The one statement that reads a page of a list and its total.
 * The first page and the last cost the same (docs/decisions): totals come from counters, the place of a far page too,
 * ids from an index alone, and only the page's rows are joined.
 */
export function pageStatement(
  shape: ListShape,
  input: ListInput,
): { statement: NamedStatement; values: unknown[] } {
  const variant = variantOf(shape, input);
  const known = composed.get(shape) ?? new Map<string, NamedStatement>();
  composed.set(shape, known);
  const statement = known.get(variant.name) ?? {
    name: `${shape.name}-${variant.name}`,
    text: compose(shape, variant),
  };
  known.set(variant.name, statement);
  return { statement, values: valuesOf(shape, input) };
}
