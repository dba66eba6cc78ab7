import * as z from 'zod/mini';
import { type FieldIssue, fieldIssue } from './field-sentences.ts';
import {
  decodeLeniently,
  documented,
  encoderOf,
  type Fail,
  type Wire,
  wireValue,
  withFastEncoder,
  withLenientDecoder,
} from './wire.ts';

/** Matches a lone surrogate, which PostgreSQL cannot store (API-14). */
const LONE_SURROGATE = /\p{Cs}/u;

export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && !LONE_SURROGATE.test(text);
}

const UNSTORABLE_TEXT_ISSUE = fieldIssue('well_formed_text');

/**
 * Returns the reason why a text is invalid; null if it is valid.
 * @param maxLength the maximum number of Unicode code points
 */
export function textError(text: string, maxLength: number): FieldIssue | null {
  if (isLongerThan(text, maxLength)) return fieldIssue('at_most_characters', { most: maxLength });
  return isStorable(text) ? null : UNSTORABLE_TEXT_ISSUE;
}

/** Control characters and characters that change the text direction (OWN-11). */
// NUL is not removed, because a text that contains it is rejected (IMPO-03).
const INVISIBLE = /(?!\0)[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const INVISIBLE_EXCEPT_LINE_BREAKS = /(?![\0\n\t])[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const LINE_SPACE = /[\t\n\v\f\r]+/g;

/** Returns a name without control characters and direction overrides. Line breaks and tabs become spaces (OWN-11). */
export const cleanName = (text: string): string => text.replaceAll(LINE_SPACE, ' ').replaceAll(INVISIBLE, '');

/** Returns a phone number without invisible characters and characters that reverse its digits (OWN-11, PEOP-07). */
export const cleanPhone = (text: string): string =>
  cleanName(text)
    .replaceAll(/\p{Cf}/gu, '')
    .trim();

/**
 * Returns a note, description or message without control characters and direction overrides; line breaks and tabs are
 * preserved (OWN-11).
 */
export const cleanNote = (text: string): string =>
  text.replaceAll(/\r\n?/g, '\n').replaceAll(INVISIBLE_EXCEPT_LINE_BREAKS, '');

/** Checks whether a text has more Unicode code points than allowed. */
export const isLongerThan = (text: string, maxLength: number): boolean =>
  text.length > maxLength && (text.length > 2 * maxLength || [...text].length > maxLength);

const BEGINS_AS_DATE = /^[+-]?(\d{4,6})-(\d\d)-(\d\d)/;
const HAS_TIME = /\d:\d\d/;
const NAMES_ZONE = /(?:Z|GMT|UTC|[+-]\d\d:?\d\d)(?:\s*\([^)]*\))?$/i;
const MILLISECONDS = /^\d{12,13}$/;

/**
 * Parses ISO 8601 text or a number of milliseconds and returns the timestamp in milliseconds, or NaN if it is
 * invalid. A time without a zone is UTC, so that the result is the same on every machine.
 */
function timestampOf(value: string | number): number {
  if (typeof value === 'number') return new Date(value).getTime();
  const text = value.trim();
  const [, year, month, day] = (BEGINS_AS_DATE.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return Number.NaN;
  // JavaScript would read February 30 as March 2.
  if (day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return Number.NaN;
  const isWithoutZone = HAS_TIME.test(text) && !NAMES_ZONE.test(text);
  return new Date(isWithoutZone ? `${text.replace(' ', 'T')}Z` : text).getTime();
}

/**
 * Parses a timestamp from an external provider. In addition to the formats of `timestampOf`, accepts JavaScript and
 * email dates and milliseconds written as text.
 */
function looseTimestampOf(value: unknown): number {
  if (typeof value === 'number') return timestampOf(value);
  if (typeof value !== 'string') return Number.NaN;
  const text = value.trim();
  if (MILLISECONDS.test(text)) return Number(text);
  const strict = timestampOf(text);
  // Without a zone, the date would depend on the time zone of the machine.
  return BEGINS_AS_DATE.test(text) || !NAMES_ZONE.test(text) ? strict : Date.parse(text);
}

const OBJECT_ID = /^[0-9a-f]{24}$/i;

/** The maximum lengths of texts in records from external sources, in Unicode code points (OWN-11). */
export const MAX_TEXT = { name: 200, text: 1000, link: 2048, description: 5000 } as const;

/**
 * Checks that a text is within its maximum length and contains no NUL byte or lone surrogate, neither of which
 * PostgreSQL can store.
 */
function checkText(value: string, maxLength: number, fail: Fail): string {
  if (!isStorable(value)) return fail(UNSTORABLE_TEXT_ISSUE);
  return isLongerThan(value, maxLength) ? fail(fieldIssue('at_most_characters', { most: maxLength })) : value;
}

/**
 * Text of at most the given number of Unicode code points. The lenient decoder accepts any length, because it reads
 * data that is already stored. It also accepts numbers, because external providers may send them instead of text.
 */
const limitedText = (maxLength: number, clean = (value: string) => value): Wire<string> =>
  withLenientDecoder<string, Wire<string>>(
    wireValue(z.string(), (value, fail) => checkText(clean(value), maxLength, fail)),
    (value, path, report) => {
      if (typeof value === 'string' && isStorable(value)) return value;
      if (typeof value === 'number' && Number.isFinite(value)) return String(value);
      report(path, typeof value === 'string' ? UNSTORABLE_TEXT_ISSUE.message : 'is not text');
      return undefined;
    },
  );

/** Text of at most 1,000 characters, unchanged: a status, an email address, a code. */
export const text: Wire<string> = limitedText(MAX_TEXT.text);

/**
 * The name of a person, shop, service or part. It has at most 200 characters, without control characters and
 * direction overrides.
 */
export const nameText: Wire<string> = limitedText(MAX_TEXT.name, cleanName);

/**
 * A description, message, remark or note of at most 5,000 characters, without control characters and direction
 * overrides.
 */
export const descriptionText: Wire<string> = limitedText(MAX_TEXT.description, cleanNote);

/**
 * The URL of an image or document. It may have up to 2,048 characters, because signed URLs of object stores are long.
 */
export const linkText: Wire<string> = limitedText(MAX_TEXT.link);

/** The content of a file in a response, as text of any length. */
export const fileText: Wire<string> = limitedText(Number.POSITIVE_INFINITY);

const textual = (clean: (value: string) => string): Wire<string> =>
  wireValue(documented(z.union([z.string(), z.number()]), { type: 'string' }), (value, fail) =>
    Number.isInteger(value) && !Number.isSafeInteger(value)
      ? fail(fieldIssue('more_digits_than_json'))
      : checkText(clean(String(value)), MAX_TEXT.text, fail),
  );

/** Text that the sender may write as a number, such as a transaction id or account number. */
export const textOrNumber = textual((value) => value.trim());

/** A phone number without invisible characters and direction overrides. The sender may write it as a number. */
export const phone = textual(cleanPhone);

/**
 * The id of a record, which is 24 lower-case hex characters. Responses from external providers may contain any other
 * text, which is accepted unchanged.
 */
export const recordId: Wire<string> = withLenientDecoder<string, Wire<string>>(
  wireValue(
    documented(z.string(), {
      description: 'an id of 24 hexadecimal characters',
      examples: ['64b7f0c2a1d3e4f5a6b7c8d9'],
    }),
    (value, fail) => (OBJECT_ID.test(value) ? value.toLowerCase() : fail(fieldIssue('record_id'))),
  ),
  (value, path, report) => {
    if ((typeof value === 'string' && value !== '') || typeof value === 'number') return String(value);
    report(path, 'is not an id');
    return '';
  },
);

/** A boolean; also accepts `"true"`, `"false"`, 1 and 0. A missing value means false. */
export const flag: Wire<boolean> = withLenientDecoder<boolean, Wire<boolean>>(
  wireValue(
    z.optional(z.nullable(z.union([z.boolean(), z.literal(['true', 'false', 0, 1])]))),
    (value) => value === true || value === 'true' || value === 1,
  ),
  (value) => value === true || value === 'true' || value === 1,
);

/** A finite number or its text. */
export const numeric: Wire<number> = wireValue(
  documented(z.union([z.number(), z.string()]), { type: 'number' }),
  (value, fail) => {
    const number = typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value);
    return Number.isFinite(number) ? number : fail(fieldIssue('number'));
  },
);

const LEADING_NUMBER = /^\s*(\d{1,6}(?:\.\d+)?)/;

export const years: Wire<number> = wireValue(
  documented(z.union([z.number(), z.string()]), { type: 'number', description: 'years' }),
  (value, fail) => {
    const number = Number(LEADING_NUMBER.exec(String(value))?.[1] ?? Number.NaN);
    return Number.isFinite(number) ? number : fail(fieldIssue('number_of_years'));
  },
);

const INVALID_DATE_ISSUE = fieldIssue('date');
const INVALID_YEAR_ISSUE = fieldIssue('date_of_known_years');

function isoText(time: number, fail: Fail): string {
  if (!Number.isFinite(time)) return fail(INVALID_DATE_ISSUE);
  const year = new Date(time).getUTCFullYear();
  return year < 1900 || year > 9999 ? fail(INVALID_YEAR_ISSUE) : new Date(time).toISOString();
}

const strictInstant = wireValue(
  documented(z.union([z.string(), z.number()]), { type: 'string', format: 'date-time' }),
  (value, fail) => isoText(timestampOf(value), fail),
);

export const instant: Wire<string> = withLenientDecoder<string, Wire<string>>(
  strictInstant,
  (value, path, report) => {
    const time = looseTimestampOf(value);
    const result = z.safeDecode(strictInstant, Number.isFinite(time) ? time : 'none');
    if (result.success) return result.data;
    report(path, INVALID_DATE_ISSUE.message);
    return undefined;
  },
);

/** A JSON object. Another schema describes its fields. */
export const jsonRecord: Wire<Record<string, unknown>> = wireValue(
  z.record(z.string(), z.unknown()),
  (value) => value,
);

/** A value that may be null. Empty text is an error, unlike with `maybe`. */
export const orNull = <T>(inner: Wire<T>): Wire<T | null> =>
  z.codec(z.nullable(inner), z.custom<T | null>(), {
    decode: (value) => value as T | null,
    encode: (value) => value as never,
  }) as Wire<T | null>;

/**
 * Accepts a value that may be missing or null on the wire; both become null in the domain. Blank text counts as
 * missing (FMT-04).
 */
export function maybe<T>(inner: Wire<T>): Wire<T | null> {
  const schema = z.codec(z.optional(z.nullable(z.union([z.literal(''), inner]))), z.custom<T | null>(), {
    decode: (value) => (value === undefined || value === null || value === '' ? null : value) as T | null,
    encode: (value) => value as never,
  }) as Wire<T | null>;
  const encode = encoderOf(inner);
  withFastEncoder(schema, (value) => (value === null ? null : encode(value)));
  return withLenientDecoder<T | null, Wire<T | null>>(schema, (value, path, report) =>
    value === undefined || value === null || value === ''
      ? null
      : (decodeLeniently(inner, value, report, path) ?? null),
  );
}

/** Like `maybe`, but null is omitted from the wire instead of being written. */
export function unlessNull<T>(inner: Wire<T>): Wire<T | null> {
  const encode = encoderOf(inner);
  const schema = z.codec(z.optional(z.nullable(inner)), z.custom<T | null>(), {
    decode: (value) => (value ?? null) as T | null,
    encode: (value) => (value ?? undefined) as never,
  }) as Wire<T | null>;
  withFastEncoder(schema, (value) => (value === null ? undefined : encode(value)));
  return withLenientDecoder<T | null, Wire<T | null>>(schema, (value, path, report) =>
    value === undefined || value === null ? null : (decodeLeniently(inner, value, report, path) ?? null),
  );
}

/** A list; a missing value or null means an empty list. The lenient decoder omits and reports unreadable elements. */
export function list<T>(inner: Wire<T>): Wire<T[]> {
  const schema = z.codec(z.optional(z.nullable(z.array(inner))), z.custom<T[]>(), {
    decode: (value) => (value ?? []) as T[],
    encode: (value) => value as never,
  }) as Wire<T[]>;
  const encode = encoderOf(inner);
  withFastEncoder(schema, (value) => value.map((element) => encode(element)));
  return withLenientDecoder<T[], Wire<T[]>>(schema, (value, path, report) => {
    if (value === undefined || value === null) return [];
    if (!Array.isArray(value)) {
      report(path, 'is not a list');
      return [];
    }
    const readable = value.map((element, index) => decodeLeniently(inner, element, report, `${path}[${index}]`));
    return readable.filter((element) => element !== undefined);
  });
}

/** The prefix of an unknown wire value that equals a known domain value. */
const UNKNOWN_PREFIX = 'unknown:';

/** Returns the wire spelling of an unknown value for display: "approved" for `unknown:approved` (BOOK-05). */
export function stripUnknownPrefix(decoded: string): string {
  return decoded.startsWith(UNKNOWN_PREFIX) ? decoded.slice(UNKNOWN_PREFIX.length) : decoded;
}

/**
 * A value of an open set. `spellings` maps domain values to wire values if they differ. Unknown values pass
 * unchanged, because external providers may use additional ones (BOOK-05). If an unknown wire value equals a domain
 * value that has a different wire spelling, it decodes to `unknown:` plus the value and is encoded back unchanged.
 */
export function openEnum<const W extends string>(
  values: readonly W[],
  spellings: Partial<Record<W, string>> = {},
): Wire<W | (string & {})> {
  const toDomain = new Map<string, string>(values.map((word) => [spellings[word] ?? word, word]));
  const toWire = new Map<string, string>(values.map((word) => [word, spellings[word] ?? word]));
  const read = (given: string) => {
    const isTaken = toWire.has(given) || given.startsWith(UNKNOWN_PREFIX);
    return toDomain.get(given) ?? (isTaken ? UNKNOWN_PREFIX + given : given);
  };
  const schema = wireValue<W | (string & {}), string>(
    documented(z.string().check(z.maxLength(100)), { examples: values.map((word) => spellings[word] ?? word) }),
    (value, fail) => {
      const given = value.trim();
      return isStorable(given) ? read(given) : fail(UNSTORABLE_TEXT_ISSUE);
    },
    (word) => toWire.get(word) ?? stripUnknownPrefix(word),
  );
  return withLenientDecoder<string, Wire<string>>(schema, (value, path, report) => {
    const given = decodeLeniently(text, value, report, path);
    return given === undefined ? undefined : read(given.trim());
  });
}

/** Exactly one value of a closed set, for requests. */
export function oneOf<const W extends string>(
  values: readonly W[],
  spellings: Partial<Record<W, string>> = {},
): Wire<W> {
  const wireValues = values.map((word) => spellings[word] ?? word);
  return wireValue<W, string>(
    z.enum(wireValues),
    (value, fail) => values[wireValues.indexOf(value)] ?? fail(fieldIssue('unknown')),
    (word) => spellings[word] ?? word,
  );
}

/** The vehicle types of the marketplace (FMT-05). */
export const VEHICLE_TYPES = ['bike', 'car', 'auto', 'bus', 'truck'] as const;

type VehicleType = (typeof VEHICLE_TYPES)[number] | (string & {});

const anyType: Wire<VehicleType> = openEnum(VEHICLE_TYPES);
const knownType = (given: VehicleType): VehicleType =>
  VEHICLE_TYPES.find((type) => type === given.toLowerCase()) ?? given;

/** A vehicle type in upper or lower case. Unknown values pass unchanged (API-15). */
export const vehicleType = withLenientDecoder<VehicleType, Wire<VehicleType>>(
  wireValue(anyType, knownType),
  (value, path, report) => {
    const given = decodeLeniently(anyType, value, report, path);
    return given === undefined ? undefined : knownType(given);
  },
);
