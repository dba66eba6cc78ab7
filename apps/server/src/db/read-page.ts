import type { Page } from '@wayside/contract/wire/paging';
import { badRequest } from '../api-error.ts';
import type { Database } from './database.ts';
import type { ListInput, ListShape } from './list-shape.ts';
import { pageStatement } from './page-statement.ts';
import { pageOf } from './statement-page.ts';

/**
 * A page of a list with the total under the same filters; beyond the last page no rows (API-14).
 * @throws 400 where the days end before they begin (VIEW-01)
 */
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
  if (input.days && input.days.to < input.days.from)
    throw badRequest([{ field: 'to', message: 'must not be before from' }]);
  const { statement, values } = pageStatement(shape, input);
  const [found] = await database.rows<{ total: number; sum?: number; rows: R[] }>(statement, values);
  return { ...pageOf(found?.rows ?? [], found?.total ?? 0, input), sumPaise: found?.sum ?? 0 };
}
