import { once } from 'node:events';
import type { Logger } from 'pino';
import { type DataDirectory, prepareDataDirectory } from '../../data-directory.ts';
import type { Settings } from '../../settings.ts';
import { StartError } from '../../start-error.ts';
import { openErasureLog } from '../../sync/erasure/erasure-log.ts';
import { replayErasures } from '../../sync/erasure/replay-erasures.ts';
import { connectDatabase, type Database } from '../db/database.ts';
import { takeDirectoryLock } from '../db/embedded/directory-lock.ts';
import { isDiskFull } from '../db/embedded/embedded-errors.ts';
import { serveDirectory } from '../db/embedded/open-embedded.ts';
import { completeReplacement, draftDirectory, replaceData } from '../db/embedded/replace-data.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { tablesAfter } from '../db/migrations.ts';
import { connectAsOwner, openDatabase } from '../db/open-database.ts';
import { grantRights } from '../db/program-role.ts';
import { openImageStore } from '../files/files.ts';
import type { ImageStore } from '../files/image-store.ts';
import { type ArchiveFile, archiveParts, damagedError, type InspectedArchive, inspectArchive } from './archive.ts';
import {
  checkCounters,
  fillFiles,
  fillStore,
  isTableDifferent,
  listTables,
  truncateAndCreateFiller,
} from './archive-content.ts';
import { findTool, startTool } from './postgres-tools.ts';
import { finishRestore } from './record-restore.ts';
import { nothingApplied, type ReplayedAccess } from './replay-access.ts';

export interface RestoreOptions {
  readonly settings: Pick<Settings, 'dataDir' | 'timeZone' | 'objectStorage'>;
  readonly log: Logger;
  /** Aborts the restore without changes unless it is already committed. */
  readonly signal: AbortSignal;
  /** Whether all administrators keep the access that they had in the backup (OWN-09). */
  readonly keepsAccess?: boolean;
  /**
   * True if the restore moves the same data to another PostgreSQL version, which the activity log does not record as
   * a restore.
   */
  readonly isUpgrade?: boolean;
}

export interface Restored extends InspectedArchive {
  readonly access: ReplayedAccess;
}

/**
 * Restores a backup: fills a new database next to the current one, checks it, repeats later erasures (PRIV-06), and
 * swaps the two. @throws StartError if the program is running or the backup is unusable
 */
