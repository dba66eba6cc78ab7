import type { SavedView } from '@wayside/contract/views';
import { parsePlainSearch, stringifyPlainSearch } from '../lib/plain-search.ts';
import { defaultView } from '../lib/saved-views.ts';
import type { ListSearch, ListUrl } from './list-url.ts';

/** The address of any list. */
type AnyUrl = Pick<ListUrl, 'list' | 'details' | 'others'> & { read: (given: Record<string, unknown>) => object };

/** The address of all rows, where a default view would open otherwise. */
export const ALL_ROWS = 'all';

/** What a view keeps of an address: search, filters, days and order, without page, open record and its tab (VIEW-04). */
function keptSearch(url: AnyUrl, given: Record<string, unknown>): Record<string, unknown> {
  const left = ['page', 'rows', 'view', 'columns', 'tab', url.details, ...url.others];
  const read: [string, unknown][] = Object.entries(url.read({ ...given, page: undefined, rows: undefined }));
  return Object.fromEntries(read.filter(([key]) => !left.includes(key)));
}

/** What a list shows as a view keeps it: "status=pending&sort=date". */
export const queryOf = (url: AnyUrl, given: Record<string, unknown>): string =>
  stringifyPlainSearch(keptSearch(url, given)).slice(1);

/** The address of a view; this release ignores what it does not know. */
export const searchOfView = (url: AnyUrl, { id, query }: Pick<SavedView, 'id' | 'query'>): ListSearch => ({
  ...keptSearch(url, parsePlainSearch(query)),
  view: id,
});

/** The address of all rows of a list. */
export const searchOfAll = (url: AnyUrl): ListSearch => (defaultView(url.list) ? { view: ALL_ROWS } : {});

/** Where an address without anything leads: to the default view; null where there is none. */
export function searchOfOpening(url: AnyUrl, given: Record<string, unknown>): ListSearch | null {
  const opened = Object.keys(url.read(given)).length === 0 ? defaultView(url.list) : undefined;
  return opened ? searchOfView(url, opened) : null;
}
