import * as z from 'zod/mini';
import { documented } from './documented.ts';
import { isStorable, NOT_STORABLE } from './plain-text.ts';
import { looseTimestampOf, momentOf } from './timestamp.ts';
import { addIssue, decodeLeniently, encoderOf, type Wire, withFastEncoder, withLenientDecoder } from './wire.ts';

const OBJECT_ID = /^[0-9a-f]{24}$/i;

function leaf<T>(
  input: z.ZodMiniType,
  decode: (value: unknown, refuse: (problem: string) => never) => T,
  encode: (value: T) => unknown = (value) => value,
): Wire<T> {
  const schema = z.codec(input, z.custom<T>(), {
    decode: (value, context) => decode(value, (problem) => addIssue(context, value, problem)) as never,
    encode: (value) => encode(value as T) as never,
  }) as Wire<T>;
  return withFastEncoder(schema, encode);
}

/**
 * Any text without a NUL byte and without half of a surrogate pair, neither of which PostgreSQL can hold. Another
 * provider may send a number where text belongs.
 */
export const text: Wire<string> = withLenientDecoder<string, Wire<string>>(
  leaf(z.string(), (value, refuse) => {
    const given = String(value);
    return isStorable(given) ? given : refuse(NOT_STORABLE);
  }),
  (value, path, report) => {
    if (typeof value === 'string' && isStorable(value)) return value;
    if (typeof value === 'number' && Number.isFinite(value)) return String(value);
    report(path, typeof value === 'string' ? NOT_STORABLE : 'is not text');
    return undefined;
  },
);

const textual = (): Wire<string> =>
  leaf(documented(z.union([z.string(), z.number()]), { type: 'string' }), (value, refuse) => {
    const given = String(value).trim();
    return isStorable(given) ? given : refuse(NOT_STORABLE);
  });

/** What is text although it may come as a number: a transaction id, an account number. */
export const textOrNumber = textual();

/** A phone number: kept as text, read from a number too. */
export const phone = textual();

/** A record's id: 24 hex characters, lower case. Decoding a provider's answer takes any other text as it is. */
export const recordId: Wire<string> = withLenientDecoder<string, Wire<string>>(
  leaf(
    documented(z.string(), {
      description: 'an id of 24 hexadecimal characters',
      examples: ['64b7f0c2a1d3e4f5a6b7c8d9'],
    }),
    (value, refuse) =>
      OBJECT_ID.test(String(value))
        ? String(value).toLowerCase()
        : refuse('must be an id of 24 hexadecimal characters'),
  ),
  (value, path, report) => {
    if ((typeof value === 'string' && value !== '') || typeof value === 'number') return String(value);
    report(path, 'is not an id');
    return '';
  },
);

/** Yes or no; `"true"`, `"false"`, 1 and 0 are understood. Missing is no. */
export const flag: Wire<boolean> = withLenientDecoder<boolean, Wire<boolean>>(
  leaf(
    z.optional(z.nullable(z.union([z.boolean(), z.literal(['true', 'false', 0, 1])]))),
    (value) => value === true || value === 'true' || value === 1,
  ),
  (value) => value === true || value === 'true' || value === 1,
);

/** A finite number, or the text of one. */
export const numeric: Wire<number> = leaf(
  documented(z.union([z.number(), z.string()]), { type: 'number' }),
  (value, refuse) => {
    const number = typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value);
    return Number.isFinite(number) ? number : refuse('must be a number');
  },
);

const LEADING_NUMBER = /^\s*(\d{1,6}(?:\.\d+)?)/;

/** A count of years: a number, or text that begins with one ("5 years"). */
export const years: Wire<number> = leaf(
  documented(z.union([z.number(), z.string()]), { type: 'number', description: 'years' }),
  (value, refuse) => {
    const number = Number(LEADING_NUMBER.exec(String(value))?.[1] ?? Number.NaN);
    return Number.isFinite(number) ? number : refuse('must be a number of years');
  },
);

const NO_DATE = 'must be a date';
const NO_YEAR = 'must be a date between the years 1900 and 9999';

function isoText(time: number, refuse: (problem: string) => never): string {
  if (!Number.isFinite(time)) return refuse(NO_DATE);
  const year = new Date(time).getUTCFullYear();
  return year < 1900 || year > 9999 ? refuse(NO_YEAR) : new Date(time).toISOString();
}

const strictInstant = leaf(
  documented(z.union([z.string(), z.number()]), { type: 'string', format: 'date-time' }),
  (value, refuse) => isoText(momentOf(value as string | number), refuse),
);

/** A moment: ISO 8601 text in UTC with milliseconds on our side, anything that names one moment on the wire. */
export const instant: Wire<string> = withLenientDecoder<string, Wire<string>>(
  strictInstant,
  (value, path, report) => {
    const time = looseTimestampOf(value);
    const result = z.safeDecode(strictInstant, Number.isFinite(time) ? time : 'none');
    if (result.success) return result.data;
    report(path, NO_DATE);
    return undefined;
  },
);

/** What may be missing or null on the wire: null on our side. Blank text counts as missing (FMT-04). */
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

/** A list; missing or null is an empty one. The lenient decoder omits and reports an unreadable element. */
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

/** Stands before a word of the wire that we do not know although one of ours is spelled like it. */
const UNKNOWN = 'unknown:';

/** A word of `openEnum` as the wire has it, for the screen: of `unknown:approved` that is "approved" (BOOK-05). */
export function wordAsGiven(word: string): string {
  return word.startsWith(UNKNOWN) ? word.slice(UNKNOWN.length) : word;
}

/**
 * One of a set of words. `spellings` maps our word to the wire's where they differ; words outside of the set pass
 * as they are, because another provider may know more of them than we do (BOOK-05). Ours is no word of the wire where
 * its spelling differs: it decodes to `unknown:` with the word, which means nothing to anybody and is encoded as it came.
 */
export function openEnum<const W extends string>(
  words: readonly W[],
  spellings: Partial<Record<W, string>> = {},
): Wire<W | (string & {})> {
  const toDomain = new Map<string, string>(words.map((word) => [spellings[word] ?? word, word]));
  const toWire = new Map<string, string>(words.map((word) => [word, spellings[word] ?? word]));
  const read = (given: string) => {
    const isTaken = toWire.has(given) || given.startsWith(UNKNOWN);
    return toDomain.get(given) ?? (isTaken ? UNKNOWN + given : given);
  };
  const schema = leaf<W | (string & {})>(
    documented(z.string().check(z.maxLength(100)), { examples: words.map((word) => spellings[word] ?? word) }),
    (value, refuse) => {
      const given = String(value).trim();
      return isStorable(given) ? read(given) : refuse(NOT_STORABLE);
    },
    (word) => toWire.get(word) ?? wordAsGiven(word),
  );
  return withLenientDecoder<string, Wire<string>>(schema, (value, path, report) => {
    const given = decodeLeniently(text, value, report, path);
    return given === undefined ? undefined : read(given.trim());
  });
}

/** One of a set of words and nothing else: what a request may say. */
export function oneOf<const W extends string>(
  words: readonly W[],
  spellings: Partial<Record<W, string>> = {},
): Wire<W> {
  const wireValues = words.map((word) => spellings[word] ?? word);
  return leaf<W>(
    z.enum(wireValues),
    (value, refuse) => words[wireValues.indexOf(String(value))] ?? refuse('is unknown'),
    (word) => spellings[word] ?? word,
  );
}
