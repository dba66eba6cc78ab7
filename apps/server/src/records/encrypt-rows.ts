import type pg from 'pg';
import type { DataKeys } from '../platform/crypto/data-keys.ts';
import { encryptedColumnsOf, isStoredPlain } from '../platform/crypto/encrypted-columns.ts';
import { keyIdOf } from '../platform/crypto/encrypted-text.ts';
import { reencryptRows } from '../platform/crypto/reencrypt.ts';
import type { RecordDefinition, Row } from './define-record.ts';
import type { Value } from './field-source.ts';

const isPlain = (value: Value | undefined): value is string => typeof value === 'string' && !isStoredPlain(value);

/** The places in a row of the columns that are encrypted. */
function encryptedPlaces({ table, columns }: RecordDefinition): readonly { column: string; at: number }[] {
  const encrypted = encryptedColumnsOf(table);
  return columns.flatMap(({ name }, index) => (encrypted.includes(name) ? [{ column: name, at: index + 1 }] : []));
}

/**
 * Encrypts the values of rows before they are written (PRIV-01). A value that the stored row has already keeps its stored form, so
 * that whatever compares the columns in the database finds no change.
 * @param client in the transaction that writes the rows, which it locks
 */
export async function encryptRows(
  client: pg.ClientBase,
  keys: DataKeys,
  definition: RecordDefinition,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const places = encryptedPlaces(definition);
  if (places.length === 0 || rows.length === 0) return rows;
  const { table } = definition;
  const columns = places.map(({ column }) => column);
  const ids = rows.map(([id]) => id);
  const { values: stored } = await reencryptRows(client, keys, { table, columns }, ids);
  const { encrypt } = await keys.encryptor(client);
  return rows.map((row) => {
    const values: [string, ...Value[]] = [...row];
    const [id] = row;
    for (const { column, at } of places) {
      const value = row[at];
      if (!isPlain(value)) continue;
      const before = stored.get(id)?.get(column);
      values[at] = before?.text === value ? before.stored : encrypt(value, { table, id, column });
    }
    return values;
  });
}

/** @throws Error when a row has a value that `encryptRows` should have encrypted */
export function requireEncrypted(definition: RecordDefinition, rows: readonly Row[]): void {
  for (const { column, at } of encryptedPlaces(definition))
    if (rows.some((row) => isPlain(row[at]) && keyIdOf(row[at]) === null))
      throw new Error(`a value of ${definition.table}.${column} is not encrypted`);
}
