import type { Query } from '@tanstack/react-query';
import type { LiveChange } from '@wayside/contract/live';
import { isWorthRetrying } from '../lib/api-error.ts';
import { holdPage } from '../lib/held-pages.ts';
import { queryClient } from '../lib/query-client.ts';
import { comparePages, isList } from './compare-pages.ts';
import { concerns, isSlow, shownQueries } from './followed-queries.ts';

/** A change often comes with others, and an own one with its own reloading. */
const DEBOUNCE_MS = 300;
/** At most one call of a query in this time, however much changes. */
const BETWEEN_CALLS_MS = 2_000;
const BETWEEN_SLOW_CALLS_MS = 10_000;
const MARK_MS = 1_600;

const timers = new Map<string, number>();
const askedAt = new Map<string, number>();
/** Queries whose last call had no answer. */
const owed = new Set<string>();

/** Asks again for what is on the screen and concerned by a change (ERR-02, LIVE-02). */
export function followChanges(changes: readonly LiveChange[]): void {
  for (const query of shownQueries()) if (changes.some((change) => concerns(change, query))) plan(query);
}

/** Asks again for everything on the screen: what has changed is not known. */
export function followAll(): void {
  for (const query of shownQueries()) plan(query);
}

/** Asks again where a call had no answer, for when the network is back. */
export function followOwed(): void {
  if (owed.size === 0) return;
  for (const query of shownQueries()) if (owed.has(query.queryHash)) plan(query);
  owed.clear();
}

function plan(query: Query): void {
  const { queryHash } = query;
  if (timers.has(queryHash)) return;
  const pauseMs =
    (askedAt.get(queryHash) ?? 0) + (isSlow(query) ? BETWEEN_SLOW_CALLS_MS : BETWEEN_CALLS_MS) - performance.now();
  const timer = window.setTimeout(
    () => {
      timers.delete(queryHash);
      void follow(query);
    },
    Math.max(DEBOUNCE_MS, pauseMs),
  );
  timers.set(queryHash, timer);
}

/** Asks again, with the rights of the person, without a sign of loading; a failure leaves what is shown. */
async function follow(query: Query): Promise<void> {
  if (!query.isActive()) return;
  // Hidden: asked when the page is shown again. An own change reloads by itself first.
  const isBusy = query.state.fetchStatus !== 'idle' || queryClient.isMutating() > 0;
  if (document.hidden || isBusy) return plan(query);
  const { queryFn } = query.options;
  if (typeof queryFn !== 'function') return;
  const shownAt = query.state.dataUpdatedAt;
  askedAt.set(query.queryHash, performance.now());
  try {
    const next = await queryClient.fetchQuery({
      queryKey: ['newer', ...query.queryKey],
      queryFn: (context) => queryFn({ ...context, queryKey: query.queryKey }),
      staleTime: 0,
      gcTime: 0,
      retry: false,
    });
    if (query.state.dataUpdatedAt !== shownAt || query.state.fetchStatus !== 'idle') plan(query);
    else show(query, next);
  } catch (error) {
    if (isWorthRetrying(error)) owed.add(query.queryHash);
  }
}

function show(query: Query, next: unknown): void {
  const shown: unknown = query.state.data;
  if (!isList(shown) || !isList(next)) {
    queryClient.setQueryData(query.queryKey, next);
    return;
  }
  const { patched, changed, isSameOrder, added } = comparePages(shown, next);
  queryClient.setQueryData(query.queryKey, patched);
  markRows(changed);
  const { dataUpdatedAt } = query.state;
  holdPage(query.queryHash, isSameOrder ? null : { data: next, added, shownAt: dataUpdatedAt });
}

/** Marks rows that changed in place for a moment, unless the person wants less motion (LIVE-02). */
function markRows(ids: readonly string[]): void {
  if (ids.length === 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  // After the rows are drawn with their new values.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      for (const id of ids)
        for (const row of document.querySelectorAll(`[data-record="${CSS.escape(id)}"]`))
          row.animate([{ backgroundColor: 'var(--accent-soft)' }, {}], { duration: MARK_MS, easing: 'ease-out' });
    }),
  );
}
