const IDLE_WITHOUT_WORD_MS = 300;

/** Resolves when the browser has nothing else to do: what nobody waits for loads then. */
export const untilIdle = (): Promise<unknown> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve);
    else setTimeout(resolve, IDLE_WITHOUT_WORD_MS);
  });

/** Whether the person asks browsers to fetch no more than is needed. */
export function isSavingData(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection');
  return typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData') === true;
}

/**
 * Loads code one after the other in idle moments, for a later moment in which there may be no network. Whoever needs it reports a
 * failure; without a network nothing is tried, because browsers remember a module that was missing, and nothing for whoever saves data.
 */
export async function loadWhenIdle(loads: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const load of loads) {
    await untilIdle();
    if (navigator.onLine && !isSavingData()) await load().catch(() => undefined);
  }
}