export async function restoreBackup(file: ArchiveFile, options: RestoreOptions): Promise<Restored> {
  const directory = await prepareDataDirectory(options.settings.dataDir);
  const attempt = await takeDirectoryLock(directory.lock, 'command');
  if ('holder' in attempt) {
    const { pid, host } = attempt.holder;
    throw new StartError(
      `Wayside is running on ${directory.path} (process ${pid} on ${host}): stop it before you restore; nothing was changed.`,
    );
  }
  try {
    const archive = await inspectArchive(file, options.signal);
    if (archive.header.dumpOf !== undefined)
      throw new StartError(
        `The backup ${file.path} was made from a database server: restore it with DATABASE_URL set to an empty database; nothing was changed.`,
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

/** Builds new data from an inspected backup and swaps it in. The caller holds the directory's lock. */
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
    throw new StartError(`The backup ${path} was made by a newer release: restore it with that release.`);
  const served = await serveDirectory(draft, log);
  try {
    const database = connectDatabase(served.connectionString, { max: 2, log, statementTimeoutMs: 0 });
    try {
      await database.transaction(createTables);
      await fillDraft(file, archive, draft, database, options);
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

/**
 * Repeats the erasures made since the backup. @throws StartError if the record cannot be read, so that no erased
 * person is restored
 */
async function eraseSinceBackup(database: Database, settings: RestoreOptions['settings']): Promise<void> {
  const record = openErasureLog(settings);
  await record.ids().catch((error: unknown) => {
    throw new StartError('The record of erasures cannot be read; nothing was changed.', { cause: error });
  });
  await replayErasures(database, record);
}

async function fillDraft(
  file: ArchiveFile,
  { end }: InspectedArchive,
  draft: DataDirectory,
  database: Database,
  { settings, signal }: RestoreOptions,
): Promise<void> {
  const { path } = file;
  await database.transaction(async (client) => {
    const tables = await truncateAndCreateFiller(client, path);
    const isOnDisk = settings.objectStorage === null;
    const files = isOnDisk ? fillFiles(draft.files, path) : fillStore(openImageStore(settings), path);
    for await (const part of archiveParts(file)) {
      signal.throwIfAborted();
      if (!(await tables.take(part))) await files.take(part);
    }
    if ((await files.end()) !== end.files) throw damagedError(path);
    await tables.finish(end);
  });
}

export interface ServerRestoreOptions {
  readonly settings: Settings;
  readonly log: Logger;
  /** Whether all administrators keep the access that they had in the backup (OWN-09). */
  readonly keepsAccess?: boolean;
  /** Aborts the restore while the database is still empty. */
  readonly signal: AbortSignal;
}

/**
 * Restores a server's backup into the empty database at DATABASE_URL: images first, then the dump in one transaction,
 * then later erasures (PRIV-06).
 * @throws StartError if the backup or the database is unusable
 */
export async function restoreServer(file: ArchiveFile, options: ServerRestoreOptions): Promise<Restored> {
  const { settings, log, signal } = options;
  const opened = await openDatabase(settings, log, { purpose: 'command' });
  const database = connectAsOwner(opened, log);
  try {
    await requireEmpty(database);
    const archive = await inspectArchive(file, signal);
    const { dumpOf, migrations, createdAt } = archive.header;
    if (dumpOf === undefined)
      throw new StartError(
        `The backup ${file.path} was made from an embedded database: restore it without DATABASE_URL; nothing was changed.`,
      );
    if (tablesAfter(migrations) === null)
      throw new StartError(`The backup ${file.path} was made by a newer release: restore it with that release.`);
    const tool = await findTool('pg_restore', dumpOf);
    if ((await putImages(file, openImageStore(settings), signal)) !== archive.end.files)
      throw damagedError(file.path);
    await runRestore(file, tool, database, signal);
    await compare(file, archive, database);
    await migrateDatabase(database, settings);
    await grantRights(database, opened.programRoles);
    await checkCounters(database, file.path);
    await replayErasures(database, openErasureLog(settings));
    const access = await finishRestore(database, createdAt, {
      settings,
      keepsAccess: options.keepsAccess ?? false,
    });
    await database.pool.query('ANALYZE');
    return { ...archive, access };
  } finally {
    await database.close();
    await opened.stop();
  }
}

async function requireEmpty(database: Database): Promise<void> {
  const { rows } = await database.pool.query(
    `SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
     UNION ALL SELECT FROM pg_namespace WHERE nspname IN ('pgboss', 'drizzle') LIMIT 1`,
  );
  if (rows.length > 0)
    throw new StartError(
      'The database at DATABASE_URL is not empty: create a new one for the restore; nothing was changed.',
    );
}

async function putImages(file: ArchiveFile, store: ImageStore, signal: AbortSignal): Promise<number> {
  const images = fillStore(store, file.path);
  let isOfDump = false;
  for await (const part of archiveParts(file)) {
    signal.throwIfAborted();
    isOfDump = 'dump' in part || (isOfDump && !('file' in part));
    if (!isOfDump) await images.take(part);
  }
  return images.end();
}

async function runRestore(
  file: ArchiveFile,
  tool: Awaited<ReturnType<typeof findTool>>,
  database: Database,
  signal: AbortSignal,
): Promise<void> {
  const client = await database.pool.connect();
  const args = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges', '--no-comments'];
  const connectionString = database.pool.options.connectionString ?? '';
  const { child, ended, succeeded } = startTool(tool, args, { client, connectionString });
  child.stdout.resume();
  let isOfDump = false;
  try {
    for await (const part of archiveParts(file)) {
      signal.throwIfAborted();
      isOfDump = 'dump' in part || (isOfDump && !('file' in part));
      if (!isOfDump || !('bytes' in part)) continue;
      const hasRoom = child.stdin.write(Buffer.from(part.bytes, 'base64'));
      if (!hasRoom && child.exitCode === null) await Promise.race([once(child.stdin, 'drain'), ended]);
    }
    child.stdin.end();
    await succeeded();
  } finally {
    child.kill();
    client.release();
  }
}

/** @throws StartError if a table differs from the backup */
async function compare(file: ArchiveFile, { end }: InspectedArchive, database: Database): Promise<void> {
  const tables = await listTables(database.pool);
  const client = await database.pool.connect();
  try {
    for (const table of tables) {
      if (await isTableDifferent(client, table, end))
        throw new StartError(
          `The table ${table.name} differs from the backup ${file.path} after the restore: do not use this database.`,
        );
    }
  } finally {
    client.release();
  }
}
