import type { LiveChange } from '@wayside/contract/live';
import { useSyncExternalStore } from 'react';

let isPaused = false;
const pauseListeners = new Set<() => void>();
const changeListeners = new Set<(changes: readonly LiveChange[]) => void>();

/** Says whether changes arrive (LIVE-03). */
export function setLivePaused(paused: boolean): void {
  if (paused === isPaused) return;
  isPaused = paused;
  for (const listener of pauseListeners) listener();
}

function subscribeToPause(listener: () => void): () => void {
  pauseListeners.add(listener);
  return () => pauseListeners.delete(listener);
}

/** Whether changes have not arrived for a while; re-renders on change. */
export const useLivePaused = (): boolean => useSyncExternalStore(subscribeToPause, () => isPaused);

/** Calls `listener` with each group of changes; returns a function that stops it. */
export function onLiveChanges(listener: (changes: readonly LiveChange[]) => void): () => void {
  changeListeners.add(listener);
  return () => changeListeners.delete(listener);
}

/** Tells changes to all that listen. */
export function announceLiveChanges(changes: readonly LiveChange[]): void {
  for (const listener of changeListeners) listener(changes);
}
