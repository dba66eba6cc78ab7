import * as z from 'zod/mini';
import { fieldErrorsOf } from './field-errors.ts';
import type { FieldIssue } from './field-sentences.ts';

/** A schema whose decoded side is the domain's `T` and whose encoded side is whatever the wire says. */
export type Wire<T> = z.ZodMiniType<T, unknown>;

/** Reports a value that could not be read: its path (wire names, dotted) and the issue. */
export type ReportUnreadable = (path: string, issue: string) => void;

/** Decodes as much of a value as possible; `undefined` is nothing at all. */
export type LenientDecoder<T> = (value: unknown, path: string, report: ReportUnreadable) => T | undefined;

const encoders = new WeakMap<object, (value: unknown) => unknown>();

/** Gives `schema` a fast encoder, which does what `z.encode` does without its checks. Returns the schema. */
export function withFastEncoder<T>(schema: Wire<T>, encode: (value: T) => unknown): Wire<T> {
  encoders.set(schema, encode as (value: unknown) => unknown);
  return schema;
}

/** The encoder that `schema` was given; undefined for plain zod. */
export function registeredEncoderOf(schema: object): ((value: unknown) => unknown) | undefined {
  return encoders.get(schema);
}

/**
 * The fast encoder of a schema, for values whose types the compiler has checked: some twenty times faster than
 * `z.encode`, with the same result, which a property test proves for the response of every endpoint.
 */
export function encoderOf<T>(schema: Wire<T>): (value: T) => unknown {
  return encoders.get(schema) ?? ((value) => z.encode(schema, value));
}

/**
 * An encoder that checks each value, for tests: it must encode by `z.encode` to what the fast encoder makes of it, and
 * that must decode.
 * @throws an error that names the fields that do not fit
 */
export function checkedEncoderOf<T>(schema: Wire<T>): (value: T) => unknown {
  const encode = encoderOf(schema);
  return (value) => {
    const encoded = z.safeEncode(schema, value);
    if (!encoded.success) throw new Error(unfit(encoded.error.issues));
    const wire = encode(value);
    if (JSON.stringify(wire) !== JSON.stringify(encoded.data)) throw new Error(UNEQUAL);
    const decoded = z.safeDecode(schema, JSON.parse(JSON.stringify(wire)) as never);
    if (!decoded.success) throw new Error(unfit(decoded.error.issues));
    return wire;
  };
}

/** How the message of an error of `checkedEncoderOf` begins. */
export const DOES_NOT_FIT = 'a value does not fit its schema';
const UNEQUAL = `${DOES_NOT_FIT}: the fast encoder differs from z.encode`;
const unfit = (issues: Parameters<typeof fieldErrorsOf>[0]): string =>
  `${DOES_NOT_FIT}: ${fieldErrorsOf(issues)
    .map(({ field, message }) => `${field} ${message}`)
    .join('; ')}`;

const lenientDecoders = new WeakMap<object, LenientDecoder<unknown>>();

/** Gives `schema` its own lenient decoder, for the responses of an external provider (API-15). Returns the schema. */
export function withLenientDecoder<T, S extends Wire<T>>(schema: S & Wire<T>, decoder: LenientDecoder<T>): S {
  lenientDecoders.set(schema, decoder);
  return schema;
}

/** How many values of a response could not be read; missing where all could. */
export type Unreadable = { readonly unreadable?: number };

/** Adds to a record the number of its unreadable values (API-15). Returns the schema. */
export function countUnreadable<T extends object>(schema: Wire<T>): Wire<T & Unreadable> {
  const decode = lenientDecoders.get(schema);
  return withLenientDecoder<T & Unreadable, Wire<T & Unreadable>>(
    schema as Wire<T & Unreadable>,
    (value, path, report) => {
      let unreadable = 0;
      const found = decode?.(value, path, (where, issue) => {
        unreadable += 1;
        report(where, issue);
      }) as T | undefined;
      return found && unreadable > 0 ? { ...found, unreadable } : found;
    },
  );
}

/**
 * Decodes `value` as far as possible (API-15): a bad optional field becomes null, a bad list element is skipped,
 * and each is passed to `report`. Returns `undefined` when nothing usable is left.
 */
export function decodeLeniently<T>(
  schema: Wire<T>,
  value: unknown,
  report: ReportUnreadable,
  path = '',
): T | undefined {
  const decoder = lenientDecoders.get(schema);
  if (decoder) return decoder(value, path, report) as T | undefined;
  const result = z.safeDecode(schema, value);
  if (result.success) return result.data;
  for (const issue of fieldErrorsOf(result.error.issues, path)) report(issue.field, issue.message);
  return undefined;
}

/** Additions to a schema's part of the OpenAPI document (API-16). */
export interface Documentation {
  readonly description?: string;
  readonly type?: 'string' | 'number' | 'boolean' | 'integer';
  readonly format?: 'date' | 'date-time' | 'binary';
  readonly examples?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Adds documentation to the wire side of a field. Returns the schema. */
export function documented<S extends z.ZodMiniType>(schema: S, documentation: Documentation): S {
  z.globalRegistry.add(schema, { ...documentation });
  return schema;
}

/** Says why a value does not fit. */
export type Fail = (issue: FieldIssue) => never;

/** An issue as zod carries it; `fieldErrorsOf` reads it back. */
export const customIssue = (issue: FieldIssue) =>
  ({ code: 'custom', message: issue.message, params: { issue } }) as const;

/**
 * One wire value. @param input the accepted wire spellings; a schema of this module, or plain zod @param decode
 * converts the parsed input into the domain value, or fails @param encode the inverse, before `input` encodes
 */
export function wireValue<T, I>(
  input: z.ZodMiniType<I>,
  decode: (value: I, fail: Fail) => T,
  encode: (value: T) => unknown = (value) => value,
): Wire<T> {
  const schema = z.codec(input, z.custom<T>(), {
    decode: (value, context) => {
      const fail: Fail = (issue) => {
        context.issues.push({ ...customIssue(issue), input: value });
        return z.NEVER;
      };
      return decode(value as I, fail) as never;
    },
    encode: (value) => encode(value as T) as never,
  }) as Wire<T>;
  const encodeInput = registeredEncoderOf(input);
  return withFastEncoder(schema, encodeInput ? (value) => encodeInput(encode(value)) : encode);
}
