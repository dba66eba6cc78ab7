import { once } from 'node:events';
import type { Logger } from 'pino';
import type { Settings } from '../../settings.ts';
import { StartError } from '../../start-error.ts';
import { openErasureRecord } from '../../sync/erasure/erasure-record.ts';
import { replayErasures } from '../../sync/erasure/replay-erasures.ts';
import type { Database } from '../db/database.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { tablesAfter } from '../db/migrations.ts';
import { connectAsOwner, openDatabase } from '../db/open-database.ts';
import { grantRights } from '../db/program-role.ts';
import { openImageStore } from '../files/files.ts';
import type { ImageStore } from '../files/image-store.ts';
import { digestOf, listTables } from './backup-tables.ts';
import { checkCounters } from './fill-draft.ts';
import { fillStore } from './image-parts.ts';
import { findTool, startTool } from './postgres-tools.ts';
import { type ArchiveFile, archiveParts, damaged, type InspectedArchive, inspectArchive } from './read-archive.ts';
import { finishRestore } from './record-restore.ts';
import type { Restored } from './restore-backup.ts';

export interface ServerRestoreOptions {
  readonly settings: Settings;
  readonly log: Logger;
  /** Whether everybody keeps the access that they had in the backup (OWN-09). */
  readonly keepsAccess?: boolean;
  /** Aborts the restore while the database is still empty. */
  readonly signal: AbortSignal;
}

/**
 * Restores the backup of a server into the empty database of DATABASE_URL: the images first, then the dump in one transaction, so that
 * a restore that ends early leaves the database empty. Erases again whom the record has as erased since (PRIV-06).
 * @throws StartError when the backup or the database is unusable
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
        `The backup ${file.path} is of an embedded database: restore it without DATABASE_URL; nothing was changed.`,
      );
    if (tablesAfter(migrations) === null)
      throw new StartError(`The backup ${file.path} was made by a newer Wayside: restore it with that one.`);
    const tool = await findTool('pg_restore', dumpOf);
    if ((await putImages(file, openImageStore(settings), signal)) !== archive.end.files) throw damaged(file.path);
    await fill(file, tool, database, signal);
    await compare(file, archive, database);
    await migrateDatabase(database, settings);
    await grantRights(database, opened.programRoles);
    await checkCounters(database, file.path);
    await replayErasures(database, openErasureRecord(settings));
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
      'The database of DATABASE_URL is not empty: create a new one for the restore; nothing was changed.',
    );
}

/** @returns how many images were stored */
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

async function fill(
  file: ArchiveFile,
  tool: Awaited<ReturnType<typeof findTool>>,
  database: Database,
  signal: AbortSignal,
): Promise<void> {
  const client = await database.pool.connect();
  const words = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges', '--no-comments'];
  const connectionString = database.pool.options.connectionString ?? '';
  const { child, ended, succeeded } = startTool(tool, words, { client, connectionString });
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

/** @throws StartError when a table has other rows than the backup says */
async function compare(file: ArchiveFile, { end }: InspectedArchive, database: Database): Promise<void> {
  const tables = await listTables(database.pool);
  const client = await database.pool.connect();
  try {
    for (const table of tables) {
      const [expected, actual] = [end.tables[table.name], await digestOf(client, table)];
      if (expected?.rows !== actual.rows || expected.checksum !== actual.checksum)
        throw new StartError(
          `The table ${table.name} differs from the backup ${file.path} after the restore: do not use this database.`,
        );
    }
  } finally {
    client.release();
  }
}
