import type { Language } from '@wayside/contract/preferences';
import { keepLanguage, showLanguage, showStoredLanguage, takeChosenOnLogin } from '../languages/language.ts';
import { isOwnServer } from './config.ts';
import { setPreferences } from './preferences.ts';
import { hasUnsavedInput } from './unsaved-input.ts';

/** Changes the language of the screen, for this browser and for the person on every device (LANG-01). */
export async function chooseLanguage(wanted: Language): Promise<boolean> {
  const isShown = await showLanguage(wanted, { mayShow: () => !hasUnsavedInput() });
  if (isShown) keepForPerson(wanted);
  return isShown;
}

/** Shows the language of the person who has signed in. @param stored null if they have never chosen one */
export async function adoptLanguage(stored: Language | null): Promise<void> {
  const chosen = takeChosenOnLogin();
  if (chosen !== null) keepForPerson(chosen);
  else if (stored !== null && isOwnServer()) await showStoredLanguage(stored);
  else keepLanguage();
}

function keepForPerson(chosen: Language): void {
  if (isOwnServer()) setPreferences({ language: chosen });
}
