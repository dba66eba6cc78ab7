import { useSyncExternalStore } from 'react';
import { createListeners } from '../../lib/listeners.ts';

const SECOND_MS = 1_000;

let offsetMs = 0;
let second = 0;
let worker: Worker | null = null;
let timer = 0;
const listeners = createListeners();

/** The time at the server, as its last answer told it: the clock of a desk may be wrong (ROAD-01). */
export const serverNow = (): number => Date.now() + offsetMs;

/** Takes over the time of an answer that has just arrived. */
export function adoptServerTime(now: string): void {
  const at = Date.parse(now);
  if (Number.isFinite(at)) offsetMs = at - Date.now();
}

/**
 * Calls a listener each second, by one timer for all. It is a worker's: browsers slow the timers of a hidden page down to one a
 * minute, and a desk in another tab has to sound, too (ROAD-02).
 */
export function onSecond(listener: () => void): () => void {
  const unsubscribe = listeners.subscribe(listener);
  if (listeners.count() === 1) start();
  return () => {
    unsubscribe();
    if (listeners.count() === 0) stop();
  };
}

function start(): void {
  second = Math.floor(serverNow() / SECOND_MS);
  try {
    worker = new Worker(new URL('./tick-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', tick);
    worker.addEventListener('error', startOwnTimer);
  } catch {
    startOwnTimer();
  }
}

function startOwnTimer(): void {
  worker?.terminate();
  worker = null;
  timer ||= window.setInterval(tick, SECOND_MS);
}

function stop(): void {
  worker?.terminate();
  worker = null;
  clearInterval(timer);
  timer = 0;
}

function tick(): void {
  second = Math.floor(serverNow() / SECOND_MS);
  listeners.notify();
}

/** The seconds since 1970 at the server; the component is drawn each second. */
export const useServerSecond = (): number => useSyncExternalStore(onSecond, () => second);

/** Whether an instant has passed; the component is drawn when that changes. */
export function useIsPast(at: string | null): boolean {
  const atMs = at === null ? Number.POSITIVE_INFINITY : Date.parse(at);
  return useSyncExternalStore(onSecond, () => second * SECOND_MS >= atMs);
}
