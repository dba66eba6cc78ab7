import { useSyncExternalStore } from 'react';
import { createListeners } from '../../lib/listeners.ts';

const SECOND_MS = 1_000;

/** The server's clock, set by the latest response, because the local clock may be wrong (ROAD-01). */
class ServerClock {
  /** Server time in seconds since 1970, at the latest tick. */
  second = 0;
  #offsetMs = 0;
  #worker: Worker | null = null;
  #timer = 0;
  readonly #listeners = createListeners();

  now(): number {
    return Date.now() + this.#offsetMs;
  }

  adopt(now: string): void {
    const at = Date.parse(now);
    if (Number.isFinite(at)) this.#offsetMs = at - Date.now();
  }

  subscribe(listener: () => void): () => void {
    const unsubscribe = this.#listeners.subscribe(listener);
    if (this.#listeners.count() === 1) this.#start();
    return () => {
      unsubscribe();
      if (this.#listeners.count() === 0) this.#stop();
    };
  }

  #start(): void {
    this.second = Math.floor(this.now() / SECOND_MS);
    try {
      this.#worker = new Worker(new URL('./tick-worker.ts', import.meta.url), { type: 'module' });
      this.#worker.addEventListener('message', () => this.#tick());
      this.#worker.addEventListener('error', () => this.#startTimer());
    } catch {
      this.#startTimer();
    }
  }

  #startTimer(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#timer ||= window.setInterval(() => this.#tick(), SECOND_MS);
  }

  #stop(): void {
    this.#worker?.terminate();
    this.#worker = null;
    clearInterval(this.#timer);
    this.#timer = 0;
  }

  #tick(): void {
    this.second = Math.floor(this.now() / SECOND_MS);
    this.#listeners.notify();
  }
}

const clock = new ServerClock();

/** Returns the server time in ms. */
export const serverNow = (): number => clock.now();

/** Sets the clock from a response that has just arrived. */
export const adoptServerTime = (now: string): void => clock.adopt(now);

/**
 * Calls a listener every second. The timer runs in a worker, because browsers limit timers of hidden pages to one per
 * minute and the desk must also sound in a hidden tab (ROAD-02).
 */
export const onSecond = (listener: () => void): (() => void) => clock.subscribe(listener);

/** Returns the server time in seconds since 1970 and renders every second. */
export const useServerSecond = (): number => useSyncExternalStore(onSecond, () => clock.second);

/** Returns a value derived from the server time and renders when the value changes. */
export const useAtSecond = <T extends string | number | boolean | null>(read: (nowMs: number) => T): T =>
  useSyncExternalStore(onSecond, () => read(clock.second * SECOND_MS));

/** Checks whether a point in time has passed and renders when that changes. */
export function useIsPast(at: string | null): boolean {
  const atMs = at === null ? Number.POSITIVE_INFINITY : Date.parse(at);
  return useAtSecond((nowMs) => nowMs >= atMs);
}
