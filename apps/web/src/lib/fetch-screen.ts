import { lazyRouteComponent, type RegisteredRouter, type RouteComponent } from '@tanstack/react-router';
import { prepareDates } from './format.ts';
import { loadWhenIdle, untilIdle } from './idle.ts';
import { isModuleMissing } from './new-release.ts';

/** The code of a screen cannot be loaded. */
class ScreenMissing extends Error {
  override readonly name = 'ScreenMissing';
}

/**
 * Loads the code of a screen. It fails in words, in the shell and with a retry; the router would reload the page to look for newer code,
 * and so leave the product for the browser's own error page.
 */
async function fetchScreen<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    throw new ScreenMissing('The code of this screen could not be loaded.', { cause: error });
  }
}

/** A screen whose code comes with the first visit. */
export function lazyScreen<K extends string>(
  load: () => Promise<Record<K, RouteComponent>>,
  name: K,
): RouteComponent {
  return lazyRouteComponent(() => fetchScreen(load), name);
}

/** Whether the code of a screen is what is missing: browsers remember that, and only a new page asks for it again. */
export function isScreenMissing(error: unknown): boolean {
  return error instanceof ScreenMissing || isModuleMissing(error);
}

/** Where people go with a customer on the phone. */
const LIKELY = ['/bookings', '/users', '/mechanics'] as const;

/**
 * Fetches the code of the likely next screens, one after the other, in moments in which nothing else is to be done; their
 * data are requested only by a visit (ERR-02). Without a network, or if the user saves data, a visit loads the code, too.
 * @param others what is fetched after them
 */
export async function fetchLikelyScreens(
  router: RegisteredRouter,
  others: readonly (() => Promise<unknown>)[],
): Promise<void> {
  if (!('requestIdleCallback' in window)) return;
  await untilIdle();
  prepareDates();
  // The visit reports a failure.
  const screens = LIKELY.map((path) => async () => router.loadRouteChunk(router.routesByPath[path]));
  await loadWhenIdle([...screens, ...others]);
}
