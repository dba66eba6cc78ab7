type Json = unknown;
type JsonObject = { [key: string]: Json };

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A number as text where a JavaScript number would lose digits, as a number otherwise. */
function wholeNumber(text: Json): Json {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : text;
}

// The digits of a decimal decide how it is rounded to paise; only powers of ten have to become digits first.
const decimal = (text: Json): Json =>
  typeof text === 'string' && /e/i.test(text) && text.trim() !== '' ? Number(text) : text;

function milliseconds(value: Json): Json {
  if (!isObject(value)) return value;
  const long = value['$numberLong'];
  return typeof long === 'string' || typeof long === 'number' ? Number(long) : value;
}

/** The plain value of each type wrapper of MongoDB's Extended JSON, relaxed and canonical. */
const wrappers: Record<string, (inner: Json) => Json> = {
  $oid: (id) => id,
  $date: milliseconds,
  $numberInt: wholeNumber,
  $numberLong: wholeNumber,
  $numberDouble: (text) => (typeof text === 'string' && text.trim() !== '' ? Number(text) : text),
  $numberDecimal: decimal,
  $symbol: (text) => text,
  $undefined: () => null,
};

function unwrapped(value: JsonObject): Json {
  const [key, second] = Object.keys(value);
  if (key === undefined || !key.startsWith('$')) return value;
  // A reference of MongoDB's own kind: of collection, id and database only the id matters.
  if (key === '$ref') return plainJson(value['$id']);
  const unwrap = second === undefined && Object.hasOwn(wrappers, key) ? wrappers[key] : undefined;
  return unwrap ? unwrap(value[key]) : value;
}

/**
 * MongoDB's Extended JSON as the plain JSON that the contract reads: `{"$oid": …}` becomes the id, `{"$numberDecimal": "1.5"}` its digits. A value
 * without a plain form stays wrapped, and the contract rejects it. Objects and lists are changed in place.
 */
export function plainJson(value: Json): Json {
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) value[index] = plainJson(value[index]);
    return value;
  }
  if (!isObject(value)) return value;
  const plain = unwrapped(value);
  if (plain !== value) return plain;
  for (const key of Object.keys(value)) {
    const inner = value[key];
    // A key such as __proto__ is no field of ours, and assigning to it would not be setting a field.
    if (typeof inner === 'object' && inner !== null && Object.hasOwn(value, key) && key !== '__proto__')
      value[key] = plainJson(inner);
  }
  return value;
}
