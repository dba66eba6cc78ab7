import { queryOptions, type UseQueryOptions } from '@tanstack/react-query';
import type { countEndpoint } from '@wayside/contract/wire/list-endpoints';
import { call } from '../lib/api.ts';
import { REFETCHED_ON_OPENING } from '../lib/query-client.ts';
import { isRecordId } from '../lib/record-id.ts';
import { COUNTS_KEY } from '../lib/saved-views.ts';
import { areDaysReversed, type ListUrl, type ListView } from './list-url.ts';

/** The numbers of rows of several views, in their order; null where one has none (VIEW-04). */
// biome-ignore lint/suspicious/noExplicitAny: the answer is of any type before its `select`
export type CountsQuery = UseQueryOptions<any, Error, readonly (number | null)[], any>;

/**
 * The numbers of rows under several filters of a list, from one call.
 * @param list the first element of the list's own query keys
 */
export const countsQuery = <F>(
  list: string,
  endpoint: ReturnType<typeof countEndpoint<F>>,
  views: readonly NoInfer<F>[],
) =>
  queryOptions({
    queryKey: [COUNTS_KEY, list, views],
    queryFn: async ({ signal }): Promise<readonly (number | null)[]> =>
      (await call(endpoint, { body: { views: [...views] }, signal })).counts,
    ...REFETCHED_ON_OPENING,
  });

/** Whether our server can count the rows of a view: its days do not end before they begin, and each record has an id. */
export const isCountable = <F extends string>(
  { filters }: Pick<ListUrl<F>, 'filters'>,
  view: ListView<NoInfer<F>>,
): boolean =>
  !areDaysReversed(view) &&
  Object.entries(filters).every(
    ([key, values]) => values !== 'record' || view[key as F] === null || isRecordId(view[key as F]),
  );
