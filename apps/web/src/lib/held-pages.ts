import { hashKey, type QueryKey } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { createListeners } from './listeners.ts';
import { queryClient } from './query-client.ts';

/** A newer page of a list, held back because it would move rows on the screen (LIVE-02). */
export interface HeldPage {
  readonly data: unknown;
  readonly added: number;
  /** When the data on the screen was written; a later write makes this page outdated. */
  readonly shownAt: number;
}

const heldPages = new Map<string, HeldPage>();
const listeners = createListeners();
/** Hashes of the queries of lists on the screen that announce a held page. */
const announcing = new Set<string>();

/** Checks whether the screen shows a list for this query with a bar that announces new rows. */
export const hasNewRowsBar = (queryHash: string): boolean => announcing.has(queryHash);

export function holdPage(queryHash: string, page: HeldPage | null): void {
  if (page === null && !heldPages.has(queryHash)) return;
  if (page === null) heldPages.delete(queryHash);
  else heldPages.set(queryHash, page);
  listeners.notify();
}

/**
 * Returns the held page of a list and a function that shows it.
 * @param shownAt when the data on the screen was written
 */
export function useHeldPage(queryKey: QueryKey, shownAt: number): { added: number; show: () => void } | null {
  const hash = hashKey(queryKey);
  useEffect(() => {
    announcing.add(hash);
    return () => void announcing.delete(hash);
  }, [hash]);
  const page = useSyncExternalStore(listeners.subscribe, () => heldPages.get(hash));
  if (page === undefined || page.shownAt !== shownAt) return null;
  const show = () => {
    holdPage(hash, null);
    queryClient.setQueryData(queryKey, page.data);
  };
  return { added: page.added, show };
}
