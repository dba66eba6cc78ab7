import type { Language } from '@wayside/contract/preferences';

/** Maps an English text to its translation, or to its singular and plural forms. */
export type Catalogue = Readonly<Record<string, string | readonly [one: string, other: string]>>;

/** The languages of the screen (LANG-01), each by its own name. */
export const LANGUAGES: Readonly<Record<Language, string>> = {
  en: 'English',
  hi: 'हिन्दी',
  mr: 'मराठी',
  ta: 'தமிழ்',
  te: 'తెలుగు',
  kn: 'ಕನ್ನಡ',
  bn: 'বাংলা',
};

/** The texts that nearly every visit shows, and all others; `build/catalogues.ts` divides them. */
const CORE = import.meta.glob<Catalogue>('./*.json', { import: 'default' });
const REST = import.meta.glob<Catalogue>('./*.json', { import: 'default', query: '?rest' });

const KEY = 'wayside_language';
const listeners = new Set<() => void>();

const NO_TEXTS = (): Promise<Catalogue> => Promise.resolve({});

/** `main.ts` waits for them before anything is shown. */
let shown: Language = 'en';
let texts: Catalogue = {};
let rest: Promise<void> | null = null;
/** Whether English is shown where texts of the language could not be loaded. */
let isIncomplete = false;

/** The language of the screen (LANG-01). */
export const language = (): Language => shown;

export const catalogue = (): Catalogue => texts;

/** Whether some texts are in English because they could not be loaded. */
export const areTextsMissing = (): boolean => isIncomplete;

/** The locale for India, with Latin digits (LANG-03). */
export const locale = (): string => `${shown}-IN-u-nu-latn`;

export function subscribeToLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const isLanguage = (name: string | null): name is Language =>
  name !== null && Object.hasOwn(LANGUAGES, name);

/** The language that was chosen in this browser, or English. */
export function storedLanguage(): Language {
  try {
    const stored = localStorage.getItem(KEY);
    return isLanguage(stored) ? stored : 'en';
  } catch {
    return 'en';
  }
}

/** How long the first paint waits, and then a dialog or a change of the language; English is shown instead. */
const FIRST_PAINT_MS = 4_000;
const LONGEST_WAIT_MS = 10_000;

/** @throws when the texts do not come in time */
function inTime<T>(limitMs: number, texts: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no response in time')), limitMs);
    texts.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Loads the texts that the first paint needs. A catalogue that cannot be loaded leaves the screen in English. */
export async function startLanguage(): Promise<void> {
  const stored = storedLanguage();
  try {
    adopt(stored, await inTime(FIRST_PAINT_MS, (CORE[pathOf(stored)] ?? NO_TEXTS)()));
  } catch (error) {
    console.error(`the texts of ${stored} could not be loaded`, error);
    isIncomplete = true;
  }
}

/** Resolves when all texts of the language are loaded: before a dialog opens, or an infrequent screen. */
export function loadAllTexts(): Promise<void> {
  const wanted = shown;
  rest ??= inTime(LONGEST_WAIT_MS, (REST[pathOf(wanted)] ?? NO_TEXTS)()).then(
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

/** What has become of a choice. `refused`: the screen may not be drawn again; `overtaken` by a later one. */
export type LanguageChange = 'shown' | 'failed' | 'refused' | 'overtaken';

/** Keeps the language for the next document of this browser. */
function store(chosen: Language): void {
  try {
    localStorage.setItem(KEY, chosen);
  } catch {
    // Without storage the next page begins in English, until the profile arrives.
  }
}

/** Keeps the shown language for this browser where a sign-out has cleared it. A stored choice stays. */
export function keepLanguage(): void {
  try {
    if (localStorage.getItem(KEY) === null) store(shown);
  } catch {
    // Without storage there is nothing to keep.
  }
}

/**
 * Shows the screen in another language and keeps it for this browser. A catalogue that cannot be loaded changes
 * nothing, nor does a choice that a later one has overtaken.
 * @param mayShow asked before and once the texts are there: drawing the screen again would lose what has been typed
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
      const both = Promise.all([(CORE[path] ?? NO_TEXTS)(), (REST[path] ?? NO_TEXTS)()]);
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

/** Sets the language of the signed-in person’s profile; the first paint waits for it. */
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

/** Chooses the language on the login page; the account of the person who signs in gets it. */
export async function chooseOnLogin(wanted: Language): Promise<void> {
  if ((await showLanguage(wanted)) === 'shown') isChosenOnLogin = true;
}

/** The language that was chosen on this login page, once; null if none was. */
export function takeChosenOnLogin(): Language | null {
  const chosen = isChosenOnLogin ? shown : null;
  isChosenOnLogin = false;
  return chosen;
}
