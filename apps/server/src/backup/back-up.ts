import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import pg from 'pg';
import type { Database } from '../db/database.ts';
import { dataDirectoryAt } from '../db/embedded/data-directory.ts';
import { UNFINISHED } from '../files/disk-store.ts';
import { StartError } from '../start-error.ts';
import { ARCHIVE_VERSION, type ArchiveEnd, type ArchiveHeader } from './archive-format.ts';
import { type BackupTable, digestOf, listTables, names } from './backup-tables.ts';
import { writeArchive } from './write-archive.ts';

/** What went into a backup. */
export interface BackupSummary {
  readonly rows: number;
  readonly files: number;
  readonly bytes: number;
}

const ROWS_A_LINE = 1_000;
const BYTES_A_LINE = 256 * 1024;
// Every value as the text that the database writes: it is what it reads again without loss.
const asText = { getTypeParser: () => (value: string) => value };

/**
 * Writes the whole database, as it is at one moment, and the files of the data directory to one archive. Others work on
 * meanwhile.
 * @throws StartError when it cannot be written there
 */
export async function backUp(
  path: string,
  { database, dataDir }: { readonly database: Database; readonly dataDir: string },
): Promise<BackupSummary> {
  const tables = await listTables(database.pool);
  return database.transaction(async (client) => {
    await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    // Before the moment is chosen: a TRUNCATE by somebody else would be seen through it.
    await client.query(
      `LOCK TABLE ${tables.map(({ name }) => pg.escapeIdentifier(name)).join(', ')} IN ACCESS SHARE MODE`,
    );
    const total = { rows: 0, files: 0 };
    async function* parts(): AsyncGenerator<unknown, Omit<ArchiveEnd, 'sha256'>> {
      yield await headerOf(client);
      const momentMs = Date.now();
      const digests: ArchiveEnd['tables'] = {};
      for (const table of tables) {
        yield { table: table.name, columns: table.columns.map(({ name }) => name) };
        yield* rowsOf(client, table);
        const digest = await digestOf(client, table);
        digests[table.name] = digest;
        total.rows += digest.rows;
      }
      const folder = dataDirectoryAt(dataDir).files;
      for (const file of await filesIn(folder)) {
        if (await isOfLater(join(folder, file), momentMs)) continue;
        if (yield* bytesOf(folder, file)) total.files += 1;
      }
      return { tables: digests, sequences: await sequencesOf(client), files: total.files };
    }
    const bytes = await writeArchive(path, parts());
    return { ...total, bytes };
  });
}

async function headerOf(client: pg.PoolClient): Promise<ArchiveHeader> {
  const { rows } = await client.query<{ when: number }>(
    'SELECT created_at::float8 AS when FROM drizzle.__drizzle_migrations ORDER BY created_at',
  );
  return {
    format: 'wayside-backup',
    version: ARCHIVE_VERSION,
    createdAt: new Date().toISOString(),
    migrations: rows.map(({ when }) => when),
  };
}

async function* rowsOf(client: pg.PoolClient, { name, columns }: BackupTable): AsyncGenerator<unknown, void> {
  await client.query(
    `DECLARE backup NO SCROLL CURSOR FOR SELECT ${names(columns)} FROM ${pg.escapeIdentifier(name)}`,
  );
  for (;;) {
    const text = `FETCH ${ROWS_A_LINE} FROM backup`;
    const { rows } = await client.query<(string | null)[]>({ text, rowMode: 'array', types: asText });
    if (rows.length === 0) break;
    yield rows;
  }
  await client.query('CLOSE backup');
}

// Numbers that were given are gone, whatever became of the transaction: the newest is the one to go on from.
async function sequencesOf(client: pg.PoolClient): Promise<Record<string, string | null>> {
  const { rows } = await client.query<{ name: string; last: string | null }>(
    "SELECT sequencename::text AS name, last_value::text AS last FROM pg_sequences WHERE schemaname = 'public'",
  );
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
}

/** The paths of all files below a folder, relative to it and with slashes. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    },
  );
  return entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith(UNFINISHED))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .sort();
}

/** An image's row is there before its file: one that was written after the moment may have no row in the backup. */
async function isOfLater(path: string, momentMs: number): Promise<boolean> {
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: 0 }));
  return mtimeMs > momentMs;
}

/** A file that has been deleted since belongs to no row any more, or to one that is about to go: it is left out. */
async function* bytesOf(folder: string, file: string): AsyncGenerator<unknown, boolean> {
  let isBegun = false;
  try {
    for await (const chunk of createReadStream(join(folder, file), { highWaterMark: BYTES_A_LINE })) {
      if (!isBegun) yield { file };
      isBegun = true;
      yield { bytes: (chunk as Buffer).toString('base64') };
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && !isBegun) return false;
    throw new StartError(`The file ${join(folder, file)} cannot be read, so there is no backup.`, { cause: error });
  }
  if (!isBegun) yield { file };
  return true;
}
