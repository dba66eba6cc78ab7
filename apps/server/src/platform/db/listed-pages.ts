import type { Database } from './database.ts';
import { eachPage } from './each-page.ts';
import { dateOrder, type ListFilters, type ListShape } from './list-shape.ts';
import { parametersOf, rowsUnder, valuesOf, variantOf } from './page-statement.ts';

const ROWS = 1_000;

interface ListedRow<R> {
  /** The value of the order in its full precision. */
  readonly listed: string;
  readonly id: string;
  readonly record: R;
}

/** The SELECT of the rows of a list after a row: $1 is the limit, $2 the order of the row and the last parameter its id. */
function statementAfter(shape: ListShape, listed: ListFilters): { text: string; filters: readonly unknown[] } {
  const input = { ...listed, page: 1, limit: ROWS };
  const variant = variantOf(shape, input);
  const [, , ...filters] = valuesOf(shape, input);
  const order = shape.orders?.[variant.sortKey] ?? dateOrder(shape);
  const type = variant.sortKey === 'date' ? 'timestamptz' : 'bigint';
  const direction = variant.isAscending ? 'ASC' : 'DESC';
  const isAfter = variant.isAscending ? '>' : '<';
  const after = `($2::text IS NULL OR (${order.value}, id) ${isAfter} ($2::text::${type}, $${filters.length + 3}))`;
  const ids = rowsUnder(shape, order, parametersOf(shape, variant))(after, { direction, limit: '$1' });
  return {
    text: `SELECT ids.listed::text AS listed, ids.id::text AS id, ${shape.json} AS record
      FROM (${ids}) AS ids JOIN ${shape.table} AS b ON b.id = ids.id ${shape.joins}
      ORDER BY ids.listed ${direction}, ids.id ${direction}`,
    filters,
  };
}

/** All rows of a list under its filters and in its order, page by page, by the conditions of the list itself (VIEW-08). */
export async function* listedPages<R>(
  database: Pick<Database, 'rows'>,
  shape: ListShape,
  listed: ListFilters,
): AsyncGenerator<R[], void> {
  const { text, filters } = statementAfter(shape, listed);
  const statement = { name: `${shape.name}-all`, text, isPrepared: false } as const;
  const pages = eachPage<ListedRow<R>>(
    (last) => database.rows(statement, [ROWS, last?.listed ?? null, ...filters, last?.id ?? null]),
    ROWS,
  );
  for await (const rows of pages) yield rows.map(({ record }) => record);
}
