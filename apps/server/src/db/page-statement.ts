import type { NamedStatement } from './database.ts';
import { readSearch, type Searched, type SearchKind, searchCondition } from './list-search.ts';
import { aroundAnchor } from './tallied-anchor.ts';

/** How a list is read. All names are ours, never a request's. */
export interface ListShape extends Searched {
  /** Part of the statement's name. */
  readonly name: string;
  readonly table: string;
  /** What of the table is listed: that which is known, where records may also be mere references. */
  readonly condition?: string;
  /** The column that lists are ordered by, newest first; the id decides among equals. */
  readonly orderBy: string;
  /** The tallied subject that counts the rows, by part and by the day of `orderBy`. */
  readonly subject: string;
  /** The column that the tally's parts come from. */
  readonly partColumn: string;
  /** A row as a JSON record of the domain; the table stands as `b`. */
  readonly json: string;
  /** Joins that the JSON needs, done for the page's rows only. */
  readonly joins: string;
  /** Columns whose filters are tallied in every combination, as parts of a subject of their own. */
  readonly combined?: CombinedTally;
}

/** Tallies of rows that several columns narrow down at once. */
export interface CombinedTally {
  readonly subject: string;
  /** The function in the database that makes a part of the columns' values, in this order; null stands for any value. */
  readonly part: string;
  readonly columns: readonly string[];
}

/** What a request wants of a list. */
export interface ListWish {
  /** Only this part; null for all. */
  readonly part: string | null;
  /** Only rows that hold this text in a searched column, in either case; null for all. */
  readonly search: string | null;
  /** Only rows whose columns hold these: one person's bookings. Few enough to be counted, where no tally combines them. */
  readonly owners?: readonly { readonly column: string; readonly id: string }[];
  /** From 1. */
  readonly page: number;
  /** From 1 to 100. */
  readonly limit: number;
}

/** The parts of a statement that depend on what is wished, not on the values. */
interface Variant {
  readonly name: string;
  readonly hasPart: boolean;
  readonly search: SearchKind | null;
  /** The search knows too little for an index. */
  readonly isShort: boolean;
  readonly ownerColumns: readonly string[];
  /** The total is found by counting: no tally knows it. */
  readonly isCounted: boolean;
  readonly isFar: boolean;
}

const IS_KNOWN = "presence = 'known'";
/** What the contract allows; a constant in the statement, so that the plan for unknown values expects few rows too. */
const MOST_ROWS = 100;
/** Up to here rows are skipped one by one; beyond, tallies tell near which day the page lies. */
const NEAR_ROWS = 500;

function variantOf(shape: ListShape, wish: ListWish): Variant {
  const hasPart = wish.part !== null;
  const ownerColumns = (wish.owners ?? []).map(({ column }) => column);
  const search = wish.search === null ? null : readSearch(shape, wish.search);
  const isTallied = ownerColumns.every((column) => shape.combined?.columns.includes(column));
  const isCounted = search !== null || !isTallied;
  const isFar = !isCounted && (wish.page - 1) * wish.limit > NEAR_ROWS;
  const isShort = search?.isShort ?? false;
  const words = [isFar ? 'far' : 'near', hasPart && 'part', isShort && 'short', search?.kind, ...ownerColumns];
  const name = words.filter(Boolean).join('-');
  return { name, hasPart, search: search?.kind ?? null, isShort, ownerColumns, isCounted, isFar };
}

/** The values in the order in which `compose` numbers them. */
function valuesOf(shape: ListShape, wish: ListWish): unknown[] {
  return [
    wish.limit,
    (wish.page - 1) * wish.limit,
    ...(wish.part === null ? [] : [wish.part]),
    ...(wish.search === null ? [] : readSearch(shape, wish.search).values),
    ...(wish.owners ?? []).map(({ id }) => id),
  ];
}

function conditionsOf(shape: ListShape, variant: Variant): string {
  const conditions = [shape.condition ?? IS_KNOWN];
  let values = 2;
  if (variant.hasPart) conditions.push(`${shape.partColumn} = $${++values}`);
  if (variant.search !== null) {
    const search = searchCondition(shape, variant.search, values);
    conditions.push(search.condition);
    values += search.values;
  }
  for (const column of variant.ownerColumns) conditions.push(`${column} = $${++values}`);
  return conditions.join(' AND ');
}

/** A page of rows that come in order; the bounds that are constants keep the plan's expectations low. */
const pageOf = (ordered: string): string =>
  `SELECT * FROM (SELECT * FROM (${ordered}) AS ordered OFFSET $2 LIMIT ${MOST_ROWS}) AS page LIMIT $1`;

/** The condition for the tallies that count the same rows; there is no search then, so that parameters follow at once. */
function talliedOf({ subject, partColumn, combined }: ListShape, { hasPart, ownerColumns }: Variant): string {
  if (!combined || ownerColumns.length === 0)
    return `subject = '${subject}' AND part ${hasPart ? '= $3' : 'IS NULL'}`;
  const filtered = [...(hasPart ? [partColumn] : []), ...ownerColumns];
  const values = combined.columns.map((column) =>
    filtered.includes(column) ? `$${3 + filtered.indexOf(column)}` : 'NULL',
  );
  return `subject = '${combined.subject}' AND part = ${combined.part}(${values.join(', ')})`;
}

function compose(shape: ListShape, variant: Variant): string {
  const { table, orderBy } = shape;
  const where = conditionsOf(shape, variant);
  const rows = `SELECT id, ${orderBy} AS listed FROM ${table} WHERE ${where}`;
  const order = 'ORDER BY listed DESC, id DESC';
  const tallied = talliedOf(shape, variant);
  const counted = `SELECT count(*) FROM ${table} WHERE ${where}`;
  const kept = `SELECT coalesce(sum(count), 0) FROM tallies WHERE ${tallied} AND period = 'ever'`;

  function parts(): { before: string; ids: string; total: string } {
    if (variant.isFar)
      return { ...aroundAnchor({ table, orderBy, where, tallied, mostRows: MOST_ROWS }), total: kept };
    if (variant.isShort) return { before: '', ids: pageOf(`${rows} ${order}`), total: counted };
    // Found once: the page is taken from it and it is counted.
    if (variant.isCounted)
      return {
        before: `found AS MATERIALIZED (${rows}),`,
        ids: pageOf(`SELECT * FROM found ${order}`),
        total: 'SELECT count(*) FROM found',
      };
    return { before: '', ids: pageOf(`${rows} ${order} LIMIT ${NEAR_ROWS + MOST_ROWS}`), total: kept };
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
 * The first page and the last cost the same (docs/decisions): totals come from tallies, the place of a far page too,
 * ids from an index alone, and only the page's rows are joined.
 */
export function pageStatement(shape: ListShape, wish: ListWish): { statement: NamedStatement; values: unknown[] } {
  const variant = variantOf(shape, wish);
  const known = composed.get(shape) ?? new Map<string, NamedStatement>();
  composed.set(shape, known);
  const statement = known.get(variant.name) ?? {
    name: `${shape.name}-${variant.name}`,
    text: compose(shape, variant),
  };
  known.set(variant.name, statement);
  return { statement, values: valuesOf(shape, wish) };
}
