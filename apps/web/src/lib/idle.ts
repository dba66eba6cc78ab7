const IDLE_WITHOUT_WORD_MS = 300;

/** Resolves when the browser has nothing else to do: what nobody waits for loads then. */
export const untilIdle = (): Promise<unknown> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve);
    else setTimeout(resolve, IDLE_WITHOUT_WORD_MS);
  });
