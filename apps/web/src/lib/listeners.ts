/** Listeners of an event. */
export interface Listeners<A extends readonly unknown[]> {
  /** @returns what ends it */
  readonly subscribe: (listener: (...args: A) => void) => () => void;
  readonly notify: (...args: A) => void;
  readonly count: () => number;
}

/** Creates an empty set of listeners. */
export function createListeners<A extends readonly unknown[] = []>(): Listeners<A> {
  const listeners = new Set<(...args: A) => void>();
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    notify: (...args) => {
      for (const listener of listeners) listener(...args);
    },
    count: () => listeners.size,
  };
}
