import type { Endpoint } from '@wayside/contract/wire/endpoint';
import type { Page } from '@wayside/contract/wire/paging';
import { call } from './api.ts';

interface PageInput {
  readonly page: number;
  readonly limit: number;
}

export async function callPage<P, Q extends PageInput, T>(
  endpoint: Endpoint<P, Q, null, Page<T>>,
  query: Q,
  signal: AbortSignal,
): Promise<Page<T>> {
  return fitToPage(await call(endpoint, { query, signal }), query);
}

/**
 * Returns the requested page of the rows that a provider has sent (API-15). A provider may send all rows at once, or
 * send no total.
 */
export function fitToPage<T>(found: Page<T>, { page, limit }: PageInput): Page<T> {
  const { isOpenEnded = false, total, rows } = found;
  const start = (page - 1) * limit;
  const isEverything = rows.length > limit && rows.length + (found.unreadable ?? 0) >= total;
  if (isEverything) {
    const pageCount = Math.ceil(rows.length / limit);
    const requestedPage = { ...found, rows: rows.slice(start, start + limit), total: rows.length, page, pageCount };
    return { ...requestedPage, isOpenEnded: false };
  }
  if (!isOpenEnded) return found;
  const last = total === 0 ? page - 1 : page;
  const pageCount = found.pageCount || (total >= limit ? page + 1 : last);
  return { ...found, page, total: start + total, pageCount, isOpenEnded: pageCount > last };
}

/** The maximum number of rows per page. */
export const MAX_ROWS = 100;

/** Returns the rows of all pages, but at most of `mostPages`. */
export async function loadAllPages<Row>(
  load: (page: number) => Promise<Pick<Page<Row>, 'rows' | 'pageCount'>>,
  maxPages = Number.POSITIVE_INFINITY,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const found = await load(page);
    rows.push(...found.rows);
    if (page >= Math.min(found.pageCount, maxPages)) return rows;
  }
}
