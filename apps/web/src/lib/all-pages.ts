import type { Page } from '@wayside/contract/wire/paging';

/** Rows of a call that wants many of them: the most that a page has. */
export const MOST_ROWS = 100;

/** The rows of all pages, one after the other. @param mostPages the number of pages after which it stops */
export async function allPages<Row>(
  load: (page: number) => Promise<Pick<Page<Row>, 'rows' | 'pageCount'>>,
  mostPages = Number.POSITIVE_INFINITY,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const found = await load(page);
    rows.push(...found.rows);
    if (page >= Math.min(found.pageCount, mostPages)) return rows;
  }
}
