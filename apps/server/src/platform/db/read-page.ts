import { MAX_COUNTED } from '@wayside/contract/wire/list-endpoints';
import type { Page } from '@wayside/contract/wire/paging';
import type { Database } from './database.ts';
import { eachPage } from './each-page.ts';
import { buildListQuery } from './list-query.ts';
import type { ListFilters, ListInput, ListShape } from './list-shape.ts';
import { buildPageStatement } from './page-statement.ts';
import { MAX_FOUND, type SearchExtent } from './search-condition.ts';
import { matchesMany } from './search-width.ts';
import { readSimilarNames } from './similar-names.ts';
import { offsetOf, pageOf } from './statement-page.ts';

/** Reads a page of a list with its total. Beyond the last page there are no rows (API-14). */
export async function readPage<R>(database: Database, shape: ListShape, input: ListInput): Promise<Page<R>> {
  const { sumPaise: _, ...page } = await readPageWithSum<R>(database, shape, input);
  return page;
}

/**
 * Reads a page of a search. If nothing matches, it reads a page of people with similar names and their records
 * (FIND-03).
 */
export async function readFoundPage<R>(
  database: Database,
  shape: ListShape,
  input: ListInput,
): Promise<Page<R> & { readonly sumPaise: number }> {
  const { search } = input;
  const found = await (search === null || shape.sumColumn !== undefined
    ? readPageWithSum<R>(database, shape, input)
    : readBoundedPage<R>(database, shape, input));
  if (found.total > 0 || search === null || !(shape.isOfPeople || shape.callerSearch)) return found;
  for (const similar of await readSimilarNames(database, search)) {
    const page = await readPageWithSum<R>(database, shape, { ...input, similar });
    if (page.total > 0) return { ...page, isSimilar: true };
  }
  return found;
}

/**
 * Reads a page of a search without counting all matches (FIND-04). If there are few matches, it reads all of them. If
 * there are very many, the page's rows are found soon in the list's order. If a step of the search has many results
 * of which few match the filters, it reads them all.
 */
async function readBoundedPage<R>(database: Database, shape: ListShape, input: ListInput) {
  const read = async (extent: SearchExtent) => {
    const { statement, values } = buildPageStatement(shape, { ...input, extent });
    const [found] = await database.rows<{ total: number; isCut?: boolean; rows: R[] }>(statement, values);
    return { rows: found?.rows ?? [], total: found?.total ?? 0, isCut: found?.isCut === true };
  };
  const pageOfMany = async () => {
    const rows = offsetOf(input) < MAX_FOUND ? (await read('each')).rows : [];
    return { ...pageOf(rows, MAX_FOUND, input), isMore: true, sumPaise: 0 };
  };
  if (await matchesMany(database, shape, input)) return pageOfMany();
  const first = await read('first');
  if (!first.isCut) return { ...pageOf(first.rows, first.total, input), sumPaise: 0 };
  if (first.total <= MAX_FOUND) return readPageWithSum<R>(database, shape, input);
  return pageOfMany();
}

/** Reads a page with the sum in paise of all filtered rows, if the shape has a sum column. */
export async function readPageWithSum<R>(
  database: Database,
  shape: ListShape,
  input: ListInput,
): Promise<Page<R> & { readonly sumPaise: number }> {
  const { statement, values } = buildPageStatement(shape, input);
  const [found] = await database.rows<{ total: number; sum?: number; rows: R[] }>(statement, values);
  return { ...pageOf(found?.rows ?? [], found?.total ?? 0, input), sumPaise: found?.sum ?? 0 };
}

/**
 * Counts the rows that match each set of filters, up to `MAX_COUNTED` (VIEW-04). If no counter has the number, rows
 * are read until the maximum is reached.
 */
export async function countRows(
  database: Pick<Database, 'rows'>,
  shape: ListShape,
  views: readonly ListFilters[],
): Promise<number[]> {
  const counts: number[] = [];
  // The views are counted one after another, so that a call holds only one connection.
  for (const filters of views) counts.push(await countFiltered(database, shape, filters));
  return counts;
}

async function countFiltered(
  database: Pick<Database, 'rows'>,
  shape: ListShape,
  filters: ListFilters,
): Promise<number> {
  // Counters exist only for the order by date.
  const query = buildListQuery(shape, { ...filters, sort: null });
  const { filteredRows, countedRows } = query;
  // With a constant limit, the planner expects few rows.
  const text = query.materializesMatches
    ? `SELECT count(*)::float8 AS count FROM (
         SELECT FROM (SELECT FROM (${filteredRows()}) AS rows LIMIT ${MAX_COUNTED}) AS few
       ) AS counted`
    : `SELECT least((${countedRows}), ${MAX_COUNTED})::float8 AS count`;
  const statement = { name: `${shape.name}-count-${query.name}`, text, isPrepared: false } as const;
  const [found] = await database.rows<{ count: number }>(statement, query.values);
  return found?.count ?? 0;
}

const ROWS = 1_000;

interface ListedRow<R> {
  /** The value of the order in full precision. */
  readonly listed: string;
  readonly id: string;
  readonly record: R;
}

/** Yields all rows of a filtered list in its order (VIEW-08). */
export async function* eachPageOfList<R>(
  database: Pick<Database, 'rows'>,
  shape: ListShape,
  listed: ListFilters,
): AsyncGenerator<R[], void> {
  const { order, sortKey, isAscending, values, bind, filteredRows } = buildListQuery(shape, listed);
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
