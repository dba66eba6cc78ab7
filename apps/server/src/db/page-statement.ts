import type { NamedStatement } from './database.ts';

/** How a list is read. All names are ours, never a request's. */
export interface ListShape {
  /** Part of the statement's name. */
  readonly name: string;
  readonly table: string;
  /** What of the table is listed: that which is known, where records may also be mere references. */
  readonly condition?: string;
  /** The column that lists are ordered by, newest first; the id decides among equals. */
  readonly orderBy: string;
  /** The tallied subject that counts the rows, by part. */
  readonly subject: string;
  /** The column that the tally's parts come from. */
  readonly partColumn: string;
  /** The columns that a search looks into, each with a trigram index. */
  readonly searchColumns: readonly string[];
  /** A row as a JSON record of the domain; the table stands as `b`. */
  readonly json: string;
  /** Joins that the JSON needs, done for the page's rows only. */
  readonly joins: string;
}

/** What a request wants of a list. */
export interface ListWish {
  /** Only this part; null for all. */
  readonly part: string | null;
  /** Only rows that hold this text in a searched column, in either case; null for all. */
  readonly search: string | null;
  /** Only rows whose columns hold these ids: one person's bookings. Few enough to be counted. */
  readonly owners?: readonly { readonly column: string; readonly id: string }[];
  /** From 1. */
  readonly page: number;
  readonly limit: number;
}

const IS_KNOWN = "presence = 'known'";

/** Up to here rows are skipped one by one; beyond, the daily tallies tell on which day the page begins. */
const NEAR_ROWS = 500;

const escapeLike = (fragment: string): string => fragment.replaceAll(/[\\%_]/g, '\\$&');

/**
 * The one statement that reads a page of a list and its total.
 * The first page and the last cost the same (docs/decisions): totals come from tallies, the day of a far page from the
 * daily tallies, ids from an index alone, and only the page's rows are joined.
 */
export function pageStatement(shape: ListShape, wish: ListWish): { statement: NamedStatement; values: unknown[] } {
  const offset = (wish.page - 1) * wish.limit;
  const values: unknown[] = [wish.limit, offset];
  const conditions = [shape.condition ?? IS_KNOWN];
  let partOfTally = '';
  if (wish.part !== null) {
    values.push(wish.part);
    conditions.push(`${shape.partColumn} = $${values.length}`);
    partOfTally = ` AND part = $${values.length}`;
  }
  if (wish.search !== null) {
    values.push(`%${escapeLike(wish.search)}%`);
    conditions.push(`(${shape.searchColumns.map((column) => `${column} ILIKE $${values.length}`).join(' OR ')})`);
  }
  const owners = wish.owners ?? [];
  for (const { column, id } of owners) {
    values.push(id);
    conditions.push(`${column} = $${values.length}`);
  }
  const isTallied = wish.search === null && owners.length === 0;
  const isFar = isTallied && offset > NEAR_ROWS;
  const where = conditions.join(' AND ');
  const order = `ORDER BY ${shape.orderBy} DESC, id DESC`;
  const total = isTallied
    ? `SELECT coalesce(sum(count), 0)::float8 FROM tallies WHERE subject = '${shape.subject}'${partOfTally}`
    : `SELECT count(*)::float8 FROM ${shape.table} WHERE ${where}`;
  const days = `
    days AS (SELECT day, sum(count) AS rows FROM daily_tallies WHERE subject = '${shape.subject}'${partOfTally} GROUP BY day),
    placed AS (SELECT day, rows, sum(rows) OVER (ORDER BY day DESC) - rows AS before FROM days WHERE rows > 0),
    start AS MATERIALIZED (
      SELECT ((day + 1)::timestamp AT TIME ZONE business_time_zone()) - interval '1 microsecond' AS latest, $2 - before AS skipped
      FROM placed WHERE before <= $2 AND $2 < before + rows),`;
  const ids = isFar
    ? `SELECT id, ${shape.orderBy} AS listed FROM ${shape.table}
       WHERE ${where} AND ${shape.orderBy} <= (SELECT latest FROM start) ${order} LIMIT $1 OFFSET (SELECT skipped FROM start)`
    : `SELECT id, ${shape.orderBy} AS listed FROM ${shape.table} WHERE ${where} ${order} LIMIT $1 OFFSET $2`;
  const text = `
    WITH ${isFar ? days : ''} ids AS MATERIALIZED (${ids})
    SELECT (${total}) AS total, coalesce(json_agg(${shape.json} ORDER BY ids.listed DESC, ids.id DESC), '[]'::json) AS rows
    FROM ids JOIN ${shape.table} AS b ON b.id = ids.id ${shape.joins}`;
  const variant = [
    isFar ? 'far' : 'near',
    wish.part === null ? '' : 'part',
    wish.search === null ? '' : 'search',
    ...owners.map(({ column }) => column),
  ];
  return { statement: { name: [shape.name, ...variant.filter(Boolean)].join('-'), text }, values };
}
