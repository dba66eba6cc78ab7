type Json = unknown;
type JsonObject = { [key: string]: Json };

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a whole number as a number, or as text if a JavaScript number would lose digits. */
function wholeNumber(text: Json): Json {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : text;
}

// Decimals remain text because their digits decide how they are rounded to paise. Only numbers with an exponent are
// converted.
const decimal = (text: Json): Json =>
  typeof text === 'string' && /e/i.test(text) && text.trim() !== '' ? Number(text) : text;

function milliseconds(value: Json): Json {
  if (!isObject(value)) return value;
  const long = value['$numberLong'];
  return typeof long === 'string' || typeof long === 'number' ? Number(long) : value;
}

/** Functions that unwrap each type of MongoDB's Extended JSON, relaxed and canonical. */
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

function unwrapValue(value: JsonObject): Json {
  const [key, second] = Object.keys(value);
  if (key === undefined || !key.startsWith('$')) return value;
  // A MongoDB reference has a collection, an id and a database, of which only the id is needed.
  if (key === '$ref') return toPlainJson(value['$id']);
  const unwrap = second === undefined && Object.hasOwn(wrappers, key) ? wrappers[key] : undefined;
  return unwrap ? unwrap(value[key]) : value;
}

/**
 * Converts MongoDB's Extended JSON to the plain JSON of the API: `{"$oid": …}` becomes the id, `{"$numberDecimal":
 * "1.5"}` its digits. A value without a plain form stays wrapped and is rejected later. Changes objects and lists in
 * place.
 */
export function toPlainJson(value: Json): Json {
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) value[index] = toPlainJson(value[index]);
    return value;
  }
  if (!isObject(value)) return value;
  const plain = unwrapValue(value);
  if (plain !== value) return plain;
  for (const key of Object.keys(value)) {
    const inner = value[key];
    // The API has no field such as __proto__, and assigning to it would not set a field.
    if (typeof inner === 'object' && inner !== null && Object.hasOwn(value, key) && key !== '__proto__')
      value[key] = toPlainJson(inner);
  }
  return value;
}
