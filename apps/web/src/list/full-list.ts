import { queryOptions } from '@tanstack/react-query';
import type { LiveEntity } from '@wayside/contract/live';
import type { Endpoint } from '@wayside/contract/wire/endpoint';
import { matchesText } from '@wayside/contract/wire/fold-text';
import type { ExportEndpoint, ExportFormat } from '@wayside/contract/wire/list-endpoints';
import type { Page, ReadRows } from '@wayside/contract/wire/paging';
import { call } from '../lib/api.ts';
import { type ExportCalls, type ListExport, tableCall } from './list-export.ts';
import type { ListView } from './list-url.ts';

/** Filters a list by the search (FIND-01) and returns it as one page. */
export function filterToPage<Row>(
  { rows, unreadable = 0 }: ReadRows<Row>,
  search: string,
  textOf: (row: Row) => readonly (string | null)[],
): Page<Row> {
  const shown = search.trim() === '' ? [...rows] : rows.filter((row) => matchesText(textOf(row), search));
  return { rows: shown, unreadable, total: shown.length, page: 1, pageCount: shown.length === 0 ? 0 : 1 };
}

/**
 * Returns the queries of a list without pages: one for all rows and one for the rows that match a search (FIND-01).
 * Both follow changes of the entity (LIVE-02).
 */
export function fullListQueries<P, Q, B, Row>(
  { list: key, entity }: { readonly list: string; readonly entity: LiveEntity },
  list: Endpoint<P, Q, B, ReadRows<Row>>,
  textOf: (row: Row) => readonly (string | null)[],
) {
  const all = queryOptions({ queryKey: [key], queryFn: ({ signal }) => call(list, { signal }), meta: { entity } });
  return {
    all,
    found: ({ search }: ListView<never>) =>
      queryOptions({ ...all, select: (response: ReadRows<Row>) => filterToPage(response, search, textOf) }),
  };
}

interface SearchQuery {
  readonly search: string | null;
  readonly format: ExportFormat | null;
}

/** Returns the export of the rows that match a search (VIEW-08). */
export const searchExport =
  (name: string, endpointOf: (calls: ExportCalls) => ExportEndpoint<SearchQuery>) =>
  ({ search }: ListView<never>): ListExport => ({
    name,
    permission: 'records:read',
    call: (calls) => tableCall(endpointOf(calls), { search: search.trim() || null }),
  });
