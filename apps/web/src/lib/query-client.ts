import { type FetchQueryOptions, QueryClient, type QueryFilters, type QueryKey } from '@tanstack/react-query';
import { isWorthRetrying } from './api-error.ts';

/** Retries after the first failure (ERR-02). */
const MAX_RETRIES = 3;
const LONGEST_WAIT_MS = 30_000;
/** A query that no screen shows is forgotten after five minutes (ERR-02). */
const FORGET_AFTER_MS = 5 * 60_000;
/** How long a screen that was prefetched on intent counts as just loaded. */
export const PREFETCH_LIFE_MS = 10_000;

/** An answer within this time comes before a person misses it, and what flashes by only unsettles. */
const QUICK_ANSWER_MS = 200;

/** The wait before retry `n` (from 0): min(1000·2^n, 30000) ms (ERR-02). */
export function retryDelay(n: number): number {
  return Math.min(1000 * 2 ** n, LONGEST_WAIT_MS);
}

/** Whether a failed query is asked again: up to 3 times, never after a 4xx or a refusal (ERR-02). */
export function shouldRetry(failures: number, error: unknown): boolean {
  return failures < MAX_RETRIES && isWorthRetrying(error);
}

/**
 * All query policy of the product.
 *
 * Calls fire when a screen loads, on Refresh, and when filter or page change, and at no other time (ERR-02). So the
 * route loaders and `refetch` are the only ones that fetch: components never do it by themselves when they mount,
 * when the window gets focus or when the network comes back.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: shouldRetry,
      retryDelay,
      gcTime: FORGET_AFTER_MS,
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnMount: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      // A load that failed stays failed until somebody presses its retry.
      retryOnMount: false,
      // Offline is an error that is shown (ERR-03), not a reason to wait in silence.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/**
 * Forgets what no screen shows. Not by the library's `inactive`, which counts a query as unseen whose observers may not
 * fetch: its screen would begin anew, and ask for who was deleted a moment ago.
 */
export function forgetUnseen(filters: Pick<QueryFilters, 'queryKey' | 'exact'> = {}): void {
  queryClient.removeQueries({ ...filters, predicate: (query) => query.getObserversCount() === 0 });
}

/** Why a route loads: the router's own `cause`. */
export type LoadCause = 'preload' | 'enter' | 'stay';

/** The query of a screen, whatever its data. */
// biome-ignore lint/suspicious/noExplicitAny: a query takes its data as well as it gives them, so no other type holds all queries
export type ScreenQuery = FetchQueryOptions<any, Error, any, any> & { queryKey: QueryKey };

/**
 * Loads what a screen needs, for its route's `loader`, while its code comes. Where nothing is known yet a quick answer
 * is waited for, so that the screen is drawn once, with it; after that the screen shows its own loading and error
 * states. A screen that is entered again loads again (ERR-02).
 */
export async function loadForScreen(query: ScreenQuery, cause: LoadCause): Promise<void> {
  const isPrefetch = cause === 'preload';
  const isFull = queryClient.getQueryData(query.queryKey) !== undefined;
  const request = queryClient.fetchQuery({ ...query, staleTime: isPrefetch ? PREFETCH_LIFE_MS : 0 });
  const settled = request.then(
    () => undefined,
    // The screen shows the failure. One that was only prefetched is forgotten, so that entering asks anew.
    () => isPrefetch && forgetUnseen({ queryKey: query.queryKey, exact: true }),
  );
  if (cause === 'enter' && !isFull)
    await Promise.race([settled, new Promise((resolve) => setTimeout(resolve, QUICK_ANSWER_MS))]);
}
