import type { Logger } from 'pino';
import { type DataDirectory, prepareDataDirectory } from '../../data-directory.ts';
import type { Settings } from '../../settings.ts';
import { StartError } from '../../start-error.ts';
import { openErasureRecord } from '../../sync/erasure/erasure-record.ts';
import { replayErasures } from '../../sync/erasure/replay-erasures.ts';
import { connectDatabase, type Database } from '../db/database.ts';
import { takeDirectoryLock } from '../db/embedded/directory-lock.ts';
import { isDiskFull } from '../db/embedded/embedded-errors.ts';
import { serveDirectory } from '../db/embedded/open-embedded.ts';
import { completeReplacement, draftDirectory, replaceData } from '../db/embedded/replace-data.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { tablesAfter } from '../db/migrations.ts';
import { openImageStore } from '../files/files.ts';
import { beginFilling, checkCounters, fillFiles } from './fill-draft.ts';
import { fillStore } from './image-parts.ts';
import { type ArchiveFile, archiveParts, damaged, type InspectedArchive, inspectArchive } from './read-archive.ts';
import { finishRestore } from './record-restore.ts';
import { nothingApplied, type ReplayedAccess } from './replay-access.ts';

export interface RestoreOptions {
  readonly settings: Pick<Settings, 'dataDir' | 'timeZone' | 'objectStorage'>;
  readonly log: Logger;
  /** Aborts the restore without changes, unless it is already committed. */
  readonly signal: AbortSignal;
  /** Whether everybody keeps the access that they had in the backup (OWN-09). */
  readonly keepsAccess?: boolean;
  /** Whether the same data move to another version of PostgreSQL: that is no restore for the activity log. */
  readonly isUpgrade?: boolean;
}

/** A restored backup, and what has become of the access of people and programs. */
export interface Restored extends InspectedArchive {
  readonly access: ReplayedAccess;
}

/**
 * Restores a backup: fills a new database beside the present one, checks it, erases again whom the record has as erased since
 * (PRIV-06), and swaps the two. The present data stay unchanged until the swap.
 * @throws StartError when the program runs or the backup is unusable
 */
export async function restoreBackup(file: ArchiveFile, options: RestoreOptions): Promise<Restored> {
  const directory = await prepareDataDirectory(options.settings.dataDir);
  const attempt = await takeDirectoryLock(directory.lock, 'command');
  if ('holder' in attempt) {
    const { pid, host } = attempt.holder;
    throw new StartError(
      `Wayside is at work on ${directory.path} (process ${pid} on ${host}): stop it before you restore; nothing was changed.`,
    );
  }
  try {
    const archive = await inspectArchive(file, options.signal);
    if (archive.header.dumpOf !== undefined)
      throw new StartError(
        `The backup ${file.path} is of a database server: restore it with DATABASE_URL set to an empty database; nothing was changed.`,
      );
    return { ...archive, access: await rebuild(file, archive, directory, options) };
  } catch (error) {
    if (error instanceof StartError || options.signal.aborted) throw error;
    throw (await isDiskFull(directory.path))
      ? new StartError(`The disk of ${directory.path} is full; nothing was changed.`, { cause: error })
      : error;
  } finally {
    await completeReplacement(directory);
    await attempt.lock.release();
  }
}

/** Builds new data from an inspected backup beside those of a directory, whose lock the caller holds, and swaps the two. */
export async function rebuild(
  file: ArchiveFile,
  archive: InspectedArchive,
  directory: DataDirectory,
  options: RestoreOptions,
): Promise<ReplayedAccess> {
  const access = await buildDraft(file, archive, await draftDirectory(directory), options);
  options.signal.throwIfAborted();
  await replaceData(directory);
  return access;
}

async function buildDraft(
  file: ArchiveFile,
  archive: InspectedArchive,
  draft: DataDirectory,
  options: RestoreOptions,
): Promise<ReplayedAccess> {
  const { path } = file;
  const { log, settings } = options;
  const { timeZone } = settings;
  const createTables = tablesAfter(archive.header.migrations);
  if (createTables === null)
    throw new StartError(`The backup ${path} was made by a newer Wayside: restore it with that one.`);
  const served = await serveDirectory(draft, log);
  try {
    const database = connectDatabase(served.connectionString, { max: 2, log, statementTimeoutMs: 0 });
    try {
      await database.transaction(createTables);
      await fill(file, archive, draft, database, options);
      await migrateDatabase(database, { timeZone });
      await checkCounters(database, path);
      await eraseSinceBackup(database, settings);
      const access =
        options.isUpgrade === true
          ? { changes: [], applied: nothingApplied() }
          : await finishRestore(database, archive.header.createdAt, {
              settings,
              keepsAccess: options.keepsAccess ?? false,
            });
      await database.pool.query('ANALYZE');
      return access;
    } finally {
      await database.close();
    }
  } finally {
    await served.stop();
  }
}

/** @throws StartError when the record cannot be read: people must not come back because of that */
async function eraseSinceBackup(database: Database, settings: RestoreOptions['settings']): Promise<void> {
  const record = openErasureRecord(settings);
  await record.ids().catch((error: unknown) => {
    throw new StartError('The record of erasures cannot be read; nothing was changed.', { cause: error });
  });
  await replayErasures(database, record);
}

async function fill(
  file: ArchiveFile,
  { end }: InspectedArchive,
  draft: DataDirectory,
  database: Database,
  { settings, signal }: RestoreOptions,
): Promise<void> {
  const { path } = file;
  await database.transaction(async (client) => {
    const tables = await beginFilling(client, path);
    const isOnDisk = settings.objectStorage === null;
    const files = isOnDisk ? fillFiles(draft.files, path) : fillStore(openImageStore(settings), path);
    for await (const part of archiveParts(file)) {
      signal.throwIfAborted();
      if (!(await tables.take(part))) await files.take(part);
    }
    if ((await files.end()) !== end.files) throw damaged(path);
    await tables.finish(end);
  });
}
