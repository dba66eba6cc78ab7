import {
  type FetchQueryOptions,
  notifyManager,
  QueryClient,
  type QueryFilters,
  type QueryKey,
} from '@tanstack/react-query';
import { isTimedOut, isUnanswered, isWorthRetrying } from './api-error.ts';

const MAX_RETRIES = 3;
const MAX_RETRY_DELAY_MS = 30_000;
/** Unused data is dropped after five minutes (ERR-02). */
const CACHE_TTL_MS = 5 * 60_000;
export const PREFETCH_TTL_MS = 10_000;

const QUICK_RESPONSE_MS = 200;

// By default, the library notifies components in a timer. That can be too late to block the second of two clicks, and
// both would be sent.
notifyManager.setScheduler(queueMicrotask);

/** Returns the delay before retry `n` (from 0): min(1000·2^n, 30000) ms (ERR-02). */
export function retryDelay(n: number): number {
  return Math.min(1000 * 2 ** n, MAX_RETRY_DELAY_MS);
}

/**
 * Checks whether to retry a failed query: up to 3 times, but never after a 4xx or a response with status false
 * (ERR-02). A timeout is not retried either, because the user has waited long enough and can retry from the error
 * message (ERR-03).
 */
export function shouldRetry(failures: number, error: unknown): boolean {
  return failures < MAX_RETRIES && isWorthRetrying(error) && !isTimedOut(error);
}

/**
 * The query client with the default policy; the three constants below are the exceptions. Queries run when a screen
 * loads, on Refresh, and when the filter or the page changes (ERR-02). Components do not fetch on mount, on focus or
 * on reconnection, unless the query failed without a network (ERR-03).
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: shouldRetry,
      retryDelay,
      gcTime: CACHE_TTL_MS,
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnMount: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: ({ state }) => isUnanswered(state.error) && 'always',
      retryOnMount: false,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** For data that is fetched each time it is shown, such as balances, histories and searches. */
export const UNCACHED_OPTIONS = { staleTime: 0, gcTime: 0 } as const;

/** For details that show the cached record and refetch it. */
export const REFETCH_ON_OPEN = { refetchOnMount: 'always' } as const;

/** Like `REFETCH_ON_OPEN`, but also refetches when an open dialog switches to another record. */
export const REFETCH_ALWAYS = { refetchOnMount: 'always', staleTime: 0 } as const;

/**
 * Removes the queries that no screen shows. The library's `inactive` filter would also remove those with disabled
 * observers.
 */
export function removeUnusedQueries(filters: Pick<QueryFilters, 'queryKey' | 'exact'> = {}): void {
  queryClient.removeQueries({ ...filters, predicate: (query) => query.getObserversCount() === 0 });
}

/** Why a route loads (the router's `cause`). */
export type LoadCause = 'preload' | 'enter' | 'stay';

/** The query of a screen, with any type of data. */
// biome-ignore lint/suspicious/noExplicitAny: a query takes its data as well as it gives them, so no other type holds all queries
export type ScreenQuery = FetchQueryOptions<any, Error, any, any> & { queryKey: QueryKey };

/**
 * Loads a query in a route's `loader`. Without cached data, it waits briefly for the response, so that no loading
 * state flickers. Entering a screen again reloads it (ERR-02).
 */
export async function loadForScreen(query: ScreenQuery, cause: LoadCause): Promise<void> {
  const isPrefetch = cause === 'preload';
  const isFull = queryClient.getQueryData(query.queryKey) !== undefined;
  const request = queryClient.fetchQuery({ ...query, staleTime: isPrefetch ? PREFETCH_TTL_MS : 0 });
  const settled = request.then(
    () => undefined,
    // The screen shows the failure. A failed prefetch is removed from the cache.
    () => isPrefetch && removeUnusedQueries({ queryKey: query.queryKey, exact: true }),
  );
  if (cause === 'enter' && !isFull)
    await Promise.race([settled, new Promise((resolve) => setTimeout(resolve, QUICK_RESPONSE_MS))]);
}
