import { MAX_COUNTED } from '@wayside/contract/wire/count-endpoint';
import type { Database } from './database.ts';
import { dateOrder, type ListFilters, type ListShape } from './list-shape.ts';
import { countedRows, parametersOf, rowsUnder, valuesOf, variantOf } from './page-statement.ts';

/**
 * How many rows a list has under each of the filters, `MAX_COUNTED` for as many and more (VIEW-04). The counters know most of
 * them; other rows are read until there are enough, so that a long list costs no full count.
 */
export async function countRows(
  database: Pick<Database, 'rows'>,
  shape: ListShape,
  views: readonly ListFilters[],
): Promise<number[]> {
  const counts: number[] = [];
  // One after another: a call holds one connection.
  for (const filters of views) counts.push(await countUnder(database, shape, filters));
  return counts;
}

async function countUnder(
  database: Pick<Database, 'rows'>,
  shape: ListShape,
  filters: ListFilters,
): Promise<number> {
  // The order does not matter, and that by date has the counters.
  const input = { ...filters, sort: null, page: 1, limit: MAX_COUNTED };
  const variant = variantOf(shape, input);
  const parameters = parametersOf(shape, variant);
  const order = dateOrder(shape);
  // $1 is the limit and $2 the offset of a page; the constant tells the planner that few rows are needed.
  const text = variant.isFound
    ? `SELECT count(*)::float8 AS count FROM (
         SELECT FROM (SELECT FROM (${rowsUnder(shape, order, parameters)()}) AS rows LIMIT ${MAX_COUNTED}) AS few OFFSET $2 LIMIT $1
       ) AS counted`
    : `SELECT least((${countedRows(shape, order, parameters)}), $1::bigint + $2::bigint)::float8 AS count`;
  const statement = { name: `${shape.name}-count-${variant.name}`, text, isPrepared: false } as const;
  const [found] = await database.rows<{ count: number }>(statement, valuesOf(shape, input));
  return found?.count ?? 0;
}
