import { useIsFetching } from '@tanstack/react-query';
import { lazyRouteComponent, type RegisteredRouter, type RouteComponent } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { loadAllTexts } from '../languages/language.ts';
import { t } from '../languages/text.ts';
import { prepareDates } from './format.ts';
import { isModuleMissing } from './new-release.ts';

class ScreenMissing extends Error {
  override readonly name = 'ScreenMissing';
}

/**
 * Loads the code of a screen. On failure, the shell shows the error with a retry; the router would reload the page
 * instead.
 */
async function fetchScreen<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    throw new ScreenMissing(t('The code of this screen could not be loaded.'), { cause: error });
  }
}

/** Returns a screen that loads its code and texts on the first visit. */
export function lazyScreen<K extends string>(
  load: () => Promise<Record<K, RouteComponent>>,
  name: K,
): RouteComponent {
  return lazyRouteComponent(async () => (await Promise.all([fetchScreen(load), loadAllTexts()]))[0], name);
}

/** Returns a screen used on most visits. Its texts are in the first file of a language (LANG-04). */
export function frequentScreen<K extends string>(
  load: () => Promise<Record<K, RouteComponent>>,
  name: K,
): RouteComponent {
  return lazyRouteComponent(() => fetchScreen(load), name);
}

export function isScreenMissing(error: unknown): boolean {
  return error instanceof ScreenMissing || isModuleMissing(error);
}

const LIKELY_SCREENS = ['/bookings', '/users', '/mechanics'] as const;

/**
 * Fetches the code of the screens likely to be opened next while the browser is idle. Their data is not requested
 * until they are visited (ERR-02).
 * @param others loaded after these screens
 */
export async function fetchLikelyScreens(
  router: RegisteredRouter,
  others: readonly (() => Promise<unknown>)[],
): Promise<void> {
  if (!('requestIdleCallback' in window)) return;
  await waitUntilIdle();
  prepareDates();
  const screens = LIKELY_SCREENS.map((path) => async () => router.loadRouteChunk(router.routesByPath[path]));
  await loadWhenIdle([...screens, ...others]);
}

const IDLE_FALLBACK_MS = 300;

/** Resolves when the browser is idle, so that less urgent code can be loaded. */
export const waitUntilIdle = (): Promise<unknown> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve);
    else setTimeout(resolve, IDLE_FALLBACK_MS);
  });

/** Checks whether the user prefers reduced data usage. */
export function isSavingData(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection');
  return typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData') === true;
}

/**
 * Loads code sequentially while the browser is idle, in case there is no network later. The component that needs the
 * code reports a failure. Nothing is loaded if the user saves data, or without a network, because browsers remember a
 * missing module.
 */
export async function loadWhenIdle(loads: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const load of loads) {
    await waitUntilIdle();
    if (navigator.onLine && !isSavingData()) await load().catch(() => undefined);
  }
}

/** Returns whether the first screen has its data and the browser has been idle. Less urgent calls wait for that. */
export function useIdle(isWanted: boolean): boolean {
  const [isIdle, setIdle] = useState(false);
  const isWaiting = useIsFetching() > 0;
  useEffect(() => {
    if (isWanted && !isWaiting) void waitUntilIdle().then(() => setIdle(true));
  }, [isWanted, isWaiting]);
  return isWanted && isIdle;
}
