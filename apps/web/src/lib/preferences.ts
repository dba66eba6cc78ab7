import { type ListName, type Preferences, type Recent, savePreferences } from '@wayside/contract/preferences';
import { PAGE_SIZE } from '@wayside/contract/wire/page-size';
import { create } from 'zustand';
import { call } from './api.ts';
import { isOwnServer } from './config.ts';
import { isRecordId } from './record-keys.ts';

const KEY = 'wayside_preferences';
const EMPTY_PREFERENCES: Preferences = {
  rows: null,
  density: null,
  columns: null,
  recents: null,
  reviewReasons: null,
  callCard: null,
  language: null,
};

const usePreferencesStore = create<Preferences>()(readStored);
const ownServerPreferences = (stored: Preferences): Preferences => (isOwnServer() ? stored : EMPTY_PREFERENCES);

/**
 * Returns the administrator's preferences (VIEW-05). Until the profile is loaded, they come from this browser's
 * storage.
 */
export const preferences = (): Preferences => ownServerPreferences(usePreferencesStore.getState());

export function adoptPreferences(stored: Preferences | null): void {
  if (stored !== null) store(stored);
}

/**
 * Changes some preferences in this browser and on the server. A failure is not reported, because the browser keeps
 * the changes.
 */
export function setPreferences(given: Partial<Preferences>, onSaved: () => void = () => undefined): void {
  const others = preferences().columns?.filter((each) => !given.columns?.some(({ list }) => list === each.list));
  store({ ...preferences(), ...given, columns: [...(others ?? []), ...(given.columns ?? [])] });
  call(savePreferences, { body: { ...EMPTY_PREFERENCES, ...given } }).then(onSaved, () => undefined);
}

export const ROWS_PER_PAGE_OPTIONS: readonly number[] = [PAGE_SIZE, 25, 50, 100];

export function preferredRows(): number {
  const { rows } = preferences();
  return rows !== null && ROWS_PER_PAGE_OPTIONS.includes(rows) ? rows : PAGE_SIZE;
}

export const usePreferences = (): Preferences => usePreferencesStore(ownServerPreferences);

function store(next: Preferences): void {
  usePreferencesStore.setState(next);
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // Without storage, the next profile response restores the preferences.
  }
}

function readStored(): Preferences {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return { ...EMPTY_PREFERENCES, ...(stored as Partial<Preferences>) };
  } catch {
    return EMPTY_PREFERENCES;
  }
}

export const forgetPreferences = (): void => usePreferencesStore.setState(EMPTY_PREFERENCES);

const MAX_RECENTS = 10;
const KINDS: Partial<Record<ListName, Recent['kind']>> = {
  bookings: 'booking',
  users: 'user',
  mechanics: 'mechanic',
  payments: 'payment',
};

/** Records that the details of a record were opened. Only its kind and id are stored (WORK-03). */
export function addRecent(list: ListName | null, id: string): void {
  const kind = list === null ? undefined : KINDS[list];
  if (!kind || !isRecordId(id) || !isOwnServer()) return;
  const recents = preferences().recents ?? [];
  if (recents[0]?.id === id) return;
  setPreferences({
    recents: [{ kind, id }, ...recents.filter((recent) => recent.id !== id)].slice(0, MAX_RECENTS),
  });
}
