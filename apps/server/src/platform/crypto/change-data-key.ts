import { link, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { syncDirectory } from '../../data-directory.ts';
import type { Settings } from '../../settings.ts';
import { StartError } from '../../start-error.ts';
import type { Database } from '../db/database.ts';
import { createKeyFile, type DataKey, dataKey, KEY_FILE, NEXT_KEY_FILE, readKeyFiles } from './data-key.ts';
import { readKeyRing, storeWrappedKey } from './data-keys.ts';

export interface KeyChange {
  readonly from: DataKey;
  readonly to: DataKey;
}

type ChangeSettings = Pick<Settings, 'dataKey' | 'nextDataKey' | 'dataDir'>;

/**
 * Returns the old and new key: DATA_KEY and DATA_KEY_NEW, or the key file and a new one, which an interrupted change
 * may have created. Null if DATA_KEY_NEW is not set.
 * @throws StartError if there is no key to change
 */
export async function findKeyChange({
  dataKey: own,
  nextDataKey,
  dataDir,
}: ChangeSettings): Promise<KeyChange | null> {
  if (own !== null) return nextDataKey && { from: dataKey(own), to: dataKey(nextDataKey) };
  const { current } = await readKeyFiles(dataDir);
  if (current === null) throw new StartError(`There is no key file ${join(dataDir, KEY_FILE)} to replace.`);
  return { from: current, to: await createKeyFile(dataDir, NEXT_KEY_FILE) };
}

/**
 * Makes another key current. A program with either key can read all older keys. Resolves when no transaction encrypts
 * with the previous key any more.
 */
export async function switchKey(database: Database, { from, to }: KeyChange): Promise<void> {
  const ring = await readKeyRing(database, [from, to]);
  await database.transaction(async (client) => {
    await storeWrappedKey(client, to, from);
    for (const key of ring.values()) await storeWrappedKey(client, key, to);
  });
  await database.pool.query("UPDATE business_settings SET value = $1 WHERE name = 'data_key'", [to.id]);
}

/** Replaces the key file and keeps the old one next to it for older backups. */
export async function replaceKeyFile(dataDir: string, { from }: KeyChange): Promise<string> {
  const old = join(dataDir, `${KEY_FILE}.${from.id}`);
  await link(join(dataDir, KEY_FILE), old).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rename(join(dataDir, NEXT_KEY_FILE), join(dataDir, KEY_FILE));
  await syncDirectory(dataDir);
  return old;
}

/** Removes the keys that the previous key encrypted, so that only the current key decrypts the database's keys. */
export async function removeOldWrappers(database: Database): Promise<void> {
  await database.pool.query(
    "DELETE FROM data_keys WHERE wrapped_by <> (SELECT value FROM business_settings WHERE name = 'data_key')",
  );
}

export async function hasOldWrappers(database: Database): Promise<boolean> {
  const { rows } = await database.pool.query(
    "SELECT FROM data_keys, business_settings AS s WHERE s.name = 'data_key' AND wrapped_by <> s.value LIMIT 1",
  );
  return rows.length > 0;
}
