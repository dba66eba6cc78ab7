import { createElement, Fragment, type ReactNode } from 'react';
import { formatCount } from './format.ts';
import { catalogue, language } from './language.ts';

declare const marked: unique symbol;

/** An English text of the catalogue that a table or a list definition holds. `t` translates it where it is shown. */
export interface Message {
  readonly [marked]: true;
}

/** What the `{names}` of a text stand for; numbers are written in Indian grouping. */
type Values = Readonly<Record<string, string | number>>;

const PLACE = /\{(\w+)\}/g;

/** Marks an English text for the catalogue where it is not shown yet (LANG-02). */
export const msg = (english: string): Message => english as unknown as Message;

/** The English text of a message, which is its key: also in addresses and stored settings. */
export const englishOf = (message: Message): string => message as unknown as string;

/** A text in the chosen language (LANG-01). @param english a literal, so that the catalogue knows it */
export function t(english: string | Message, values?: Values): string {
  const key = english as string;
  const found = catalogue()[key] ?? key;
  return fill(typeof found === 'string' ? found : key, values);
}

/** A text with a count, in the plural form of the chosen language (LANG-03). */
export function plural(count: number, one: string, other: string, values?: Values): string {
  const forms = catalogue()[other];
  const text = Array.isArray(forms) ? forms[isOne(count) ? 0 : 1] : undefined;
  return fill(text ?? (count === 1 ? one : other), { count, ...values });
}

/** What the records of a list are called: "booking", "bookings". */
export interface Noun {
  readonly one: Message;
  readonly many: Message;
}

/** The form of a noun for a count, without the count. */
export const nounFor = (count: number, { one, many }: Noun): string => t(isOne(count) ? one : many);

/** The options of a select in the chosen language. */
export const translated = <O extends { readonly label: Message }>(options: readonly O[]) =>
  options.map((option) => ({ ...option, label: t(option.label) }));

/** A text with parts that are elements: a link, a name in bold. */
export function richText(english: string, parts: Readonly<Record<string, ReactNode>>): ReactNode {
  return t(english)
    .split(PLACE)
    .map((part, index) => createElement(Fragment, { key: index }, index % 2 === 0 ? part : parts[part]));
}

function fill(text: string, values: Values | undefined): string {
  if (values === undefined) return text;
  return text.replace(PLACE, (place, name: string) => {
    const value = values[name] ?? place;
    return typeof value === 'number' ? formatCount(value) : value;
  });
}

let rules: { readonly of: string; readonly select: (count: number) => string } | null = null;

function isOne(count: number): boolean {
  const locale = language();
  if (rules?.of !== locale) {
    const plurals = new Intl.PluralRules(locale);
    rules = { of: locale, select: (given) => plurals.select(given) };
  }
  return rules.select(count) === 'one';
}
