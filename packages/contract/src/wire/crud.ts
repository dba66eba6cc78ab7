import * as z from 'zod/mini';
import { fieldIssue } from './field-sentences.ts';
import { maybe, recordId, textError } from './fields.ts';
import { requiredName } from './request-fields.ts';
import { customIssue, encoderOf, type Wire, wireValue, withFastEncoder } from './wire.ts';
import { type DomainOf, type Spellings, success, wireObject } from './wire-object.ts';

/** Fields and responses of CRUD resources: services, parts, slots, vehicle models. */

const MAX_NAME_LENGTH = 200;
const MAX_URL_LENGTH = 2048;

/** A required name, trimmed, of at most 200 characters. */
export const recordName = requiredName(MAX_NAME_LENGTH);

/** The location of an image: an http or https URL, or a path on this server. Blank text and null mean no image. */
export const imageUrl: Wire<string | null> = wireValue(z.optional(z.nullable(z.string())), (value, fail) => {
  const given = (value ?? '').trim();
  if (given === '') return null;
  const issue = textError(given, MAX_URL_LENGTH);
  if (issue !== null) return fail(issue);
  return /^(https?:\/\/[^\s/]|\/[^/\\])/i.test(given) ? given : fail(fieldIssue('address'));
});

type Fields = Record<string, Wire<unknown>>;
type OptionalFields<F extends Fields> = { [K in keyof F]: Wire<z.output<F[K]> | undefined> };

/** Makes each field of an update optional. Undefined leaves the record's value unchanged. */
export const optionalFields = <F extends Fields>(fields: F): OptionalFields<F> =>
  Object.fromEntries(
    Object.entries(fields).map(([key, field]) => [key, unlessMissing(field)]),
  ) as OptionalFields<F>;

function unlessMissing(inner: Wire<unknown>): Wire<unknown> {
  const schema = z.codec(z.optional(inner), z.custom<unknown>(), {
    decode: (value) => value,
    encode: (value) => value,
  }) as Wire<unknown>;
  const encode = encoderOf(inner);
  return withFastEncoder(schema, (value) => (value === undefined ? undefined : encode(value)));
}

/**
 * Returns the body schema of an update, which changes only the given fields. The record's id is read from `_id` or
 * `id` (API-10), and both are written (TOUGH-08).
 */
export function updateBody<F extends Fields>(fields: F, spellings: Spellings<F> = {}) {
  type Given = DomainOf<OptionalFields<F>>;
  const given = optionalFields({ ...fields, id: recordId, plainId: recordId });
  const body = wireObject(given, { ...spellings, id: '_id', plainId: 'id' } as Spellings<
    typeof given
  >) as Wire<unknown> as Wire<Given & { id: string | undefined; plainId: string | undefined }>;
  return z.codec(body, z.custom<Given & { id: string }>(), {
    decode: ({ plainId, ...given }, context) => {
      const id = given.id ?? plainId;
      if (id !== undefined) return { ...given, id } as never;
      context.issues.push({ ...customIssue(fieldIssue('required')), input: given, path: ['_id'] });
      return z.NEVER;
    },
    encode: (given) => ({ ...given, plainId: given.id }) as never,
  }) as Wire<Given & { id: string }>;
}

/**
 * Returns the response schema of a creation or update, which contains the stored record. External providers may omit
 * the record (API-15).
 */
export function recordResponse<T>(record: Wire<T>) {
  return success({ record: maybe(record) }, { record: 'data' });
}
