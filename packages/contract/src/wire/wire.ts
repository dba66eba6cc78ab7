import * as z from 'zod/mini';
import { fieldErrorsOf } from './field-errors.ts';

/** A schema whose decoded side is the domain's `T` and whose encoded side is whatever the wire says. */
export type Wire<T> = z.ZodMiniType<T, unknown>;

/** What a codec's `decode` and `encode` get to addIssue with. */
export interface IssueContext {
  readonly issues: { push(issue: { code: 'custom'; message: string; input: unknown }): unknown };
}

/**
 * Records that `input` does not fit and stops this branch of the decoding.
 * @param message completes the sentence "{field} …", for example "must be a date".
 */
export function addIssue(context: IssueContext, input: unknown, message: string): never {
  context.issues.push({ code: 'custom', message, input });
  return z.NEVER;
}

/** Reports one thing that could not be read: where it stands (wire names, dotted) and what is wrong. */
export type ReportUnreadable = (path: string, problem: string) => void;

/** Decodes what it can: `undefined` means that nothing could be made of the value. */
export type LenientDecoder<T> = (value: unknown, path: string, report: ReportUnreadable) => T | undefined;

const encoders = new WeakMap<object, (value: unknown) => unknown>();

/** Gives `schema` a direct way of encoding, which is what `z.encode` does without its checks. Returns the schema. */
export function withFastEncoder<T>(schema: Wire<T>, encode: (value: T) => unknown): Wire<T> {
  encoders.set(schema, encode as (value: unknown) => unknown);
  return schema;
}

/**
 * How a schema encodes a value that the types already vouch for: some twenty times faster than `z.encode`, with the
 * same result, which a property test compares.
 */
export function encoderOf<T>(schema: Wire<T>): (value: T) => unknown {
  return encoders.get(schema) ?? ((value) => z.encode(schema, value));
}

const lenientDecoders = new WeakMap<object, LenientDecoder<unknown>>();

/** Gives `schema` its own way of reading a foreign provider's answer (API-15). Returns the schema. */
export function withLenientDecoder<T, S extends Wire<T>>(schema: S & Wire<T>, decoder: LenientDecoder<T>): S {
  lenientDecoders.set(schema, decoder);
  return schema;
}

/** What was read, with how much of it could not be; missing where all of it was. */
export type Unreadable = { readonly unreadable?: number };

/** Has a record count what in it could not be read, for the person to know (API-15). Returns the schema. */
export function countUnreadable<T extends object>(schema: Wire<T>): Wire<T & Unreadable> {
  const decode = lenientDecoders.get(schema);
  return withLenientDecoder<T & Unreadable, Wire<T & Unreadable>>(
    schema as Wire<T & Unreadable>,
    (value, path, report) => {
      let unreadable = 0;
      const found = decode?.(value, path, (where, problem) => {
        unreadable += 1;
        report(where, problem);
      }) as T | undefined;
      return found && unreadable > 0 ? { ...found, unreadable } : found;
    },
  );
}

/**
 * Reads `value` as far as it can be read (API-15): a bad optional field becomes null, a bad list element is left
 * out, each told to `report`. Returns `undefined` when nothing usable is left.
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
  for (const problem of fieldErrorsOf(result.error.issues, path)) report(problem.field, problem.message);
  return undefined;
}
