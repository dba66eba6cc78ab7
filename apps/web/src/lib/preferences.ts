import { type Preferences, savePreferences } from '@wayside/contract/preferences';
import { PAGE_SIZE } from '@wayside/contract/wire/page-size';
import { useSyncExternalStore } from 'react';
import { call } from './api.ts';
import { isOwnServer } from './config.ts';
import { createListeners } from './listeners.ts';

const KEY = 'wayside_preferences';
const NONE: Preferences = { rows: null, density: null, columns: null, recents: null, reviewReasons: null };

const listeners = createListeners();
let current: Preferences | null = null;

/** What the administrator has set for themselves (VIEW-05), as this browser last saw it: a list can be asked for before the profile is there. */
export function preferences(): Preferences {
  current ??= readStored();
  return current;
}

/** Takes over what the server keeps; null of another provider, which keeps none. */
export function adoptPreferences(kept: Preferences | null): void {
  if (kept !== null) set(kept);
}

/**
 * Sets some of the preferences, at once here and then on the server. Where that fails they stay in this browser until the next
 * sign-in: nobody is interrupted for the height of a row.
 */
export function setPreferences(given: Partial<Preferences>): void {
  const others = preferences().columns?.filter((each) => !given.columns?.some(({ list }) => list === each.list));
  set({ ...preferences(), ...given, columns: [...(others ?? []), ...(given.columns ?? [])] });
  call(savePreferences, { body: { ...NONE, ...given } }).catch(() => undefined);
}

/** Rows a page (VIEW-05). */
export const ROWS_A_PAGE: readonly number[] = [PAGE_SIZE, 25, 50, 100];

/** The rows of a first page, as the person wants them. */
export function preferredRows(): number {
  const { rows } = preferences();
  return rows !== null && ROWS_A_PAGE.includes(rows) ? rows : PAGE_SIZE;
}

/** `preferences()`, for components. */
export const usePreferences = (): Preferences => useSyncExternalStore(listeners.subscribe, preferences);

function set(next: Preferences): void {
  current = next;
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // Without storage they are read from the server at the next start.
  }
  listeners.notify();
}

function readStored(): Preferences {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return isOwnServer() ? { ...NONE, ...(stored as Partial<Preferences>) } : NONE;
  } catch {
    return NONE;
  }
}

/** Forgets them with the session, whose local storage is cleared (AUTH-10). */
export function forgetPreferences(): void {
  current = null;
  listeners.notify();
}
