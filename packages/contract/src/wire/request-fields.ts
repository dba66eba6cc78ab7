import * as z from 'zod/mini';
import { type FieldIssue, fieldIssue } from './field-sentences.ts';
import { cleanName, cleanNote, flag, maybe, recordId, textError } from './fields.ts';
import { documented, type Fail, type Wire, wireValue } from './wire.ts';
import { wireObject } from './wire-object.ts';

/**
 * Text that a user types, trimmed: a search, a remark, a name.
 * @param maxLength the maximum number of characters
 */
export const typedText = (maxLength: number): Wire<string> =>
  wireValue(z.string(), (value, fail) => {
    const given = value.trim();
    const issue = textError(given, maxLength);
    return issue === null ? given : fail(issue);
  });

/** Optional typed text; blank becomes null. */
export const optionalText = (maxLength: number): Wire<string | null> =>
  wireValue(z.optional(z.nullable(typedText(maxLength))), (value) => value || null);

/** Matches a visible character. */
const VISIBLE = /[^\p{C}\p{Z}]/u;

const optional = (maxLength: number, clean: (text: string) => string): Wire<string | null> =>
  wireValue(optionalText(maxLength), (value) => {
    const cleaned = clean(value ?? '').trim();
    return VISIBLE.test(cleaned) ? cleaned : null;
  });

/** An optional name; blank becomes null. Control characters and direction overrides are removed (OWN-11). */
export const optionalName = (maxLength: number): Wire<string | null> => optional(maxLength, cleanName);

/** An optional note. Like `optionalName`, but line breaks are preserved. */
export const optionalNote = (maxLength: number): Wire<string | null> => optional(maxLength, cleanNote);

/** Optional typed text that is written as "" if it is null. */
export const clearableText = (maxLength: number): Wire<string | null> =>
  wireValue(
    optionalText(maxLength),
    (value) => value,
    (value) => value ?? '',
  );

const required = (maxLength: number, read: (value: string) => string, rule?: (text: string) => FieldIssue | null) =>
  wireValue(z.string(), (value, fail) => {
    const given = read(value);
    const issue = VISIBLE.test(given)
      ? (textError(given, maxLength) ?? rule?.(given) ?? null)
      : fieldIssue('required');
    return issue === null ? given : fail(issue);
  });

/** Required text of at most the given number of characters, unchanged, such as an email or password. */
export const requiredText = (maxLength: number) => required(maxLength, (value) => value);

/** Required text, trimmed, such as a typed email address. */
export const requiredTrimmed = (maxLength: number) => required(maxLength, (value) => value.trim());

/** A required name, trimmed, without control characters and direction overrides (OWN-11). */
export const requiredName = (maxLength: number) => required(maxLength, (value) => cleanName(value).trim());

/**
 * A required note, reason or message, trimmed, without control characters and direction overrides; line breaks are
 * preserved (OWN-11).
 */
export const requiredNote = (maxLength: number) => required(maxLength, (value) => cleanNote(value).trim());

/** A bank account number: digits, without the spaces that users type (BANK-07). */
export const accountNumber = (maxLength: number) =>
  required(
    maxLength,
    (value) => value.replaceAll(/\s+/g, ''),
    (text) => (/^\d+$/.test(text) ? null : fieldIssue('digits_only')),
  );

const MAX_SEARCH_LENGTH = 200;

/** The text of a search box, trimmed, with at most 200 characters and no NUL byte. */
export const searchText = typedText(MAX_SEARCH_LENGTH);

/** A number or its decimal text, within bounds. */
export const between = (min: number, max: number): Wire<number> =>
  wireValue(
    documented(z.union([z.number(), z.string()]), { type: 'number', minimum: min, maximum: max }),
    (value, fail) => {
      const isDecimal = typeof value === 'number' || /^\s*-?\d{1,15}(\.\d{1,15})?\s*$/.test(value);
      const number = isDecimal ? Number(value) : Number.NaN;
      return number >= min && number <= max
        ? number
        : fail(fieldIssue('number_from_to', { least: min, most: max }));
    },
  );

export const atMost = <T>(max: number, inner: Wire<T[]>): Wire<T[]> =>
  wireValue(inner, (value, fail) =>
    value.length > max ? fail(fieldIssue('at_most_elements', { most: max })) : value,
  );

/** The path parameter `{id}`: a record of the endpoint's kind. */
export const recordInPath = wireObject({ id: recordId });

/** The state that the caller saw; null toggles the record regardless of its state. */
export const seenState: Wire<boolean | null> = maybe(flag);

