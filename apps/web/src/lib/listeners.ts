export interface Listeners<A extends readonly unknown[]> {
  readonly subscribe: (listener: (...args: A) => void) => () => void;
  readonly notify: (...args: A) => void;
  readonly count: () => number;
}

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
