import { queryOptions, type UseQueryOptions } from '@tanstack/react-query';
import type { ListName } from '@wayside/contract/preferences';
import type { Endpoint } from '@wayside/contract/wire/endpoint';
import type { ListDefinition, ListInputOf } from '@wayside/contract/wire/list-definition';
import type { countEndpoint, ExportEndpoint, ExportFormat } from '@wayside/contract/wire/list-endpoints';
import type { Page } from '@wayside/contract/wire/paging';
import type { Permission } from '@wayside/contract/wire/permissions';
import { call } from '../lib/api.ts';
import { callPage } from '../lib/call-page.ts';
import { REFETCH_ON_OPEN } from '../lib/query-client.ts';
import { isRecordId } from '../lib/record-keys.ts';
import { COUNTS_KEY } from '../lib/saved-views.ts';
import type { ExportCalls, ListExport } from './list-export.ts';
import { isDateRangeReversed, type ListUrl, type ListView } from './list-url.ts';
import type { ViewOf } from './list-urls.ts';
import { daysOf } from './periods.ts';

interface PageInput {
  readonly page: number;
  readonly limit: number;
}

interface Calls<I, T> {
  readonly key: string;
  readonly list: Endpoint<Record<string, never>, PageInput & I, null, Page<T>>;
  readonly count: ReturnType<typeof countEndpoint<I>>;
}

interface ExportOf<I> {
  readonly call: (
    calls: ExportCalls,
  ) => ExportEndpoint<I & { readonly selection: string | null; readonly format: ExportFormat | null }>;
  readonly permission?: Permission;
}

/** Converts the filters of a URL into the input of the list's calls. */
export function listInput<L extends ListDefinition>(definition: L, view: ViewOf<L>): ListInputOf<L> {
  const given: Readonly<Record<string, unknown>> = view;
  const input: Record<string, unknown> = {};
  for (const [key, { type, address, set }] of Object.entries(definition.filters)) {
    const value = given[address ?? key];
    if (typeof value !== 'string') input[key] = null;
    else if (set !== null) input[key] = set.value;
    else input[key] = type === 'several' ? value.split(',') : value;
  }
  return {
    ...input,
    ...(definition.hasSearch && { search: view.search.trim() || null }),
    ...(definition.hasDays && daysOf(view)),
    ...(definition.orders.length > 0 && { sort: view.sort }),
  } as ListInputOf<L>;
}

/** Returns the queries of a contract list, for its route and its `ListScreen`. */
export function listQueries<L extends ListDefinition<ListName>, T>(
  definition: L,
  { key, list, count }: Calls<ListInputOf<L>, T>,
) {
  const inputOf = (view: ViewOf<L>): ListInputOf<L> => listInput(definition, view);
  return {
    inputOf,
    query: (view: ViewOf<L>) => {
      const query = { page: view.page, limit: view.rows, ...inputOf(view) };
      return queryOptions({
        queryKey: [key, query],
        queryFn: ({ signal }) => callPage(list, query, signal),
      });
    },
    counted: (views: readonly ViewOf<L>[]) => countsQuery(key, count, views.map(inputOf)),
  };
}

/** Returns the export of a contract list with the filters of a view (VIEW-08). */
export const createListExport =
  <L extends ListDefinition<ListName>>(
    definition: L,
    { call, permission = 'lists:export' }: ExportOf<ListInputOf<L>>,
  ) =>
  (view: ViewOf<L>): ListExport => ({
    name: definition.name,
    permission,
    call: (calls) => ({ endpoint: call(calls), query: listInput(definition, view) }),
  });

/** Query of the row counts of several views, in the same order; null for a view without a count (VIEW-04). */
// biome-ignore lint/suspicious/noExplicitAny: the answer is of any type before its `select`
export type CountsQuery = UseQueryOptions<any, Error, readonly (number | null)[], any>;

/** @param list the first element of the list's own query keys */
export const countsQuery = <F>(
  list: string,
  endpoint: ReturnType<typeof countEndpoint<F>>,
  views: readonly NoInfer<F>[],
) =>
  queryOptions({
    queryKey: [COUNTS_KEY, list, views],
    queryFn: async ({ signal }): Promise<readonly (number | null)[]> =>
      (await call(endpoint, { body: { views: [...views] }, signal })).counts,
    ...REFETCH_ON_OPEN,
  });

/** Checks whether our server can count the rows of a view. It rejects reversed dates and invalid ids. */
export const isCountable = <F extends string>(
  { filters }: Pick<ListUrl<F>, 'filters'>,
  view: ListView<NoInfer<F>>,
): boolean =>
  !isDateRangeReversed(view) &&
  Object.entries(filters).every(
    ([key, values]) => values !== 'record' || view[key as F] === null || isRecordId(view[key as F]),
  );
