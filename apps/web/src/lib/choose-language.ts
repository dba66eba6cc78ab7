import type { Language } from '@wayside/contract/preferences';
import {
  keepLanguage,
  type LanguageChange,
  language,
  showLanguage,
  showStoredLanguage,
  takeChosenOnLogin,
} from '../languages/language.ts';
import { isOwnServer } from './config.ts';
import { setPreferences } from './preferences.ts';
import { hasUnsavedInput } from './unsaved-input.ts';

/** Storage key that marks the language of this browser as not yet saved on the server. Signing out removes it. */
const UNSAVED_KEY = 'wayside_language_unsaved';

/** Changes the user's language, in this browser and on all of the user's devices (LANG-01). */
export async function chooseLanguage(wanted: Language): Promise<LanguageChange> {
  const change = await showLanguage(wanted, { mayShow: () => !hasUnsavedInput() });
  if (change === 'shown') saveForUser(wanted);
  return change;
}

/** Shows the language of the user who has signed in. @param stored null if the user has never chosen a language */
export async function adoptLanguage(stored: Language | null): Promise<void> {
  const chosen = takeChosenOnLogin() ?? (isUnsaved() ? language() : null);
  if (chosen !== null) saveForUser(chosen);
  else if (stored !== null && isOwnServer()) await showStoredLanguage(stored);
  else keepLanguage();
}

function saveForUser(chosen: Language): void {
  if (!isOwnServer()) return;
  setUnsaved(true);
  setPreferences({ language: chosen }, () => setUnsaved(false));
}

function isUnsaved(): boolean {
  try {
    return localStorage.getItem(UNSAVED_KEY) !== null;
  } catch {
    return false;
  }
}

function setUnsaved(is: boolean): void {
  try {
    if (is) localStorage.setItem(UNSAVED_KEY, '1');
    else localStorage.removeItem(UNSAVED_KEY);
  } catch {
    // Without storage, the next page uses the language stored on the server.
  }
}
