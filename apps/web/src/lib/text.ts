import { createElement, Fragment, type ReactNode } from 'react';
import { formatCount } from './format.ts';
import { catalogue, language, locale } from './language.ts';

declare const marked: unique symbol;

/** An English text that is translated where it is shown, by `t`: the texts of tables and list definitions. */
export interface Message {
  readonly [marked]: true;
}

/** What the `{names}` of a text stand for; numbers are written in Indian grouping. */
type Values = Readonly<Record<string, string | number>>;

const PLACE = /\{(\w+)\}/;
const PLACES = /\{(\w+)\}/g;

const asMessage = (text: unknown) => text as Message;

/** Marks a text of the catalogue that is shown later (LANG-02). @param english a literal, so that the catalogue has it */
export const msg = (english: string): Message => asMessage(english);

/** A text that may not be in the catalogue: a word that another provider has sent. */
export const verbatim = (text: string): Message => asMessage(text);

/** The English text of a message: its key in addresses and stored settings. */
export const englishOf = (message: Message): string => String(message);

/** A text in the chosen language (LANG-01). @param text a literal, so that the catalogue has it, or a marked one */
export function t(text: string | Message, values?: Values): string {
  const english = String(text);
  const found = catalogue()[english];
  return fill(typeof found === 'string' ? found : english, values);
}

/** A text with a count, in the plural form of the chosen language (LANG-03). `{count}` is the count. */
export function plural(count: number, one: string, other: string, values?: Values): string {
  const forms = catalogue()[other];
  const [translatedOne, translatedOther] = Array.isArray(forms) ? forms : [one, other];
  return fill(isOne(count) ? translatedOne : translatedOther, { count, ...values });
}

/** A text whose `{names}` stand for elements, such as a link or a name in bold. */
export const richText = (english: string, parts: Readonly<Record<string, ReactNode>>): ReactNode =>
  t(english)
    .split(PLACE)
    .map((part, index) => createElement(Fragment, { key: index }, index % 2 === 0 ? part : parts[part]));

/** What the records of a list are called: "booking", "bookings". */
export interface Noun {
  readonly one: Message;
  readonly many: Message;
}

/** The form of a noun that fits a count, without the count. */
export const nounFor = (count: number, { one, many }: Noun): string => t(isOne(count) ? one : many);

/** The options of a select in the chosen language. */
export const translated = <O extends { readonly label: Message }>(options: readonly O[]) =>
  options.map((option) => ({ ...option, label: t(option.label) }));

/** "Aadhaar card, profile photo and shop photo" */
export const joined = (parts: readonly string[]): string =>
  new Intl.ListFormat(locale(), { type: 'conjunction' }).format(parts);

function fill(text: string, values: Values | undefined): string {
  if (values === undefined) return text;
  return text.replaceAll(PLACES, (place, name: string) => {
    const value = values[name] ?? place;
    return typeof value === 'number' ? formatCount(value) : value;
  });
}

let rules: Intl.PluralRules | null = null;

function isOne(count: number): boolean {
  if (!rules?.resolvedOptions().locale.startsWith(language())) rules = new Intl.PluralRules(language());
  return rules.select(count) === 'one';
}
