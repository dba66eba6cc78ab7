import { MAX_COUNTED } from '@wayside/contract/wire/list-endpoints';
import type { Page } from '@wayside/contract/wire/paging';
import type { Database } from './database.ts';
import type { Statement } from './statement.ts';

export interface PageInput {
  /** From 1. */
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
 * A page by a statement that returns one row with the total and the page's rows; no rows beyond the last page (API-14).
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

/** How many rows a list has under each of the filters, `MAX_COUNTED` for as many and more (VIEW-04). A call holds one connection. */
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