const integer = (min: number, max: number) =>
  documented(z.union([z.string(), z.number()]), { type: 'integer', minimum: min, maximum: max });

function integerOf(given: string | number, min: number, max: number, fail: Fail): number {
  const number = /^\d{1,10}$/.test(String(given)) ? Number(given) : Number.NaN;
  return number >= min && number <= max
    ? number
    : fail(fieldIssue('whole_number_from_to', { least: min, most: max }));
}

/** A whole number within bounds, as a number or text. */
export const wholeNumber = (min: number, max: number): Wire<number> =>
  wireValue(integer(min, max), (value, fail) => integerOf(value, min, max, fail));

/** A whole number in a query, with a default if it is missing. */
export const wholeNumberOr = (missing: number, min: number, max: number): Wire<number> =>
  wireValue(z.optional(integer(min, max)), (value, fail) =>
    value === undefined || value === '' ? missing : integerOf(value, min, max, fail),
  );

/** Checks whether a text is a row number. Row numbers in PostgreSQL never have more digits. */
export const isRowNumber = (text: string): boolean => /^[1-9]\d{0,14}$/.test(text);

/** A row number of a table as text, in a path or query. */
export const rowNumber: Wire<string> = wireValue(z.string(), (value, fail) =>
  isRowNumber(value) ? value : fail(fieldIssue('row_number')),
);

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Checks whether a text is a calendar day: "2026-02-28". */
export function isCalendarDay(value: string): boolean {
  const date = DAY.test(value) ? new Date(`${value}T00:00:00Z`) : null;
  return date !== null && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value) && value > '1900';
}

/** A calendar day in the business time zone: "2026-02-28". */
export const calendarDay: Wire<string> = wireValue(
  documented(z.string(), { type: 'string', format: 'date' }),
  (value, fail) => (isCalendarDay(value) ? value : fail(fieldIssue('day'))),
);

/** A calendar month in the business time zone: "2026-02". */
export const calendarMonth: Wire<string> = wireValue(
  documented(z.string(), { type: 'string', description: 'a month like 2026-02', examples: ['2026-02'] }),
  (value, fail) => (isCalendarDay(`${value}-01`) ? value : fail(fieldIssue('month'))),
);

const ID = /^[0-9a-f]{24}$/;

/**
 * A query key with several comma-separated ids; missing means no ids.
 * @param max the maximum number of ids
 */
export const idList = (max: number): Wire<readonly string[]> =>
  wireValue(
    z.optional(
      documented(z.string(), {
        type: 'string',
        description: `up to ${max} ids, separated by commas`,
        examples: ['64b7f0c2a1d3e4f5a6b7c8d9'],
      }),
    ),
    (value, fail) => {
      if (value === undefined || value === '') return [];
      const ids = value.split(',').map((id) => id.trim().toLowerCase());
      const isValid = ids.length <= max && ids.every((id) => ID.test(id));
      return isValid ? ids : fail(fieldIssue('ids_at_most', { most: max }));
    },
    (ids) => (ids.length === 0 ? undefined : ids.join(',')),
  );

/**
 * The maximum number of rows that can be selected individually. Larger selections are stored as all rows that match
 * the filters (VIEW-07).
 */
export const MAX_SELECTED = 10_000;

/** The distinct ids of selected rows: record ids or row numbers. */
export const selectedIds: Wire<readonly string[]> = wireValue(z.array(z.string()), (value, fail) => {
  const ids = [...new Set(value.map((id) => id.trim().toLowerCase()))];
  const isValid =
    ids.length > 0 && value.length <= MAX_SELECTED && ids.every((id) => ID.test(id) || isRowNumber(id));
  return isValid ? ids : fail(fieldIssue('ids_from_one', { most: MAX_SELECTED }));
});

/** A file in a form, which is a Blob both in the browser and on the server. */
export interface FileContent {
  readonly size: number;
  arrayBuffer(): Promise<ArrayBuffer>;
}

const isFileContent = (value: unknown): value is FileContent =>
  typeof value === 'object' && value !== null && 'size' in value && 'arrayBuffer' in value;

/** The file in a form. It is sent unchanged. */
export const fileContent: Wire<FileContent> = wireValue(
  documented(z.any(), { type: 'string', format: 'binary' }),
  (value: unknown, fail) => {
    if (value === undefined) return fail(fieldIssue('required'));
    return isFileContent(value) ? value : fail(fieldIssue('file'));
  },
);
