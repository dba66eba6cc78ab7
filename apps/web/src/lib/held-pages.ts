import { hashKey, type QueryKey } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { createListeners } from './listeners.ts';
import { queryClient } from './query-client.ts';

/** A newer page of a list, held back because its rows would move those on the screen (LIVE-02). */
export interface HeldPage {
  readonly data: unknown;
  /** How many records are new. */
  readonly added: number;
  /** When the data on the screen were written: whatever writes them later has made this page old. */
  readonly shownAt: number;
}

const held = new Map<string, HeldPage>();
const listeners = createListeners();
/** The lists on the screen that announce a held page. */
const announcing = new Set<string>();

/** Whether the screen shows a list with a bar of new rows for this query. */
export const hasNewRowsBar = (queryHash: string): boolean => announcing.has(queryHash);

/** Holds a page back, or drops the held one. */
export function holdPage(queryHash: string, page: HeldPage | null): void {
  if (page === null && !held.has(queryHash)) return;
  if (page === null) held.delete(queryHash);
  else held.set(queryHash, page);
  listeners.notify();
}

/**
 * The page that is held back for a list with a bar of new rows, and the way to show it; null without one.
 * @param shownAt when the data on the screen were written
 */
export function useHeldPage(queryKey: QueryKey, shownAt: number): { added: number; show: () => void } | null {
  const hash = hashKey(queryKey);
  useEffect(() => {
    announcing.add(hash);
    return () => void announcing.delete(hash);
  }, [hash]);
  const page = useSyncExternalStore(listeners.subscribe, () => held.get(hash));
  if (page === undefined || page.shownAt !== shownAt) return null;
  const show = () => {
    holdPage(hash, null);
    queryClient.setQueryData(queryKey, page.data);
  };
  return { added: page.added, show };
}
