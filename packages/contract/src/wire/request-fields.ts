import * as z from 'zod/mini';
import { documented } from './documented.ts';
import { flag, maybe, recordId } from './fields.ts';
import { textError } from './plain-text.ts';
import type { Wire } from './wire.ts';
import { wireObject } from './wire-object.ts';
import { type Fail, wireValue } from './wire-value.ts';

/** What the fields of requests share: typed text, numbers, days and ids within bounds. */

/**
 * Text that a person types, trimmed: a search, a remark, a name.
 * @param longest its characters at most
 */
export const typedText = (longest: number): Wire<string> =>
  wireValue(z.string(), (value, fail) => {
    const given = value.trim();
    const issue = textError(given, longest);
    return issue === null ? given : fail(issue);
  });

/** The same, where it may be missing: blank is null. */
export const optionalText = (longest: number): Wire<string | null> =>
  wireValue(z.optional(z.nullable(typedText(longest))), (value) => value || null);

/** The same, written as "" where there is none. */
export const clearableText = (longest: number): Wire<string | null> =>
  wireValue(
    optionalText(longest),
    (value) => value,
    (value) => value ?? '',
  );

/** A character that can be seen. */
const VISIBLE = /[^\p{C}\p{Z}]/u;

const required = (longest: number, read: (value: string) => string, rule?: (text: string) => string | null) =>
  wireValue(z.string(), (value, fail) => {
    const given = read(value);
    const issue = VISIBLE.test(given) ? (textError(given, longest) ?? rule?.(given) ?? null) : 'is required';
    return issue === null ? given : fail(issue);
  });

/** Required text of so many characters at most, unchanged: an email, a password. */
export const requiredText = (longest: number) => required(longest, (value) => value);

/** The same, trimmed: a name. */
export const requiredName = (longest: number) => required(longest, (value) => value.trim());

/** The number of an account at a bank, without the spaces that people write in it: letters and digits. */
export const accountNumber = (longest: number) =>
  required(
    longest,
    (value) => value.replaceAll(/\s+/g, ''),
    (text) => (/^[A-Za-z0-9]+$/.test(text) ? null : 'must be letters and digits'),
  );

const MAX_SEARCH_LENGTH = 200;

/** The text of a search box, trimmed; at most 200 characters, no NUL byte. */
export const searchText = typedText(MAX_SEARCH_LENGTH);

/** A number, or its decimal text, within bounds. */
export const between = (least: number, most: number): Wire<number> =>
  wireValue(
    documented(z.union([z.number(), z.string()]), { type: 'number', minimum: least, maximum: most }),
    (value, fail) => {
      const isDecimal = typeof value === 'number' || /^\s*-?\d{1,15}(\.\d{1,15})?\s*$/.test(value);
      const number = isDecimal ? Number(value) : Number.NaN;
      return number >= least && number <= most ? number : fail(`must be a number from ${least} to ${most}`);
    },
  );

const integer = (least: number, most: number) =>
  documented(z.union([z.string(), z.number()]), { type: 'integer', minimum: least, maximum: most });

function integerOf(given: string | number, least: number, most: number, fail: Fail): number {
  const number = /^\d{1,10}$/.test(String(given)) ? Number(given) : Number.NaN;
  return number >= least && number <= most ? number : fail(`must be a whole number from ${least} to ${most}`);
}

/** A whole number, or its text, within bounds. */
export const wholeNumber = (least: number, most: number): Wire<number> =>
  wireValue(integer(least, most), (value, fail) => integerOf(value, least, most, fail));

/** The same in a query, with its value where it is missing. */
export const wholeNumberOr = (missing: number, least: number, most: number): Wire<number> =>
  wireValue(z.optional(integer(least, most)), (value, fail) =>
    value === undefined || value === '' ? missing : integerOf(value, least, most, fail),
  );

/** The number of a row in its table, as text: in a path or query. */
export const rowNumber: Wire<string> = wireValue(z.string(), (value, fail) =>
  /^[1-9]\d{0,14}$/.test(value) ? value : fail('must be the number of a row'),
);

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Whether a text is a day of the calendar: "2026-02-28". */
export function isCalendarDay(value: string): boolean {
  const date = DAY.test(value) ? new Date(`${value}T00:00:00Z`) : null;
  return date !== null && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value) && value > '1900';
}

/** A day of the business, in its time zone: "2026-02-28". */
export const calendarDay: Wire<string> = wireValue(
  documented(z.string(), { type: 'string', format: 'date' }),
  (value, fail) => (isCalendarDay(value) ? value : fail('must be a day like 2026-02-28')),
);

/** A month of the business, in its time zone: "2026-02". */
export const calendarMonth: Wire<string> = wireValue(
  documented(z.string(), { type: 'string', description: 'a month like 2026-02', examples: ['2026-02'] }),
  (value, fail) => (isCalendarDay(`${value}-01`) ? value : fail('must be a month like 2026-02')),
);

/** A list of so many elements at most. */
export const atMost = <T>(most: number, inner: Wire<T[]>): Wire<T[]> =>
  wireValue(inner, (value, fail) => (value.length > most ? fail(`must have at most ${most} elements`) : value));

/** `{id}` in a path: a record of the call's kind. */
export const recordInPath = wireObject({ id: recordId });

/** The state from which the caller wants to toggle; null to toggle whatever it is. */
export const seenState: Wire<boolean | null> = maybe(flag);
