import type { Database } from './database.ts';
import { eachPage } from './each-page.ts';
import type { ListFilters, ListShape } from './list-shape.ts';
import { listQuery } from './page-statement.ts';

const ROWS = 1_000;

interface ListedRow<R> {
  /** The value of the order in its full precision. */
  readonly listed: string;
  readonly id: string;
  readonly record: R;
}

/** All rows of a list under its filters and in its order, page by page, by the conditions of the list itself (VIEW-08). */
export async function* listedPages<R>(
  database: Pick<Database, 'rows'>,
  shape: ListShape,
  listed: ListFilters,
): AsyncGenerator<R[], void> {
  const { order, sortKey, isAscending, values, bind, filteredRows } = listQuery(shape, listed);
  const limit = bind(ROWS);
  const type = sortKey === 'date' ? 'timestamptz' : 'bigint';
  const direction = isAscending ? 'ASC' : 'DESC';
  const last = [bind(null), bind(null)];
  const after = `(${last[0]}::text IS NULL OR (${order.value}, id) ${isAscending ? '>' : '<'} (${last[0]}::text::${type}, ${last[1]}))`;
  const text = `SELECT ids.listed::text AS listed, ids.id::text AS id, ${shape.json} AS record
    FROM (${filteredRows(after, { direction, limit })}) AS ids JOIN ${shape.table} AS b ON b.id = ids.id ${shape.joins}
    ORDER BY ids.listed ${direction}, ids.id ${direction}`;
  const statement = { name: `${shape.name}-all`, text, isPrepared: false } as const;
  const pages = eachPage<ListedRow<R>>(
    (previous) =>
      database.rows(statement, [...values.slice(0, -2), previous?.listed ?? null, previous?.id ?? null]),
    ROWS,
  );
  for await (const rows of pages) yield rows.map(({ record }) => record);
}
