import { link, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { syncDirectory } from '../../data-directory.ts';
import type { Settings } from '../../settings.ts';
import { StartError } from '../../start-error.ts';
import type { Database } from '../db/database.ts';
import { createKeyFile, type DataKey, dataKey, KEY_FILE, NEXT_KEY_FILE, readKeyFiles } from './data-key.ts';
import { readKeyRing, storeWrappedKey } from './data-keys.ts';

/** The keys of a change. */
export interface KeyChange {
  readonly from: DataKey;
  readonly to: DataKey;
}

type ChangeSettings = Pick<Settings, 'dataKey' | 'nextDataKey' | 'dataDir'>;

/**
 * The keys to change between: DATA_KEY and DATA_KEY_NEW, or the key file and a new one, which a change that was killed has left.
 * Null without DATA_KEY_NEW.
 * @throws StartError when there is no key to change
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
 * Makes another key the current one. Programs that have either key read the other, and all older ones, from the database.
 * Returns when no transaction encrypts with the key of before any more.
 */
export async function switchKey(database: Database, { from, to }: KeyChange): Promise<void> {
  const ring = await readKeyRing(database, [from, to]);
  await database.transaction(async (client) => {
    await storeWrappedKey(client, to, from);
    for (const key of ring.values()) await storeWrappedKey(client, key, to);
  });
  await database.pool.query("UPDATE business_settings SET value = $1 WHERE name = 'data_key'", [to.id]);
}

/** Makes the new key file that of the data directory; the old one stays beside it, for the backups that need it. */
export async function replaceKeyFile(dataDir: string, { from }: KeyChange): Promise<string> {
  const old = join(dataDir, `${KEY_FILE}.${from.id}`);
  await link(join(dataDir, KEY_FILE), old).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rename(join(dataDir, NEXT_KEY_FILE), join(dataDir, KEY_FILE));
  await syncDirectory(dataDir);
  return old;
}

/** Ends what older keys open: only the current key reads the keys of the database from now on. */
export async function forgetOldWrappers(database: Database): Promise<void> {
  await database.pool.query(
    "DELETE FROM data_keys WHERE wrapped_by <> (SELECT value FROM business_settings WHERE name = 'data_key')",
  );
}

/** Whether older keys still open the data. */
export async function hasOldWrappers(database: Database): Promise<boolean> {
  const { rows } = await database.pool.query(
    "SELECT FROM data_keys, business_settings AS s WHERE s.name = 'data_key' AND wrapped_by <> s.value LIMIT 1",
  );
  return rows.length > 0;
}
