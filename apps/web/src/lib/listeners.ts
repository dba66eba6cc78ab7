/** Those who are told of a change, for useSyncExternalStore and the like. */
export interface Listeners<A extends readonly unknown[]> {
  /** @returns what ends it */
  readonly subscribe: (listener: (...told: A) => void) => () => void;
  readonly notify: (...told: A) => void;
  readonly count: () => number;
}

/** Nobody listens yet. */
export function createListeners<A extends readonly unknown[] = []>(): Listeners<A> {
  const listeners = new Set<(...told: A) => void>();
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    notify: (...told) => {
      for (const listener of listeners) listener(...told);
    },
    count: () => listeners.size,
  };
}
