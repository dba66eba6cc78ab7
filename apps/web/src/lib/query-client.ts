import {
  type FetchQueryOptions,
  notifyManager,
  QueryClient,
  type QueryFilters,
  type QueryKey,
} from '@tanstack/react-query';
import { isTimedOut, isUnanswered, isWorthRetrying } from './api-error.ts';

const MAX_RETRIES = 3;
const LONGEST_WAIT_MS = 30_000;
/** Unused data is dropped after five minutes (ERR-02). */
const FORGET_AFTER_MS = 5 * 60_000;
export const PREFETCH_LIFE_MS = 10_000;

const QUICK_ANSWER_MS = 200;

// By default the library tells components in a timer, which can come after the second of two presses: both would be sent.
notifyManager.setScheduler(queueMicrotask);

/** The delay before retry `n` (from 0): min(1000·2^n, 30000) ms (ERR-02). */
export function retryDelay(n: number): number {
  return Math.min(1000 * 2 ** n, LONGEST_WAIT_MS);
}

/**
 * Whether a failed query is retried: up to 3 times, never after a 4xx or a response with status false (ERR-02). After a timeout the person
 * has waited long enough and sees the error with its retry (ERR-03).
 */
export function shouldRetry(failures: number, error: unknown): boolean {
  return failures < MAX_RETRIES && isWorthRetrying(error) && !isTimedOut(error);
}

/**
 * The query policy: the defaults here, the three exceptions below. Calls go out when a screen loads, on Refresh,
 * and when filter or page change (ERR-02): components fetch neither when they mount, nor on focus, nor when the
 * network is back, unless they failed without a network (ERR-03).
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
      refetchOnReconnect: ({ state }) => isUnanswered(state.error) && 'always',
      retryOnMount: false,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** For data that is read each time it is shown: balances, histories, searches. */
export const NOT_CACHED = { staleTime: 0, gcTime: 0 } as const;

/** For details that show the cached record and refetch it. */
export const REFETCHED_ON_OPENING = { refetchOnMount: 'always' } as const;

/** The same, also when an open dialog changes to another record. */
export const REFETCHED_ALWAYS = { refetchOnMount: 'always', staleTime: 0 } as const;

/**
 * Removes the queries that no screen shows. The library's `inactive` filter would also remove those with disabled
 * observers.
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
 * For the `loader` of a route. Without cached data it waits briefly for the response, so that no loading state
 * flickers. Entering a screen again loads it again (ERR-02).
 */
export async function loadForScreen(query: ScreenQuery, cause: LoadCause): Promise<void> {
  const isPrefetch = cause === 'preload';
  const isFull = queryClient.getQueryData(query.queryKey) !== undefined;
  const request = queryClient.fetchQuery({ ...query, staleTime: isPrefetch ? PREFETCH_LIFE_MS : 0 });
  const answered = request.then(
    () => undefined,
    // The screen shows the failure. A failed prefetch is dropped.
    () => isPrefetch && forgetUnseen({ queryKey: query.queryKey, exact: true }),
  );
  if (cause === 'enter' && !isFull)
    await Promise.race([answered, new Promise((resolve) => setTimeout(resolve, QUICK_ANSWER_MS))]);
}
