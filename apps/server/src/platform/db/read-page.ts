import type { Page } from '@wayside/contract/wire/paging';
import type { Database } from './database.ts';
import type { ListInput, ListShape } from './list-shape.ts';
import { pageStatement } from './page-statement.ts';
import { pageOf } from './statement-page.ts';

/** A page of a list with the total under the same filters; beyond the last page no rows (API-14). */
export async function readPage<R>(database: Database, shape: ListShape, input: ListInput): Promise<Page<R>> {
  const { sumPaise: _, ...page } = await readPageWithSum<R>(database, shape, input);
  return page;
}

/** Such a page, with the sum in paise of all rows under the filters, of a list whose shape has a column for it. */
export async function readPageWithSum<R>(
  database: Database,
  shape: ListShape,
  input: ListInput,
): Promise<Page<R> & { readonly sumPaise: number }> {
  const { statement, values } = pageStatement(shape, input);
  const [found] = await database.rows<{ total: number; sum?: number; rows: R[] }>(statement, values);
  return { ...pageOf(found?.rows ?? [], found?.total ?? 0, input), sumPaise: found?.sum ?? 0 };
}
