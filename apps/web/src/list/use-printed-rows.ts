import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { Page } from '@wayside/contract/wire/paging';
import { allPages, MOST_ROWS } from '../lib/all-pages.ts';
import { NOT_CACHED, queryClient } from '../lib/query-client.ts';
import type { Printing } from '../ui/printing.ts';
import { areDaysReversed, type ListView } from './list-url.ts';

/** How many calls a printed list takes at most. */
const MOST_PAGES = 10;

/**
 * The first 1,000 rows of a view, for printing more than the page on the screen (VIEW-09).
 * @returns undefined until they are there, and for another provider, whose pages may have any number of rows
 */
export function usePrintedRows<Row, F extends string, A, K extends QueryKey>(
  query: (view: ListView<F>) => UseQueryOptions<A, Error, Page<Row>, K>,
  view: ListView<F>,
  printing: Printing,
): readonly Row[] | undefined {
  const isWanted = printing === 'whole' && !areDaysReversed(view);
  const { data } = useQuery({
    ...NOT_CACHED,
    queryKey: ['printed', ...query(view).queryKey],
    enabled: isWanted,
    queryFn: () =>
      allPages(async (page) => {
        const { queryKey, queryFn, select } = query({ ...view, page, rows: MOST_ROWS });
        const answer = await queryClient.fetchQuery<A, Error, A, K>({
          ...NOT_CACHED,
          queryKey,
          ...(queryFn ? { queryFn } : {}),
        });
        return select ? select(answer) : (answer as Page<Row> & A);
      }, MOST_PAGES),
  });
  return isWanted ? data : undefined;
}
