import type { Page } from '@wayside/contract/wire/paging';
import { z } from 'zod';
import type { Database } from './database.ts';
import type { ListInput, ListShape } from './list-shape.ts';
import { pageStatement } from './page-statement.ts';
import { similarReadings } from './read-search.ts';
import { defineStatement } from './statement.ts';
import { pageOf } from './statement-page.ts';

/** A page of a list with the total under the same filters; beyond the last page no rows (API-14). */
export async function readPage<R>(database: Database, shape: ListShape, input: ListInput): Promise<Page<R>> {
  const { sumPaise: _, ...page } = await readPageWithSum<R>(database, shape, input);
  return page;
}

const NAME_KEYS = defineStatement({
  name: 'name-keys',
  text: 'SELECT name_keys(fold_text($1)) AS keys',
  row: z.object({ keys: z.array(z.string()) }),
  example: ['Bhavna'],
});

/**
 * A page of what a search finds. Where it finds nothing: of the people whose names sound or look alike, and what belongs to them (FIND-03).
 */
export async function readFoundPage<R>(
  database: Database,
  shape: ListShape,
  input: ListInput,
): Promise<Page<R> & { readonly sumPaise: number }> {
  const found = await readPageWithSum<R>(database, shape, input);
  const { search } = input;
  if (found.total > 0 || search === null || !(shape.isOfPeople || shape.callerSearch)) return found;
  const [names] = await database.rows(NAME_KEYS, [search]);
  for (const similar of similarReadings(search, names?.keys ?? [])) {
    const page = await readPageWithSum<R>(database, shape, { ...input, similar });
    if (page.total > 0) return { ...page, isSimilar: true };
  }
  return found;
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
