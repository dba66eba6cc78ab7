import type { Page } from '@wayside/contract/wire/paging';
import type { ReadRows } from '@wayside/contract/wire/rows';

/**
 * A list that comes whole, as one page of what matches the search, in any case.
 * @param textOf what of a row is searched
 */
export function wholePage<Row>(
  { rows, unreadable = 0 }: ReadRows<Row>,
  search: string,
  textOf: (row: Row) => readonly (string | null)[],
): Page<Row> {
  const wanted = search.trim().toLocaleLowerCase();
  const found = rows.filter((row) => textOf(row).some((text) => text?.toLocaleLowerCase().includes(wanted)));
  const shown = wanted === '' ? [...rows] : found;
  return { rows: shown, unreadable, total: shown.length, page: 1, pageCount: shown.length === 0 ? 0 : 1 };
}
