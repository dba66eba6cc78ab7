import type { Page } from '@wayside/contract/wire/paging';
import type { Database } from './database.ts';
import type { Statement } from './statement.ts';

/** Which page, and how many rows it has at most (API-14). */
export interface PageInput {
  /** From 1. */
  readonly page: number;
  /** From 1 to 100. */
  readonly limit: number;
}

/** How many rows are before a page. */
export const offsetOf = ({ page, limit }: PageInput): number => (page - 1) * limit;

/** Rows that were read, as the page that they are of all. */
export const pageOf = <R>(rows: R[], total: number, { page, limit }: PageInput): Page<R> => ({
  rows,
  total,
  page,
  pageCount: Math.ceil(total / limit),
});

/**
 * A page by a statement whose one row has the number of all rows and those of the page; beyond the last page no rows (API-14).
 * @param values without the last two of the statement, which are how many rows to return and how many to skip
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
