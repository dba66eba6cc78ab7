import { create } from 'zustand';

/** The languages of the screen (LANG-01): the tag of each and its own name. */
export const LANGUAGES = {
  en: 'English',
  hi: 'हिन्दी',
  mr: 'मराठी',
  ta: 'தமிழ்',
  te: 'తెలుగు',
  kn: 'ಕನ್ನಡ',
  bn: 'বাংলা',
} as const;
export type Language = keyof typeof LANGUAGES;

/** English text to its translation, or to its forms for one and for other counts. */
export type Catalogue = Readonly<Record<string, string | readonly [one: string, other: string]>>;

interface Chosen {
  readonly language: Language;
  readonly catalogue: Catalogue;
}

const useLanguageStore = create<Chosen>()(() => ({ language: 'en', catalogue: {} }));

export const language = (): Language => useLanguageStore.getState().language;
export const catalogue = (): Catalogue => useLanguageStore.getState().catalogue;

/** The chosen language as it is spoken in India, with Latin digits (LANG-03). */
export const locale = (): string => `${language()}-IN-u-nu-latn`;

export const useLanguage = (): Language => useLanguageStore((chosen) => chosen.language);
