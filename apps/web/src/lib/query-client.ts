import { type FetchQueryOptions, QueryClient, type QueryFilters, type QueryKey } from '@tanstack/react-query';
import { isTimedOut, isUnanswered, isWorthRetrying } from './api-error.ts';

/** Retries after the first failure (ERR-02). */
const MAX_RETRIES = 3;
const LONGEST_WAIT_MS = 30_000;
/** Unused data is dropped after five minutes (ERR-02). */
const FORGET_AFTER_MS = 5 * 60_000;
/** How long a screen that was prefetched on intent counts as fresh. */
export const PREFETCH_LIFE_MS = 10_000;

/** A loading state shorter than this only flickers. */
const QUICK_ANSWER_MS = 200;

/** The delay before retry `n` (from 0): min(1000·2^n, 30000) ms (ERR-02). */
export function retryDelay(n: number): number {
  return Math.min(1000 * 2 ** n, LONGEST_WAIT_MS);
}

/**
 * Whether a failed query is retried: up to 3 times, never after a 4xx or an answer with status false (ERR-02). After a timeout the person
 * has waited long enough and sees the error with its retry (ERR-03).
 */
export function shouldRetry(failures: number, error: unknown): boolean {
  return failures < MAX_RETRIES && isWorthRetrying(error) && !isTimedOut(error);
}

/**
 * The query policy of the product: the defaults here, the three exceptions below. No query sets retry, stale or cache
 * times of its own.
 *
 * Calls go out when a screen loads, on Refresh, and when filter or page change, and at no other time (ERR-02). So the
 * route loaders and `refetch` fetch; components do not when they mount, when the window gets focus or when the network
 * comes back, unless they failed because there was no network (ERR-03).
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
      // A failed load stays failed until its retry button is pressed.
      retryOnMount: false,
      // Offline is an error on the screen (ERR-03), not a reason to wait without a word.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** For data that is read anew each time it is shown and dropped when it closes: balances, histories, searches. */
export const NOT_CACHED = { staleTime: 0, gcTime: 0 } as const;

/** For a record that details show from the cache at once: opening them asks for its present state. */
export const REFETCHED_ON_OPENING = { refetchOnMount: 'always' } as const;

/** For a record on which somebody decides: also a change to another one within the open dialog asks for its present state. */
export const REFETCHED_ALWAYS = { refetchOnMount: 'always', staleTime: 0 } as const;

/**
 * Removes the queries that no screen shows. The library's `inactive` filter does not fit: it also removes queries whose
 * observers are disabled, and their screens would ask for a record that was just deleted.
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
 * Loads the query of a screen, for its route's `loader`, while the code of the screen loads. Without cached data it waits
 * for a quick answer, so that the screen is drawn once; a slower one finds the screen in its loading state. Entering a
 * screen again loads it again (ERR-02).
 */
export async function loadForScreen(query: ScreenQuery, cause: LoadCause): Promise<void> {
  const isPrefetch = cause === 'preload';
  const isFull = queryClient.getQueryData(query.queryKey) !== undefined;
  const request = queryClient.fetchQuery({ ...query, staleTime: isPrefetch ? PREFETCH_LIFE_MS : 0 });
  const answered = request.then(
    () => undefined,
    // The screen shows the failure. A failed prefetch is dropped, so that entering the screen asks again.
    () => isPrefetch && forgetUnseen({ queryKey: query.queryKey, exact: true }),
  );
  if (cause === 'enter' && !isFull)
    await Promise.race([answered, new Promise((resolve) => setTimeout(resolve, QUICK_ANSWER_MS))]);
}
