import { MAX_COUNTED } from '@wayside/contract/wire/list-endpoints';
import type { Page } from '@wayside/contract/wire/paging';
import type { Database } from './database.ts';
import type { Statement } from './statement.ts';

export interface PageInput {
  /** Starts at 1. */
  readonly page: number;
  /** From 1 to 100. */
  readonly limit: number;
}

export const offsetOf = ({ page, limit }: PageInput): number => (page - 1) * limit;

export const pageOf = <R>(rows: R[], total: number, { page, limit }: PageInput): Page<R> => ({
  rows,
  total,
  page,
  pageCount: Math.ceil(total / limit),
});

/**
 * Reads a page with a statement that returns a single row, which contains the total and the page's rows. Beyond the
 * last page there are no rows (API-14).
 * @param values without the last two, limit and offset
 */
export async function readStatementPage<R>(
  database: Pick<Database, 'rows'>,
  statement: Statement<{ readonly total: number; readonly rows: R[] }>,
  values: readonly unknown[],
  input: PageInput,
): Promise<Page<R>> {
  const [found] = await database.rows(statement, [...values, input.limit, offsetOf(input)]);
  if (!found) throw new Error(`${statement.name} returned no row`);
  return pageOf(found.rows, found.total, input);
}

/**
 * Counts the rows of a list under each of the filters, up to `MAX_COUNTED` (VIEW-04). A call uses only one
 * connection.
 */
export async function countPages<F>(
  views: readonly F[],
  list: (view: F & PageInput) => Promise<Pick<Page<unknown>, 'total'>>,
): Promise<number[]> {
  const counts: number[] = [];
  for (const view of views) {
    const { total } = await list({ ...view, page: 1, limit: 1 });
    counts.push(Math.min(total, MAX_COUNTED));
  }
  return counts;
}
