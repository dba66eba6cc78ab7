import * as z from 'zod/mini';
import { documented } from './documented.ts';
import { flag, maybe, recordId } from './fields.ts';
import { cleanName, cleanNote, textError } from './plain-text.ts';
import type { Wire } from './wire.ts';
import { wireObject } from './wire-object.ts';
import { wireValue } from './wire-value.ts';

/** What the fields of requests share: typed text, numbers and lists within bounds. Whole numbers and days are in files of their own, because the
 * first screen of the web needs neither. */

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

/** Typed text that may be missing: blank is null. */
export const optionalText = (longest: number): Wire<string | null> =>
  wireValue(z.optional(z.nullable(typedText(longest))), (value) => value || null);

/** A character that can be seen. */
const VISIBLE = /[^\p{C}\p{Z}]/u;

const optional = (longest: number, clean: (text: string) => string): Wire<string | null> =>
  wireValue(optionalText(longest), (value) => {
    const cleaned = clean(value ?? '').trim();
    return VISIBLE.test(cleaned) ? cleaned : null;
  });

/** A name that may be missing: blank is null. Control characters and direction overrides are removed (OWN-11). */
export const optionalName = (longest: number): Wire<string | null> => optional(longest, cleanName);

/** The same for a note, whose line breaks stay. */
export const optionalNote = (longest: number): Wire<string | null> => optional(longest, cleanNote);

/** Typed text that may be missing, written as "" where there is none. */
export const clearableText = (longest: number): Wire<string | null> =>
  wireValue(
    optionalText(longest),
    (value) => value,
    (value) => value ?? '',
  );

const required = (longest: number, read: (value: string) => string, rule?: (text: string) => string | null) =>
  wireValue(z.string(), (value, fail) => {
    const given = read(value);
    const issue = VISIBLE.test(given) ? (textError(given, longest) ?? rule?.(given) ?? null) : 'is required';
    return issue === null ? given : fail(issue);
  });

/** Required text of so many characters at most, unchanged: an email, a password. */
export const requiredText = (longest: number) => required(longest, (value) => value);

/** The same, trimmed: an email address that is typed. */
export const requiredTrimmed = (longest: number) => required(longest, (value) => value.trim());

/** A required name, trimmed, without control characters and direction overrides (OWN-11). */
export const requiredName = (longest: number) => required(longest, (value) => cleanName(value).trim());

/** A required note, reason or message, trimmed, without control characters and direction overrides; its line breaks stay (OWN-11). */
export const requiredNote = (longest: number) => required(longest, (value) => cleanNote(value).trim());

/** The number of an account at a bank, without the spaces that people write in it: digits (BANK-07). */
export const accountNumber = (longest: number) =>
  required(
    longest,
    (value) => value.replaceAll(/\s+/g, ''),
    (text) => (/^\d+$/.test(text) ? null : 'must contain only digits'),
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

/** A list of so many elements at most. */
export const atMost = <T>(most: number, inner: Wire<T[]>): Wire<T[]> =>
  wireValue(inner, (value, fail) => (value.length > most ? fail(`must have at most ${most} elements`) : value));

/** `{id}` in a path: a record of the call's kind. */
export const recordInPath = wireObject({ id: recordId });

/** The state from which the caller wants to toggle; null to toggle whatever it is. */
export const seenState: Wire<boolean | null> = maybe(flag);
