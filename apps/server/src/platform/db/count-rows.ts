import { MAX_COUNTED } from '@wayside/contract/wire/list-endpoints';
import type { Database } from './database.ts';
import type { ListFilters, ListShape } from './list-shape.ts';
import { listQuery } from './page-statement.ts';

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
  const query = listQuery(shape, { ...filters, sort: null });
  const { filteredRows, countedRows } = query;
  // The constant tells the planner that few rows are needed.
  const text = query.materializesMatches
    ? `SELECT count(*)::float8 AS count FROM (
         SELECT FROM (SELECT FROM (${filteredRows()}) AS rows LIMIT ${MAX_COUNTED}) AS few
       ) AS counted`
    : `SELECT least((${countedRows}), ${MAX_COUNTED})::float8 AS count`;
  const statement = { name: `${shape.name}-count-${query.name}`, text, isPrepared: false } as const;
  const [found] = await database.rows<{ count: number }>(statement, query.values);
  return found?.count ?? 0;
}
