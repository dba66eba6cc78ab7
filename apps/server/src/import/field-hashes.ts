import type pg from 'pg';
import type { RecordDefinition, Row } from '../records/define-record.ts';
import type { Value } from '../records/field-source.ts';

const BYTES = 4;

/** FNV-1a with a final mix: tells one value of a field from another, far cheaper than a digest. */
function hashOf(value: Value | undefined): number {
  if (value === null || value === undefined) return 0;
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  // Zero is "nothing there".
  return (hash ^ (hash >>> 16)) >>> 0 || 1;
}

/** The place of each column of a collection in its field hashes, in the order of `columns`. */
export type FieldPlaces = readonly number[];

const FIND_PLACES = {
  name: 'imported-field-places',
  text: 'SELECT name, place FROM imported_fields WHERE collection = $1',
};

// The next free places, in the order given.
const ADD_PLACES = `
  INSERT INTO imported_fields (collection, name, place)
  SELECT $1, name, (SELECT coalesce(max(place) + 1, 0) FROM imported_fields WHERE collection = $1) + number - 1
  FROM unnest($2::text[]) WITH ORDINALITY AS field (name, number)`;

/** Finds the places of a record's fields by their names; a new field gets a place behind all others (IMPO-02). */
export async function fieldPlaces(
  client: pg.ClientBase,
  { collection, columns }: Pick<RecordDefinition, 'collection' | 'columns'>,
): Promise<FieldPlaces> {
  const known = await findPlaces(client, collection);
  const added = columns.map((column) => column.name).filter((field) => !known.has(field));
  if (added.length > 0) await client.query(ADD_PLACES, [collection, added]);
  const all = added.length > 0 ? await findPlaces(client, collection) : known;
  return columns.map((column) => all.get(column.name) ?? missing(column.name));
}

async function findPlaces(client: pg.ClientBase, collection: string): Promise<Map<string, number>> {
  const { rows } = await client.query<{ name: string; place: number }>({ ...FIND_PLACES, values: [collection] });
  return new Map(rows.map(({ name, place }) => [name, place]));
}

function missing(field: string): never {
  throw new Error(`the field ${field} has no place among the imported fields`);
}

/** A hash of each field as the source has it, four bytes each, at its place (IMPO-02). */
export function fieldHashes(row: Row, places: FieldPlaces): Buffer {
  const hashes = Buffer.alloc((Math.max(...places) + 1) * BYTES);
  for (const [index, place] of places.entries()) hashes.writeUInt32LE(hashOf(row[index + 1]), place * BYTES);
  return hashes;
}

/** The indices of the columns that differ; a column that the record has gained since differs too. */
export function changedColumns(before: Buffer, after: Buffer, places: FieldPlaces): number[] {
  return [...places.keys()].filter((index) => {
    const at = (places[index] ?? 0) * BYTES;
    return at + BYTES > before.length || before.readUInt32LE(at) !== after.readUInt32LE(at);
  });
}
