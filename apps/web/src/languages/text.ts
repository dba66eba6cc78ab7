import { catalogue, language, locale } from './language.ts';
import { keyOf, unmarked, withoutTranslation } from './marked-text.ts';

declare const marked: unique symbol;

/** An English text, for example in a table or a list definition, that `t` translates when it is shown. */
export interface Message {
  readonly [marked]: true;
}

/** Values for the `{placeholders}` of a text; numbers are formatted with Indian grouping. */
type Values = Readonly<Record<string, string | number>>;

const PLACEHOLDERS = /\{(\w+)\}/g;

/** A literal in the source code. Variables are not allowed, because the catalogue contains only literals. */
export type Literal<T extends string> = string extends T ? never : T;

const asMessage = (text: unknown) => text as Message;

/** Marks a text of the catalogue that is shown later (LANG-02). */
export const msg = <T extends string>(english: Literal<T>): Message => asMessage(english);

/** Marks a text that is not in the catalogue, such as a word sent by an external provider. */
export const verbatim = (text: string): Message => asMessage(withoutTranslation(text));

/** Returns the English text of a message, which is its key in URLs and stored settings. */
export const englishOf = (message: Message): string => unmarked(String(message));

/** Returns a text in the current language (LANG-01). */
export function t<T extends string>(text: Literal<T> | Message, values?: Values): string {
  const key = keyOf(String(text));
  const found = key === null ? undefined : catalogue()[key];
  return fill(typeof found === 'string' && found !== '' ? found : unmarked(String(text)), values);
}

/** Returns a text with a count, in the plural form of the current language (LANG-03). `{count}` is the count. */
export function plural<O extends string, T extends string>(
  count: number,
  one: Literal<O>,
  other: Literal<T>,
  values?: Values,
): string {
  const forms = catalogue()[keyOf(other) ?? ''];
  const [shownOne, shownOther] = Array.isArray(forms) ? forms : [one, unmarked(other)];
  return fill(isOne(count) ? shownOne : shownOther, { count, ...values });
}

/**
 * Returns the translation of a server message by its code, in the form for its `count`; null if it is not translated.
 */
export function sentenceByCode(code: string, params: Values): string | null {
  const found = catalogue()[`#${code}`];
  const form = Array.isArray(found) ? found[isOne(Number(params['count'])) ? 0 : 1] : found;
  return typeof form === 'string' && form !== '' ? fill(form, params) : null;
}

/** The noun for the records of a list: "booking", "bookings". */
export interface Noun {
  readonly one: Message;
  readonly many: Message;
}

/** Returns the singular or plural form of a noun for a count, without the count itself. */
export const nounFor = (count: number, { one, many }: Noun, values?: Values): string =>
  t(isOne(count) ? one : many, values);

/** Translates the labels of a select's options. */
export const translated = <O extends { readonly label: Message }>(options: readonly O[]) =>
  options.map((option) => ({ ...option, label: t(option.label) }));

/** Joins texts into a list: "Aadhaar card, profile photo and shop photo" */
export const joined = (parts: readonly string[]): string =>
  new Intl.ListFormat(locale(), { type: 'conjunction' }).format(parts);

function fill(text: string, values: Values | undefined): string {
  if (values === undefined) return text;
  return text.replaceAll(PLACEHOLDERS, (place, name: string) => {
    const value = values[name] ?? place;
    return typeof value === 'number' ? groupedNumber(value) : value;
  });
}

let grouping: Intl.NumberFormat | null = null;

/** Formats a number with Indian grouping in every language: `12,34,567` (FMT-01). */
export function groupedNumber(value: number): string {
  grouping ??= new Intl.NumberFormat('en-IN');
  return grouping.format(value);
}

let rules: Intl.PluralRules | null = null;

function isOne(count: number): boolean {
  if (!rules?.resolvedOptions().locale.startsWith(language())) rules = new Intl.PluralRules(language());
  return rules.select(count) === 'one';
}
