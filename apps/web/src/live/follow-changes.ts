import type { Query } from '@tanstack/react-query';
import type { LiveChange } from '@wayside/contract/live';
import { isWorthRetrying } from '../lib/api-error.ts';
import { hasNewRowsBar, holdPage } from '../lib/held-pages.ts';
import { queryClient } from '../lib/query-client.ts';
import { isAffectedBy, isSlow, shownQueries } from './followed-queries.ts';

export interface ListedRows {
  readonly rows: readonly object[];
  readonly total?: number;
  readonly page?: number;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Checks whether a cached response is a list of records that all have ids. */
export function isList(data: unknown): data is ListedRows {
  if (!isRecord(data) || !Array.isArray(data['rows'])) return false;
  const ids = data['rows'].map(idOf);
  return ids.every((id) => id !== '') && new Set(ids).size === ids.length;
}

/** Returns the id of a row or of its mechanic; an empty string if it has neither. */
export function idOf(row: unknown): string {
  const id = isRecord(row) ? (row['id'] ?? row['mechanicId']) : null;
  return typeof id === 'string' ? id : '';
}

export interface Comparison {
  /** The rows on the screen with their present values. */
  readonly patched: ListedRows;
  readonly changed: readonly string[];
  /** Whether the newer response has the same rows in the same order. */
  readonly isSameOrder: boolean;
  readonly added: number;
}

/** Compares a displayed list with a newer response to the same query. */
export function comparePages(shown: ListedRows, next: ListedRows): Comparison {
  const nextById = new Map(next.rows.map((row) => [idOf(row), row]));
  const shownIds = shown.rows.map(idOf);
  const isSameOrder = shownIds.join() === [...nextById.keys()].join();
  const changed = shown.rows.flatMap((row) => {
    const newer = nextById.get(idOf(row));
    return newer !== undefined && JSON.stringify(newer) !== JSON.stringify(row) ? [idOf(row)] : [];
  });
  const rows = shown.rows.map((row) => nextById.get(idOf(row)) ?? row);
  const unseen = next.rows.filter((row) => !shownIds.includes(idOf(row))).length;
  const grown = (next.total ?? next.rows.length) - (shown.total ?? shown.rows.length);
  // On a full page, an older record may have replaced a removed one.
  const added = (next.page ?? 1) > 1 ? 0 : Math.max(0, grown, next.total === undefined ? unseen : 0);
  return { patched: isSameOrder ? next : { ...shown, rows }, changed, isSameOrder, added };
}

const DEBOUNCE_MS = 300;
const MIN_REFETCH_INTERVAL_MS = 2_000;
const MIN_SLOW_REFETCH_INTERVAL_MS = 10_000;
const HIGHLIGHT_MS = 1_600;

const timers = new Map<string, number>();
const requestedAt = new Map<string, number>();
/** Hashes of the queries whose last refetch got no response. */
const pendingRefetches = new Set<string>();

/** Refetches the queries on the screen that the changes affect (ERR-02, LIVE-02). */
export function followChanges(changes: readonly LiveChange[]): void {
  for (const query of shownQueries())
    if (changes.some((change) => isAffectedBy(change, query))) scheduleRefetch(query);
}

/** Refetches everything on the screen, because the changes are unknown. */
export function followAll(): void {
  for (const query of shownQueries()) scheduleRefetch(query);
}

/** Repeats the refetches that got no response, when the network is back. */
export function refetchPending(): void {
  if (pendingRefetches.size === 0) return;
  for (const query of shownQueries()) if (pendingRefetches.has(query.queryHash)) scheduleRefetch(query);
  pendingRefetches.clear();
}

function scheduleRefetch(query: Query): void {
  const { queryHash } = query;
  if (timers.has(queryHash)) return;
  const pauseMs =
    (requestedAt.get(queryHash) ?? 0) +
    (isSlow(query) ? MIN_SLOW_REFETCH_INTERVAL_MS : MIN_REFETCH_INTERVAL_MS) -
    performance.now();
  const timer = window.setTimeout(
    () => {
      timers.delete(queryHash);
      void refetchInBackground(query);
    },
    Math.max(DEBOUNCE_MS, pauseMs),
  );
  timers.set(queryHash, timer);
}

/** Refetches a query in the background. If the refetch fails, the screen keeps its data. */
async function refetchInBackground(query: Query): Promise<void> {
  if (!query.isActive()) return;
  const isBusy = query.state.fetchStatus !== 'idle' || queryClient.isMutating() > 0;
  if (document.hidden || isBusy) return scheduleRefetch(query);
  const { queryFn } = query.options;
  if (typeof queryFn !== 'function') return;
  const shownAt = query.state.dataUpdatedAt;
  requestedAt.set(query.queryHash, performance.now());
  try {
    const next = await queryClient.fetchQuery({
      queryKey: ['newer', ...query.queryKey],
      queryFn: (context) => queryFn({ ...context, queryKey: query.queryKey }),
      staleTime: 0,
      gcTime: 0,
      retry: false,
    });
    if (query.state.dataUpdatedAt !== shownAt || query.state.fetchStatus !== 'idle') scheduleRefetch(query);
    else showResult(query, next);
  } catch (error) {
    if (isWorthRetrying(error)) pendingRefetches.add(query.queryHash);
  }
}

function showResult(query: Query, next: unknown): void {
  const shown: unknown = query.state.data;
  if (!isList(shown) || !isList(next)) {
    queryClient.setQueryData(query.queryKey, next);
    return;
  }
  const { patched, changed, isSameOrder, added } = comparePages(shown, next);
  const isHeld = !isSameOrder && shown.rows.length > 0 && hasNewRowsBar(query.queryHash);
  queryClient.setQueryData(query.queryKey, isHeld ? patched : next);
  highlightRows(changed);
  const { dataUpdatedAt } = query.state;
  holdPage(query.queryHash, isHeld ? { data: next, added, shownAt: dataUpdatedAt } : null);
}

/** Briefly highlights rows that changed in place, unless the user prefers reduced motion (LIVE-02). */
function highlightRows(ids: readonly string[]): void {
  if (ids.length === 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      for (const id of ids)
        for (const row of document.querySelectorAll(`[data-record="${CSS.escape(id)}"]`))
          row.animate([{ backgroundColor: 'var(--accent-soft)' }, {}], {
            duration: HIGHLIGHT_MS,
            easing: 'ease-out',
          });
    }),
  );
}
