import { keepPreviousData, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { Page } from '@wayside/contract/wire/paging';
import { useRetry } from '../lib/use-retry.ts';
import { areDaysReversed, type ListView, NO_ROWS } from './list-url.ts';

/** Asks for the rows of a view; for days that end before they begin nothing is asked, and there are none (VIEW-01). */
export function useListQuery<Row, F extends string, A, K extends QueryKey>(
  queryOf: (view: ListView<F>) => UseQueryOptions<A, Error, Page<Row>, K>,
  view: ListView<F>,
) {
  const isReversed = areDaysReversed(view);
  const asked = queryOf(view);
  const query = useQuery({ ...asked, placeholderData: keepPreviousData, ...(isReversed && { enabled: false }) });
  const { failure, isRetrying, retry } = useRetry(query);
  return {
    asked,
    query,
    isReversed,
    page: isReversed ? NO_ROWS : query.data,
    failure: isReversed ? null : failure,
    isRetrying,
    retry: () => {
      if (!isReversed) void retry();
    },
  };
}
