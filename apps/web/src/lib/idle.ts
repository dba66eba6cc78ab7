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
 * Loads code one after the other in idle moments, in case there is no network later. The part that needs the code reports a
 * failure. Nothing is loaded without a network, because browsers remember a missing module, or when the user saves data.
 */
export async function loadWhenIdle(loads: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const load of loads) {
    await untilIdle();
    if (navigator.onLine && !isSavingData()) await load().catch(() => undefined);
  }
}
