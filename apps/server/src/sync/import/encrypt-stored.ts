import type pg from 'pg';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { DataKeys } from '../../platform/crypto/data-keys.ts';
import { encryptedColumnsOf } from '../../platform/crypto/encrypted-columns.ts';
import { reencryptAll } from '../../platform/crypto/reencrypt.ts';
import type { Database } from '../../platform/db/database.ts';
import { type Batch, inBatches } from '../../platform/db/each-page.ts';
import { orderedCollections } from '../../records/collections.ts';
import { repeatFromNow, withFailureLogging } from '../../repeat.ts';
import { ensureHashIndexes, findHashIndexes, HASH_BYTES, keyedHash, keyedName } from './field-hashes.ts';

const ROWS_PER_BATCH = 1_000;
const INTERVAL_MS = 3_600_000;

/**
 * Re-encrypts everything with the current key: columns and the hashes that an import compares (PRIV-01). Can be
 * repeated after a crash.
 * @param onProgress receives the number of rows so far
 * @returns the number of rows
 */
export async function encryptStored(
  database: Database,
  keys: DataKeys,
  onProgress?: (rows: number) => void,
): Promise<number> {
  const rows = await reencryptAll(database, keys, onProgress);
  for (const { collection, table } of orderedCollections) {
    const columns = encryptedColumnsOf(table);
    if (columns.length > 0) await maskHashes(database, keys, collection, columns);
  }
  return rows;
}

/**
 * Runs `encryptStored` in the background, immediately and then every hour. @returns a function that stops it after
 * the current batch
 */
export function encryptStoredRepeatedly(database: Database, keys: DataKeys, log: Logger): () => Promise<void> {
  const encrypt = async () => {
    const report = (rows: number) => log.info({ rows }, 'encrypting stored bank and identity data');
    const rows = await encryptStored(database, keys, report);
    if (rows > 0) log.info({ rows }, 'stored bank and identity data are encrypted');
  };
  return repeatFromNow(INTERVAL_MS, withFailureLogging(log, 'stored data could not all be encrypted', encrypt));
}

const hashRows = z.array(z.object({ id: z.string(), hashes: z.instanceof(Buffer) }));

/** Replaces the plain hashes of an older version by hashes with the current key, and removes hashes of older keys. */
async function maskHashes(
  database: Database,
  keys: DataKeys,
  collection: string,
  columns: readonly string[],
): Promise<void> {
  const { id, key } = await keys.deriveKey('fingerprints');
  const current = columns.map((column) => keyedName(column, id));
  await inBatches((after) =>
    database.transaction(async (client) => {
      const hashIndexes = await findHashIndexes(client, collection);
      const outdated = [...hashIndexes].filter(
        ([name]) => columns.includes(name.split(' ')[0] ?? '') && !current.includes(name),
      );
      if (outdated.length === 0) return { last: null, rows: 0 };
      const targets = await ensureHashIndexes(client, collection, current);
      const moves = outdated.map(([name, from]) => ({ from, to: targets[columns.indexOf(name)] ?? null }));
      return maskBatch(client, { collection, key, moves, after });
    }),
  );
}

interface HashBatch {
  readonly collection: string;
  readonly key: Buffer;
  /** `to` is null if the hash was made with another key and cannot be compared. */
  readonly moves: readonly { readonly from: number; readonly to: number | null }[];
  readonly after: string;
}

async function maskBatch(client: pg.ClientBase, { collection, key, moves, after }: HashBatch): Promise<Batch> {
  const { rows } = await client.query(
    `SELECT id, field_hashes AS hashes FROM imported_records
     WHERE collection = $1 AND id > $2 AND field_hashes IS NOT NULL AND EXISTS (SELECT FROM unnest($3::int[]) AS place
       WHERE length(field_hashes) >= (place + 1) * ${HASH_BYTES} AND substring(field_hashes FROM place * ${HASH_BYTES} + 1 FOR ${HASH_BYTES}) <> '\\x00000000')
     ORDER BY id LIMIT ${ROWS_PER_BATCH} FOR UPDATE`,
    [collection, after, moves.map(({ from }) => from)],
  );
  const found = hashRows.parse(rows);
  const masked = found.map(({ hashes }) => {
    const longest = Math.max(hashes.length, ...moves.map(({ to }) => ((to ?? -1) + 1) * HASH_BYTES));
    const written = Buffer.concat([hashes], longest);
    for (const { from, to } of moves) {
      if ((from + 1) * HASH_BYTES > hashes.length) continue;
      const plain = hashes.readUInt32LE(from * HASH_BYTES);
      if (to !== null && plain !== 0) written.writeUInt32LE(keyedHash(key, plain), to * HASH_BYTES);
      written.writeUInt32LE(0, from * HASH_BYTES);
    }
    return written;
  });
  await client.query(
    `UPDATE imported_records AS stored SET field_hashes = given.hashes
     FROM unnest($2::text[], $3::bytea[]) AS given (id, hashes) WHERE stored.collection = $1 AND stored.id = given.id`,
    [collection, found.map(({ id }) => id), masked],
  );
  return { last: found.at(-1)?.id ?? null, rows: found.length };
}
