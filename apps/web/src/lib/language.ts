import type { Language } from '@wayside/contract/preferences';
import { createListeners } from './listeners.ts';

/** English text to its translation, or to its forms for one and for other counts. */
export type Catalogue = Readonly<Record<string, string | readonly [one: string, other: string]>>;

const ENGLISH: Catalogue = {};

/** The languages of the screen (LANG-01), each by its own name. */
export const LANGUAGES: Readonly<
  Record<Language, { readonly name: string; readonly load: () => Promise<Catalogue> }>
> = {
  en: { name: 'English', load: () => Promise.resolve(ENGLISH) },
  hi: { name: 'हिन्दी', load: async () => (await import('../languages/hi.json')).default },
  mr: { name: 'मराठी', load: async () => (await import('../languages/mr.json')).default },
  ta: { name: 'தமிழ்', load: async () => (await import('../languages/ta.json')).default },
  te: { name: 'తెలుగు', load: async () => (await import('../languages/te.json')).default },
  kn: { name: 'ಕನ್ನಡ', load: async () => (await import('../languages/kn.json')).default },
  bn: { name: 'বাংলা', load: async () => (await import('../languages/bn.json')).default },
};

const KEY = 'wayside_language';
const changes = createListeners();

/** `main.ts` waits for them before anything is shown. */
let shown: Language = 'en';
let texts = ENGLISH;

/** The language of the screen (LANG-01). */
export const language = (): Language => shown;

export const catalogue = (): Catalogue => texts;

/** The language as it is spoken in India, with Latin digits (LANG-03). */
export const locale = (): string => `${shown}-IN-u-nu-latn`;

export const subscribeToLanguage = changes.subscribe;

const isLanguage = (name: string | null): name is Language => name !== null && name in LANGUAGES;

/** The language that was chosen in this browser, or English. */
export function storedLanguage(): Language {
  try {
    const stored = localStorage.getItem(KEY);
    return isLanguage(stored) ? stored : 'en';
  } catch {
    return 'en';
  }
}

/**
 * Shows the screen in a language and keeps it for this browser. A catalogue that cannot be loaded changes nothing.
 * @returns whether the language is shown
 */
export async function showLanguage(wanted: Language): Promise<boolean> {
  try {
    texts = await LANGUAGES[wanted].load();
  } catch (error) {
    console.error(`the texts of ${wanted} could not be loaded`, error);
    return false;
  }
  const isNew = wanted !== shown;
  shown = wanted;
  document.documentElement.lang = `${wanted}-IN`;
  try {
    localStorage.setItem(KEY, wanted);
  } catch {
    // Without storage the next page begins in English, until the profile arrives.
  }
  if (isNew) changes.notify();
  return true;
}

let isChosenOnLogin = false;

/** Chooses the language on the login page; the account of the person who signs in gets it. */
export async function chooseOnLogin(wanted: Language): Promise<void> {
  if (await showLanguage(wanted)) isChosenOnLogin = true;
}

/** The language that was chosen on this login page, once; null if none was. */
export function takeChosenOnLogin(): Language | null {
  const chosen = isChosenOnLogin ? shown : null;
  isChosenOnLogin = false;
  return chosen;
}
