import { queryOptions, type UseQueryOptions } from '@tanstack/react-query';
import type { countEndpoint } from '@wayside/contract/wire/count-endpoint';
import { call } from '../lib/api.ts';
import { REFETCHED_ON_OPENING } from '../lib/query-client.ts';

/** The numbers of rows of several views, in their order; null where one has none (VIEW-04). */
// biome-ignore lint/suspicious/noExplicitAny: the answer is of any type before its `select`
export type CountsQuery = UseQueryOptions<any, Error, readonly (number | null)[], any>;

/**
 * The numbers of rows under several filters of a list, from one call.
 * @param kind the first element of the key, under which changes are followed: "booking-counts"
 */
export const countsQuery = <F>(
  kind: string,
  endpoint: ReturnType<typeof countEndpoint<F>>,
  views: readonly NoInfer<F>[],
) =>
  queryOptions({
    queryKey: [kind, views],
    queryFn: async ({ signal }): Promise<readonly (number | null)[]> =>
      (await call(endpoint, { body: { views: [...views] }, signal })).counts,
    ...REFETCHED_ON_OPENING,
  });
