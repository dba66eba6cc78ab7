import { createHmac } from 'node:crypto';
import type pg from 'pg';
import { z } from 'zod';
import type { DataKeys } from '../../platform/crypto/data-keys.ts';
import { encryptedColumnsOf } from '../../platform/crypto/encrypted-columns.ts';
import { defineStatement, rowsOf } from '../../platform/db/statement.ts';
import type { RecordDefinition, Row } from '../../records/define-record.ts';
import type { Value } from '../../records/field-source.ts';

/** The length of a hash in bytes. */
export const HASH_BYTES = 4;

/**
 * Hashes a value with FNV-1a and a final mix, which distinguishes values of a field and is much faster than a digest.
 */
export function plainHash(value: Value | undefined): number {
  if (value === null || value === undefined) return 0;
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  // Zero means that there is no value.
  return (hash ^ (hash >>> 16)) >>> 0 || 1;
}

export interface FieldHashing {
  readonly hashIndexes: readonly number[];
  /** Which columns are encrypted. A plain hash of an IFSC or account number would reveal it. */
  readonly isEncrypted: readonly boolean[];
  readonly key: Buffer;
}

/** Returns the hash of an encrypted value from its plain hash. Here too, zero means that there is no value. */
export function keyedHash(key: Buffer, plainHash: number): number {
  if (plainHash === 0) return 0;
  const bytes = Buffer.alloc(HASH_BYTES);
  bytes.writeUInt32LE(plainHash);
  return createHmac('sha256', key).update(bytes).digest().readUInt32LE(0) || 1;
}

/** Returns the name under which the hash index of an encrypted column is stored; each key has its own index. */
export const keyedName = (column: string, keyId: string): string => `${column} ${keyId}`;

const FIND_HASH_INDEXES = defineStatement({
  name: 'imported-field-places',
  text: 'SELECT name, place FROM imported_fields WHERE collection = $1',
  row: z.object({ name: z.string(), place: z.number() }),
  example: ['users'],
});

// Assigns the next free indices in the order given.
const ADD_HASH_INDEXES = `
  INSERT INTO imported_fields (collection, name, place)
  SELECT $1, name, (SELECT coalesce(max(place) + 1, 0) FROM imported_fields WHERE collection = $1) + number - 1
  FROM unnest($2::text[]) WITH ORDINALITY AS field (name, number)`;

/** Returns how the fields of a record are hashed. A new field gets the next free index (IMPO-02). */
export async function readFieldHashing(
  client: pg.ClientBase,
  keys: DataKeys,
  { collection, table, columns }: RecordDefinition,
): Promise<FieldHashing> {
  const encrypted = encryptedColumnsOf(table);
  const isEncrypted = columns.map(({ name }) => encrypted.includes(name));
  const { id, key } = await keys.deriveKey('fingerprints', client);
  const names = columns.map(({ name }, index) => (isEncrypted[index] ? keyedName(name, id) : name));
  return { hashIndexes: await ensureHashIndexes(client, collection, names), isEncrypted, key };
}

/** Returns the hash indices of fields, adding the missing ones. */
export async function ensureHashIndexes(
  client: pg.ClientBase,
  collection: string,
  names: readonly string[],
): Promise<readonly number[]> {
  const known = await findHashIndexes(client, collection);
  const added = names.filter((name) => !known.has(name));
  if (added.length > 0) await client.query(ADD_HASH_INDEXES, [collection, added]);
  const all = added.length > 0 ? await findHashIndexes(client, collection) : known;
  return names.map((name) => all.get(name) ?? throwMissingField(name));
}

/** Returns the index of each field that has one, by name. */
export async function findHashIndexes(client: pg.ClientBase, collection: string): Promise<Map<string, number>> {
  const found = await rowsOf(client, FIND_HASH_INDEXES, [collection]);
  return new Map(found.map(({ name, place }) => [name, place]));
}

function throwMissingField(field: string): never {
  throw new Error(`the field ${field} is not an imported field`);
}

/** Returns a hash of each source field, four bytes each, at the field's index (IMPO-02). */
export function hashFields(row: Row, { hashIndexes, isEncrypted, key }: FieldHashing): Buffer {
  const hashes = Buffer.alloc((Math.max(...hashIndexes) + 1) * HASH_BYTES);
  for (const [index, place] of hashIndexes.entries()) {
    const plain = plainHash(row[index + 1]);
    hashes.writeUInt32LE(isEncrypted[index] ? keyedHash(key, plain) : plain, place * HASH_BYTES);
  }
  return hashes;
}

/** Returns the hash at an index; null if the field was never hashed. */
export const readHash = (hashes: Buffer, hashIndex: number | undefined): number | null =>
  hashIndex === undefined || (hashIndex + 1) * HASH_BYTES > hashes.length
    ? null
    : hashes.readUInt32LE(hashIndex * HASH_BYTES);

/** Returns the indices of the columns that differ, including columns that were added to the record since then. */
export function changedColumns(before: Buffer, after: Buffer, { hashIndexes }: FieldHashing): number[] {
  return [...hashIndexes.keys()].filter((index) => {
    const at = (hashIndexes[index] ?? 0) * HASH_BYTES;
    return at + HASH_BYTES > before.length || before.readUInt32LE(at) !== after.readUInt32LE(at);
  });
}
