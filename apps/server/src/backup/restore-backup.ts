import type { Logger } from 'pino';
import { type DataDirectory, prepareDataDirectory } from '../data-directory.ts';
import { connectDatabase, type Database } from '../db/database.ts';
import { takeDirectoryLock } from '../db/embedded/directory-lock.ts';
import { isDiskFull } from '../db/embedded/embedded-errors.ts';
import { serveDirectory } from '../db/embedded/open-embedded.ts';
import { completeReplacement, draftDirectory, replaceData } from '../db/embedded/replace-data.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { tablesAfter } from '../db/migrations.ts';
import { openErasureRecord } from '../erasure/erasure-record.ts';
import { replayErasures } from '../erasure/replay-erasures.ts';
import type { Settings } from '../settings.ts';
import { StartError } from '../start-error.ts';
import { beginFilling, checkCounters, fillFiles } from './fill-draft.ts';
import { archiveParts, damaged, type InspectedArchive, inspectArchive } from './read-archive.ts';
import { noteRestore } from './record-restore.ts';

export interface RestoreOptions {
  readonly settings: Pick<Settings, 'dataDir' | 'timeZone' | 'objectStorage'>;
  readonly log: Logger;
  /** Aborts the restore without changes, unless it is already committed. */
  readonly signal: AbortSignal;
}

/**
 * Restores a backup: fills a new database beside the present one, checks it, erases again whom the record has as erased since
 * (PRIV-06), and swaps the two. The present data stay unchanged until the swap.
 * @throws StartError when the program runs or the backup is unusable
 */
export async function restoreBackup(path: string, options: RestoreOptions): Promise<InspectedArchive> {
  const directory = await prepareDataDirectory(options.settings.dataDir);
  const attempt = await takeDirectoryLock(directory.lock, 'command');
  if ('holder' in attempt) {
    const { pid, host } = attempt.holder;
    throw new StartError(
      `Wayside is at work on ${directory.path} (process ${pid} on ${host}): stop it before you restore; nothing was changed.`,
    );
  }
  try {
    const archive = await inspectArchive(path, options.signal);
    await buildDraft(path, archive, await draftDirectory(directory), options);
    options.signal.throwIfAborted();
    await replaceData(directory);
    return archive;
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

async function buildDraft(path: string, archive: InspectedArchive, draft: DataDirectory, options: RestoreOptions) {
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
      await fill(path, archive, draft, database, options.signal);
      await migrateDatabase(database, { timeZone });
      await checkCounters(database, path);
      await eraseSinceBackup(database, settings);
      await noteRestore(database, archive.header.createdAt);
      await database.pool.query('ANALYZE');
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
  path: string,
  { end }: InspectedArchive,
  draft: DataDirectory,
  database: Database,
  signal: AbortSignal,
): Promise<void> {
  await database.transaction(async (client) => {
    const tables = await beginFilling(client, path);
    const files = fillFiles(draft.files, path);
    for await (const part of archiveParts(path)) {
      signal.throwIfAborted();
      if (!(await tables.take(part))) await files.take(part);
    }
    if ((await files.end()) !== end.files) throw damaged(path);
    await tables.finish(end);
  });
}
