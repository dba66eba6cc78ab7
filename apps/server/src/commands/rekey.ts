import {
  findKeyChange,
  hasOldWrappers,
  removeOldWrappers,
  replaceKeyFile,
  switchKey,
} from '../platform/crypto/change-data-key.ts';
import { dataKey } from '../platform/crypto/data-key.ts';
import { advisoryLocks, tryLock } from '../platform/db/advisory-locks.ts';
import type { Database } from '../platform/db/database.ts';
import { isDatabaseUnavailable } from '../platform/db/database-errors.ts';
import { recordCommand } from '../platform/db/record-activity.ts';
import { StartError } from '../start-error.ts';
import { encryptStored } from '../sync/import/encrypt-stored.ts';
import type { CommandContext } from './command.ts';

const USAGE =
  'Set DATA_KEY_NEW to the new key (openssl rand -base64 32) and run: npm run rekey. Programs may keep running.';

type RekeyContext = Pick<CommandContext, 'database' | 'keys' | 'settings' | 'stdout'>;

/**
 * `npm run rekey`: encrypts stored data with a new key while the program runs (PRIV-01). If a run is killed, a second
 * run completes it.
 * @throws StartError if there is no new key, another change is running, or the database connection is lost
 */
export async function run(args: string[], context: RekeyContext): Promise<number> {
  if (args.length > 0) throw new StartError(USAGE);
  try {
    await withKeyLock(context.database, () => rekey(context));
    return 0;
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    throw new StartError('The connection to the database was lost; run the same command again to complete it.', {
      cause: error,
    });
  }
}

/**
 * Runs a change of the key under a lock. The lock belongs to a separate connection, so it is released if the command
 * is killed.
 */
async function withKeyLock(database: Database, change: () => Promise<void>): Promise<void> {
  const client = await database.pool.connect();
  try {
    if (!(await tryLock(client, 'dataKey')))
      throw new StartError('Another "npm run rekey" is running on this database: wait until it ends.');
    await change();
    await client.query('SELECT pg_advisory_unlock($1)', [advisoryLocks.dataKey]);
  } finally {
    client.release(true);
  }
}

async function rekey(context: RekeyContext): Promise<void> {
  const { database, keys, settings, stdout } = context;
  const change = await findKeyChange(settings);
  if (change === null) return removeOldKeys(context);
  await switchKey(database, change);
  const count = await encryptStored(database, keys, (rows) => stdout.write(`${rows} rows encrypted\n`));
  await recordCommand(database, 'data_key_changed', { key: change.to.id });
  stdout.write(`Everything is encrypted with the key ${change.to.id}; ${count} rows in this run.\n`);
  if (settings.dataKey === null) {
    const old = await replaceKeyFile(settings.dataDir, change);
    await removeOldWrappers(database);
    stdout.write(`Older backups need the old key, now ${old}: delete it when they are no longer needed.\n`);
  } else
    stdout.write(
      'Restart every program with DATA_KEY set to the new key, then run this again without DATA_KEY_NEW: this deletes the values that only the old key decrypts.\n',
    );
}

/** Performs the second step with DATA_KEY, after every program has the new key. */
async function removeOldKeys({ database, keys, settings, stdout }: RekeyContext): Promise<void> {
  const current = await keys.deriveKey('columns');
  const isCurrent = settings.dataKey !== null && dataKey(settings.dataKey).id === current.id;
  if (!isCurrent || !(await hasOldWrappers(database))) throw new StartError(USAGE);
  await encryptStored(database, keys);
  await removeOldWrappers(database);
  stdout.write('The old keys no longer decrypt any current data. Older backups still need them.\n');
}
