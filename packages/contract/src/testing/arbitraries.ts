import fc from 'fast-check';
import * as z from 'zod/mini';
import {
  cleanName,
  descriptionText,
  isStorable,
  nameText,
  phone,
  recordId,
  text,
  textOrNumber,
} from '../wire/fields.ts';
import { geoPoint } from '../wire/geo-point.ts';
import { calendarDay } from '../wire/request-fields.ts';
import type { Wire } from '../wire/wire.ts';

/** The parts of a zod schema that describe its structure. */
interface Definition {
  readonly type: string;
  readonly in?: Schema;
  readonly innerType?: Schema;
  readonly element?: Schema;
  readonly options?: readonly Schema[];
  readonly values?: readonly unknown[];
  readonly entries?: Readonly<Record<string, string>>;
  readonly shape?: Readonly<Record<string, Schema>>;
}
type Schema = z.core.$ZodType;

const storable = fc.string({ unit: 'binary', maxLength: 12 }).filter(isStorable);
const clean = storable.map(cleanName);
const hex = fc.stringMatching(/^[0-9a-f]{24}$/);
const money = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 1e12 }) },
  { weight: 1, arbitrary: fc.integer({ min: -1e12, max: 0 }) },
);
// JSON has no negative zero.
const double = (range: fc.DoubleConstraints) => fc.double({ ...range, noNaN: true }).map((value) => value + 0);
const number = fc.oneof(fc.integer({ min: 0, max: 1e6 }), double({ noDefaultInfinity: true }));
const years1900to9999 = fc.date({
  min: new Date('1900-01-01T00:00:00.000Z'),
  max: new Date('9999-12-31T23:59:59.999Z'),
  noInvalidDate: true,
});
const place = fc.record({
  coordinates: fc.oneof(fc.constant([]), fc.tuple(double({ min: -180, max: 180 }), double({ min: -90, max: 90 }))),
});

/** Generators for schemas whose decoders accept fewer values than their types suggest. */
const known = new Map<unknown, fc.Arbitrary<unknown>>([
  [recordId, hex],
  [text, storable],
  [nameText, clean],
  [descriptionText, clean],
  [phone, storable],
  [textOrNumber, storable],
  [geoPoint, place],
  [calendarDay, years1900to9999.map((date) => date.toISOString().slice(0, 10))],
]);

/** Generates wire values from the schema's description in the OpenAPI document. */
function documentedValues(schema: Schema): fc.Arbitrary<unknown> | null {
  const { format, type, description, examples, minimum, maximum } = z.globalRegistry.get(schema as never) ?? {};
  if (format === 'date-time') return years1900to9999.map((date) => date.toISOString());
  if (description === 'rupees') return money.map((paise) => paise / 100);
  if (description === 'years') return fc.integer({ min: 0, max: 60 });
  if (Array.isArray(examples)) return fc.oneof(fc.constantFrom(...examples), storable);
  if (typeof minimum === 'number' && typeof maximum === 'number') return fc.integer({ min: minimum, max: maximum });
  return type === 'number' ? number : null;
}

/** Returns a value as JSON represents it, for example without negative zero. */
const plainJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

function wireValues(schema: Schema): fc.Arbitrary<unknown> {
  const given = known.get(schema) ?? documentedValues(schema);
  const definition = schema._zod.def as Definition;
  const values = given ?? fittingType(definition);
  if (definition.type !== 'pipe') return values;
  return values.filter((value) => z.safeDecode(schema as Wire<unknown>, value).success);
}

function fittingType({ type, in: input, innerType, element, options, values, entries, shape }: Definition) {
  if (type === 'pipe' && input) return wireValues(input);
  if (type === 'optional' && innerType) return fc.option(wireValues(innerType), { nil: undefined });
  if (type === 'nullable' && innerType) return fc.option(wireValues(innerType), { nil: null });
  if (type === 'array' && element) return fc.array(wireValues(element), { maxLength: 3 });
  if (type === 'union' && options) return fc.oneof(...options.map(wireValues));
  if (type === 'literal' && values) return fc.constantFrom(...values);
  if (type === 'enum' && entries) return fc.constantFrom(...Object.values(entries));
  if (type === 'object' && shape)
    return fc.record(Object.fromEntries(Object.entries(shape).map(([key, field]) => [key, wireValues(field)])));
  if (type === 'record') return fc.dictionary(storable, fc.jsonValue().map(plainJson), { maxKeys: 3 });
  if (type === 'string') return storable;
  if (type === 'number') return number;
  if (type === 'boolean') return fc.boolean();
  throw new Error(`cannot generate values for a schema of type ${type}`);
}

/** Generates wire values of a schema and decodes them to domain values. */
export function arbitraryOf<T>(schema: Wire<T>): fc.Arbitrary<T> {
  return wireValues(schema).map((value) => z.decode(schema, value));
}
