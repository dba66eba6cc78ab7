import * as z from 'zod/mini';
import { fieldIssue } from './field-sentences.ts';
import { customIssue, decodeLeniently, encoderOf, type Wire, withFastEncoder, withLenientDecoder } from './wire.ts';

type Fields = Record<string, Wire<unknown>>;

/** The domain record to which a set of fields decodes. */
export type DomainOf<F extends Fields> = { [K in keyof F]: z.output<F[K]> };

/** The wire names of domain keys that are spelled differently on the wire. */
export type Spellings<F> = { readonly [K in keyof F]?: string };

const spellingsOf = new WeakMap<object, ReadonlyMap<string, string>>();

const lowerBounds = new WeakMap<object, string>();

/**
 * Marks the schema of a day or month that must not be before another field of the same record. Both values are text
 * that sorts chronologically.
 * @param key the other field
 * @param schema must be used for this field only
 */
export function notBefore<T>(key: string, schema: Wire<T>): Wire<T> {
  lowerBounds.set(schema, key);
  return schema;
}

/**
 * A record with different key names on the wire and in the domain. It decodes wire keys to domain keys and encodes
 * them back.
 * @param fields the domain keys with the schemas of their values
 * @param spellings the wire names of keys that differ
 * @param constants values that exist only on the wire, such as `status: true`
 * @param unknown whether an unknown field is ignored or causes an error that names it
 * @throws when the record is defined, if two keys have the same wire name
 */
export function wireObject<F extends Fields>(
  fields: F,
  spellings: Spellings<F> = {},
  constants: Readonly<Record<string, true>> = {},
  unknown: 'ignore' | 'reject' = 'ignore',
): Wire<DomainOf<F>> {
  const keys = Object.keys(fields) as (keyof F & string)[];
  const pairs = keys.map((key) => [key, spellings[key] ?? key] as const);
  const shape: Record<string, z.ZodMiniType> = {};
  for (const constant of Object.keys(constants)) shape[constant] = z.literal(true);
  for (const [key, wireKey] of pairs) {
    if (shape[wireKey]) throw new Error(`two fields are spelled ${wireKey}`);
    shape[wireKey] = fields[key] as Wire<unknown>;
  }
  const ranges = pairs.flatMap(([key, wireKey]) => {
    const from = lowerBounds.get(fields[key] as object);
    return from === undefined ? [] : [{ from, to: key, wireKey }];
  });
  const known = unknown === 'reject' ? z.strictObject(shape) : z.object(shape);
  const schema = z.codec(known, z.custom<DomainOf<F>>(), {
    decode: (wire, context) => {
      const record: Record<string, unknown> = {};
      for (const [key, wireKey] of pairs) record[key] = (wire as Record<string, unknown>)[wireKey];
      for (const { from, to, wireKey } of ranges) {
        const [first, last] = [record[from], record[to]];
        if (typeof first === 'string' && typeof last === 'string' && last < first)
          context.issues.push({
            ...customIssue(fieldIssue('not_before', { from: spellings[from] ?? from })),
            path: [wireKey],
            input: last,
          });
      }
      return record as DomainOf<F>;
    },
    encode: (record) => {
      const wire: Record<string, unknown> = { ...constants };
      for (const [key, wireKey] of pairs) wire[wireKey] = (record as Record<string, unknown>)[key];
      return wire;
    },
  }) as Wire<DomainOf<F>>;
  const written = pairs.map(([key, wireKey]) => [key, wireKey, encoderOf(fields[key] as Wire<unknown>)] as const);
  withFastEncoder(schema, (record) => {
    const wire: Record<string, unknown> = { ...constants };
    for (const [key, wireKey, encode] of written) wire[wireKey] = encode(record[key]);
    return wire;
  });
  spellingsOf.set(schema, new Map(pairs.map(([key, wireKey]) => [wireKey, key])));
  return withLenientDecoder<DomainOf<F>, Wire<DomainOf<F>>>(schema, (value, path, report) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      report(path, 'is not a record');
      return undefined;
    }
    const record: Record<string, unknown> = {};
    for (const [key, wireKey] of pairs) {
      const field = decodeLeniently(
        fields[key] as Wire<unknown>,
        (value as Record<string, unknown>)[wireKey],
        report,
        path ? `${path}.${wireKey}` : wireKey,
      );
      if (field === undefined) return undefined;
      record[key] = field;
    }
    return record as DomainOf<F>;
  });
}

/**
 * Returns the domain name of a field from its wire name in an error response. An unknown name is returned unchanged.
 */
export function domainKey(schema: object, wireKey: string): string {
  return spellingsOf.get(schema)?.get(wireKey) ?? wireKey;
}

/** Returns the wire name of a domain field for an error response. An unknown name is returned unchanged. */
export function wireKey(schema: object, key: string): string {
  for (const [spelling, known] of spellingsOf.get(schema) ?? []) if (known === key) return spelling;
  return key;
}

/** The fields of a record that cannot be null and therefore must be given. */
export type GivenFields<T> = { [K in keyof T as null extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as null extends T[K] ? K : never]?: T[K];
};

const emptyRecords = new WeakMap<object, object>();

/**
 * Completes a record by setting missing fields to null, so that demo data and tests specify only the fields that they
 * need.
 */
export function completeRecord<T extends object>(schema: Wire<T>, given: GivenFields<NoInfer<T>>): T {
  const keys = spellingsOf.get(schema)?.values() ?? [];
  const empty = emptyRecords.get(schema) ?? Object.fromEntries([...keys].map((key) => [key, null]));
  emptyRecords.set(schema, empty);
  return { ...empty, ...given } as T;
}

/** A reference to another record, either populated or as an id. It is always encoded as a record. */
export function reference<T extends { id: string | null }>(
  record: Wire<T>,
  fromId: (id: string) => T,
  id: Wire<string>,
): Wire<T> {
  const codec = z.codec(z.union([id, record]), z.custom<T>(), {
    decode: (value) => (typeof value === 'string' ? fromId(value) : value) as T,
    encode: (value) => value as never,
  }) as Wire<T>;
  withFastEncoder(codec, encoderOf(record));
  return withLenientDecoder<T, Wire<T>>(codec, (value, path, report) =>
    typeof value === 'string' || typeof value === 'number'
      ? fromId(String(value))
      : decodeLeniently(record, value, report, path),
  );
}

/**
 * Returns the schema of a successful response: the fields in addition to `status: true` (API-14), or to another
 * status key that the call uses.
 */
export function success<F extends Fields>(
  fields: F,
  spellings: Spellings<F> = {},
  constant: 'status' | 'success' = 'status',
): Wire<DomainOf<F>> {
  return wireObject(fields, spellings, { [constant]: true });
}
