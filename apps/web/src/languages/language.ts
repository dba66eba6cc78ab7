import type { Language } from '@wayside/contract/preferences';

/** Translations by English text; texts with a count have a singular and a plural form. */
export type Catalogue = Readonly<Record<string, string | readonly [one: string, other: string]>>;

/** The user interface languages (LANG-01), each by its native name. */
export const LANGUAGES: Readonly<Record<Language, string>> = {
  en: 'English',
  hi: 'हिन्दी',
  mr: 'मराठी',
  ta: 'தமிழ்',
  te: 'తెలుగు',
  kn: 'ಕನ್ನಡ',
  bn: 'বাংলা',
};

/** The texts used on nearly every visit, and all other texts; `build/catalogues.ts` divides them. */
const CORE = import.meta.glob<Catalogue>('./*.json', { import: 'default' });
const REST = import.meta.glob<Catalogue>('./*.json', { import: 'default', query: '?rest' });

const KEY = 'wayside_language';
const listeners = new Set<() => void>();

const loadEmptyCatalogue = (): Promise<Catalogue> => Promise.resolve({});

/** `main.ts` waits for these texts before it shows anything. */
let shown: Language = 'en';
let texts: Catalogue = {};
let rest: Promise<void> | null = null;
/** Whether some texts are in English because they could not be loaded. */
let isIncomplete = false;

/** Returns the current language (LANG-01). */
export const language = (): Language => shown;

export const catalogue = (): Catalogue => texts;

/** Checks whether some texts are in English because they could not be loaded. */
export const areTextsMissing = (): boolean => isIncomplete;

/** Returns the locale for India with Latin digits (LANG-03). */
export const locale = (): string => `${shown}-IN-u-nu-latn`;

export function subscribeToLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const isLanguage = (name: string | null): name is Language =>
  name !== null && Object.hasOwn(LANGUAGES, name);

/** Returns the language chosen in this browser, or English. */
export function storedLanguage(): Language {
  try {
    const stored = localStorage.getItem(KEY);
    return isLanguage(stored) ? stored : 'en';
  } catch {
    return 'en';
  }
}

/**
 * Time limits for loading texts: for the first paint, and for a dialog or a change of language. English is shown
 * after that.
 */
const FIRST_PAINT_MS = 4_000;
const LONGEST_WAIT_MS = 10_000;

/** Waits for texts. @throws if they do not load in time */
function inTime<T>(limitMs: number, texts: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no response in time')), limitMs);
    texts.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Loads the texts for the first paint. If they cannot be loaded, the screen stays in English. */
export async function startLanguage(): Promise<void> {
  const stored = storedLanguage();
  try {
    adopt(stored, await inTime(FIRST_PAINT_MS, (CORE[pathOf(stored)] ?? loadEmptyCatalogue)()));
  } catch (error) {
    console.error(`the texts of ${stored} could not be loaded`, error);
    isIncomplete = true;
  }
}

/** Resolves when all texts of the language are loaded. Used before a dialog or a less frequent screen opens. */
export function loadAllTexts(): Promise<void> {
  const wanted = shown;
  rest ??= inTime(LONGEST_WAIT_MS, (REST[pathOf(wanted)] ?? loadEmptyCatalogue)()).then(
    (others) => {
      if (shown === wanted) texts = { ...texts, ...others };
    },
    (error: unknown) => {
      console.error(`some texts of ${wanted} could not be loaded`, error);
      rest = null;
      setIncomplete(true);
    },
  );
  return rest;
}

function notify(): void {
  for (const listener of listeners) listener();
}

function setIncomplete(is: boolean): void {
  isIncomplete = is;
  notify();
}

let latest = 0;

/**
 * The result of choosing a language. `refused`: the screen may not be rendered again. `overtaken`: a later choice
 * replaced it.
 */
export type LanguageChange = 'shown' | 'failed' | 'refused' | 'overtaken';

/** Stores the language for later visits in this browser. */
function store(chosen: Language): void {
  try {
    localStorage.setItem(KEY, chosen);
  } catch {
    // Without storage, the next page starts in English until the profile is loaded.
  }
}

/** Stores the current language again after a sign-out has cleared it. A stored choice stays unchanged. */
export function keepLanguage(): void {
  try {
    if (localStorage.getItem(KEY) === null) store(shown);
  } catch {
    // Without storage, nothing can be stored.
  }
}

/**
 * Shows the screen in another language and stores the choice in this browser. Nothing changes if the texts cannot be
 * loaded or a later choice replaces this one.
 * @param mayShow called before and after the texts are loaded, because rendering the screen again would lose typed
 *   input
 */
export async function showLanguage(
  wanted: Language,
  { limitMs = LONGEST_WAIT_MS, mayShow = (): boolean => true } = {},
): Promise<LanguageChange> {
  latest += 1;
  const own = latest;
  if (!mayShow()) return 'refused';
  if (wanted !== shown) {
    try {
      const path = pathOf(wanted);
      const both = Promise.all([(CORE[path] ?? loadEmptyCatalogue)(), (REST[path] ?? loadEmptyCatalogue)()]);
      const [core, others] = await inTime(limitMs, both);
      if (own !== latest) return 'overtaken';
      if (!mayShow()) return 'refused';
      adopt(wanted, { ...core, ...others });
    } catch (error) {
      console.error(`the texts of ${wanted} could not be loaded`, error);
      return own === latest ? 'failed' : 'overtaken';
    }
    rest = Promise.resolve();
    notify();
  }
  if (wanted === 'en') setIncomplete(false);
  store(wanted);
  return 'shown';
}

/** Shows the language of the signed-in user's profile; the first paint waits for it. */
export async function showStoredLanguage(wanted: Language): Promise<void> {
  if ((await showLanguage(wanted, { limitMs: FIRST_PAINT_MS })) === 'failed') setIncomplete(true);
}

const pathOf = (wanted: Language): string => `./${wanted}.json`;

function adopt(wanted: Language, given: Catalogue): void {
  shown = wanted;
  texts = given;
  isIncomplete = false;
  document.documentElement.lang = `${wanted}-IN`;
}

let isChosenOnLogin = false;

/** Sets the language on the login page. It is then stored in the account of the user who signs in. */
export async function chooseOnLogin(wanted: Language): Promise<void> {
  if ((await showLanguage(wanted)) === 'shown') isChosenOnLogin = true;
}

/** Returns the language chosen on the login page and clears it; null if none was chosen. */
export function takeChosenOnLogin(): Language | null {
  const chosen = isChosenOnLogin ? shown : null;
  isChosenOnLogin = false;
  return chosen;
}
