import { createHmac } from 'node:crypto';
import type pg from 'pg';
import { z } from 'zod';
import type { DataKeys } from '../../platform/crypto/data-keys.ts';
import { encryptedColumnsOf } from '../../platform/crypto/encrypted-columns.ts';
import { defineStatement, rowsOf } from '../../platform/db/statement.ts';
import type { RecordDefinition, Row } from '../../records/define-record.ts';
import type { Value } from '../../records/field-source.ts';

/** The length of a hash. */
export const BYTES = 4;

/** FNV-1a with a final mix: distinguishes values of a field, far cheaper than a digest. */
export function plainHash(value: Value | undefined): number {
  if (value === null || value === undefined) return 0;
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  // Zero is "nothing there".
  return (hash ^ (hash >>> 16)) >>> 0 || 1;
}

export interface FieldHashing {
  readonly places: readonly number[];
  /** Which columns are encrypted: a plain hash of an IFSC or an account number would give it away. */
  readonly isEncrypted: readonly boolean[];
  readonly key: Buffer;
}

/** A hash of an encrypted value, from its plain hash; zero is "nothing there" here too. */
export function keyedHash(key: Buffer, plainHash: number): number {
  if (plainHash === 0) return 0;
  const bytes = Buffer.alloc(BYTES);
  bytes.writeUInt32LE(plainHash);
  return createHmac('sha256', key).update(bytes).digest().readUInt32LE(0) || 1;
}

/** The name of the place of an encrypted column: the hashes of another key are at another place. */
export const keyedName = (column: string, keyId: string): string => `${column} ${keyId}`;

const FIND_PLACES = defineStatement({
  name: 'imported-field-places',
  text: 'SELECT name, place FROM imported_fields WHERE collection = $1',
  row: z.object({ name: z.string(), place: z.number() }),
  example: ['users'],
});

// The next free places, in the order given.
const ADD_PLACES = `
  INSERT INTO imported_fields (collection, name, place)
  SELECT $1, name, (SELECT coalesce(max(place) + 1, 0) FROM imported_fields WHERE collection = $1) + number - 1
  FROM unnest($2::text[]) WITH ORDINALITY AS field (name, number)`;

/** Finds how a record's fields are hashed; a new field gets a place behind all others (IMPO-02). */
export async function fieldHashing(
  client: pg.ClientBase,
  keys: DataKeys,
  { collection, table, columns }: RecordDefinition,
): Promise<FieldHashing> {
  const encrypted = encryptedColumnsOf(table);
  const isEncrypted = columns.map(({ name }) => encrypted.includes(name));
  const { id, key } = await keys.derived('fingerprints', client);
  const names = columns.map(({ name }, index) => (isEncrypted[index] ? keyedName(name, id) : name));
  return { places: await ensurePlaces(client, collection, names), isEncrypted, key };
}

/** The places of fields, by their names. */
export async function ensurePlaces(
  client: pg.ClientBase,
  collection: string,
  names: readonly string[],
): Promise<readonly number[]> {
  const known = await findPlaces(client, collection);
  const added = names.filter((name) => !known.has(name));
  if (added.length > 0) await client.query(ADD_PLACES, [collection, added]);
  const all = added.length > 0 ? await findPlaces(client, collection) : known;
  return names.map((name) => all.get(name) ?? missing(name));
}

/** The place of each field that has one. */
export async function findPlaces(client: pg.ClientBase, collection: string): Promise<Map<string, number>> {
  const found = await rowsOf(client, FIND_PLACES, [collection]);
  return new Map(found.map(({ name, place }) => [name, place]));
}

function missing(field: string): never {
  throw new Error(`the field ${field} is not an imported field`);
}

/** A hash of each field as the source has it, four bytes each, at its place (IMPO-02). */
export function fieldHashes(row: Row, { places, isEncrypted, key }: FieldHashing): Buffer {
  const hashes = Buffer.alloc((Math.max(...places) + 1) * BYTES);
  for (const [index, place] of places.entries()) {
    const plain = plainHash(row[index + 1]);
    hashes.writeUInt32LE(isEncrypted[index] ? keyedHash(key, plain) : plain, place * BYTES);
  }
  return hashes;
}

/** The hash at an index; null if that field was never hashed. */
export const readHash = (hashes: Buffer, place: number | undefined): number | null =>
  place === undefined || (place + 1) * BYTES > hashes.length ? null : hashes.readUInt32LE(place * BYTES);

/** The indices of the columns that differ; a column that the record has gained since differs too. */
export function changedColumns(before: Buffer, after: Buffer, { places }: FieldHashing): number[] {
  return [...places.keys()].filter((index) => {
    const at = (places[index] ?? 0) * BYTES;
    return at + BYTES > before.length || before.readUInt32LE(at) !== after.readUInt32LE(at);
  });
}
