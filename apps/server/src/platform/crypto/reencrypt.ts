import type pg from 'pg';
import { z } from 'zod';
import type { Database } from '../db/database.ts';
import { inBatches } from '../db/each-page.ts';
import type { DataKeys } from './data-keys.ts';
import { ENCRYPTED_TABLES, type EncryptedTable, isStoredPlain } from './encrypted-columns.ts';
import { DecryptionError, keyIdOf } from './encrypted-text.ts';

const ROWS_PER_BATCH = 500;

const storedRows = z.array(z.record(z.string(), z.nullable(z.string())));

/** A stored value and its text, which is null if it cannot be decrypted. */
export interface StoredText {
  readonly stored: string;
  readonly text: string | null;
}

/** Stored values by row id and column. */
type StoredTexts = ReadonlyMap<string, ReadonlyMap<string, StoredText>>;

export interface ReencryptedRows {
  readonly values: StoredTexts;
  readonly changed: number;
}

/** Decrypts a stored value. A plain value of an older version is returned unchanged. @throws DecryptionError */
export async function readStored(
  keys: DataKeys,
  stored: string,
  cell: Parameters<DataKeys['decrypt']>[1],
): Promise<string> {
  return keyIdOf(stored) === null ? stored : await keys.decrypt(stored, cell);
}

/** Decrypts a value; null if there is no value or no known key decrypts it. */
export async function readWhereReadable(
  keys: DataKeys,
  stored: string | null,
  cell: Parameters<DataKeys['decrypt']>[1],
): Promise<string | null> {
  return stored === null ? null : await readStored(keys, stored, cell).catch(ignoreUnreadable);
}

/**
 * Locks rows by id, then re-encrypts plain values and values encrypted with older keys. Unreadable values stay
 * unchanged.
 */
export async function reencryptRows(
  client: pg.ClientBase,
  keys: DataKeys,
  { table, columns }: EncryptedTable,
  ids: readonly string[],
): Promise<ReencryptedRows> {
  const { keyId, encrypt } = await keys.encryptor(client);
  const { rows } = await client.query(
    `SELECT id, ${columns.join(', ')} FROM ${table} WHERE id = ANY ($1) ORDER BY id FOR UPDATE`,
    [ids],
  );
  const found = new Map<string, Map<string, StoredText>>();
  const changed = new Set<string>();
  for (const row of storedRows.parse(rows)) {
    const id = row['id'] ?? '';
    const values = new Map<string, StoredText>();
    for (const column of columns) {
      const stored = row[column] ?? null;
      if (stored === null) continue;
      const place = { table, id, column };
      const text = await readWhereReadable(keys, stored, place);
      const isCurrent = text === null || isStoredPlain(text) || keyIdOf(stored) === keyId;
      if (!isCurrent) changed.add(id);
      values.set(column, { stored: isCurrent ? stored : encrypt(text, place), text });
    }
    found.set(id, values);
  }
  if (changed.size > 0) await write(client, { table, columns }, found, [...changed]);
  return { values: found, changed: changed.size };
}

/** Treats an unreadable value as missing. */
export function ignoreUnreadable(error: unknown): null {
  if (error instanceof DecryptionError) return null;
  throw error;
}

/** The setting tells triggers that the decrypted values have not changed. */
async function write(
  client: pg.ClientBase,
  { table, columns }: EncryptedTable,
  texts: StoredTexts,
  ids: readonly string[],
): Promise<void> {
  const parameters = columns.map((_, index) => `$${index + 2}::text[]`);
  const changes = columns.map((column) => `${column} = given.${column}`);
  await client.query("SELECT set_config('wayside.reencrypts', 'on', true)");
  await client.query(
    `UPDATE ${table} AS stored SET ${changes.join(', ')}
     FROM unnest($1::text[], ${parameters.join(', ')}) AS given (id, ${columns.join(', ')}) WHERE stored.id = given.id`,
    [ids, ...columns.map((column) => ids.map((id) => texts.get(id)?.get(column)?.stored ?? null))],
  );
  await client.query("SELECT set_config('wayside.reencrypts', 'off', true)");
}

const isOutdatedSql = (column: string): string =>
  `(${column} IS NOT NULL AND ${column} NOT LIKE '/files/%' AND NOT starts_with(${column}, $2))`;

/**
 * Re-encrypts all outdated values in batches. A later run continues an interrupted one, and concurrent runs count
 * each row once.
 * @returns the number of rows
 */
export async function reencryptAll(
  database: Database,
  keys: DataKeys,
  onProgress: (rows: number) => void = () => undefined,
): Promise<number> {
  let count = 0;
  for (const table of ENCRYPTED_TABLES) {
    const before = count;
    const batch = (after: string) =>
      database.transaction(async (client) => {
        const { keyId } = await keys.encryptor(client);
        const { rows } = await client.query<{ id: string }>(
          `SELECT id FROM ${table.table} WHERE id > $1 AND (${table.columns.map(isOutdatedSql).join(' OR ')})
           ORDER BY id LIMIT ${ROWS_PER_BATCH}`,
          [after, `v1:${keyId}:`],
        );
        const ids = rows.map(({ id }) => id);
        // Concurrent runs may have changed some of the rows.
        const { changed } = await reencryptRows(client, keys, table, ids);
        return { last: ids.at(-1) ?? null, rows: changed };
      });
    count += await inBatches(batch, (rows) => onProgress(before + rows));
  }
  return count;
}
