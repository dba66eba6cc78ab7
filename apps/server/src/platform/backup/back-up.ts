import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import pg from 'pg';
import { z } from 'zod';
import { dataDirectoryAt } from '../../data-directory.ts';
import { StartError } from '../../start-error.ts';
import type { Database } from '../db/database.ts';
import { type AppliedMigration, appliedMigrations } from '../db/migrations.ts';
import { type ImageStore, UNFINISHED_SUFFIX } from '../files/image-store.ts';
import { ARCHIVE_VERSION, type ArchiveEnd, type ArchiveHeader, ROWS_VERSION, writeArchive } from './archive.ts';
import {
  type BackupTable,
  BYTES_PER_LINE,
  digestOf,
  EXCLUDED,
  identifiers,
  imageParts,
  listTables,
} from './archive-content.ts';
import { findTool, type PostgresTool, startTool, type ToolAddress } from './postgres-tools.ts';

export interface BackupParts {
  readonly database: Database;
  readonly dataDir: string;
  /** Null if the images are in the data directory. */
  readonly store: ImageStore | null;
  /** An age public key; null for no encryption. */
  readonly recipient: string | null;
}

export interface BackupSummary {
  readonly rows: number;
  readonly files: number;
  readonly bytes: number;
}

const ROWS_PER_LINE = 1_000;
// Reads values as text, because PostgreSQL reads its own text format without loss.
const asText = { getTypeParser: () => (value: string) => value };

/**
 * Writes a snapshot of the embedded database and its files to an archive while writes continue.
 * @param parts the database must be connected with the owner's role, because only the owner can read the values of
 *   sequences
 * @throws StartError if the archive cannot be written
 */
export async function backUp(
  path: string,
  { database, dataDir, store, recipient }: BackupParts,
): Promise<BackupSummary> {
  const tables = await listTables(database.pool);
  return database.transaction(async (client) => {
    await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    await lockTables(client, tables);
    const total = { rows: 0, files: 0 };
    async function* parts(): AsyncGenerator<unknown, Omit<ArchiveEnd, 'sha256'>> {
      yield headerOf(ROWS_VERSION, await appliedMigrations(client));
      const snapshotMs = Date.now();
      const digests: ArchiveEnd['tables'] = {};
      for (const table of tables) {
        yield { table: table.name, columns: table.columns };
        yield* rowsOf(client, table);
        const digest = await digestOf(client, table);
        digests[table.name] = digest;
        total.rows += digest.rows;
      }
      total.files =
        store === null
          ? yield* filesOf(dataDirectoryAt(dataDir).files, snapshotMs)
          : yield* imageParts(store, new Set());
      return { tables: digests, sequences: await sequencesOf(client), files: total.files };
    }
    const bytes = await writeArchive(path, parts(), recipient);
    return { ...total, bytes };
  });
}

/** Locks the tables before the snapshot, because a later TRUNCATE would be visible in the snapshot. */
const lockTables = (client: pg.PoolClient, tables: readonly BackupTable[]) =>
  client.query(`LOCK TABLE ${identifiers(tables.map(({ name }) => name))} IN ACCESS SHARE MODE`);

const headerOf = (
  version: number,
  migrations: readonly AppliedMigration[],
  dump: { readonly dumpOf?: number } = {},
): ArchiveHeader => ({
  format: 'wayside-backup',
  version,
  createdAt: new Date().toISOString(),
  migrations: migrations.map(({ when }) => when),
  ...dump,
});

async function* rowsOf(client: pg.PoolClient, { name, columns }: BackupTable): AsyncGenerator<unknown, void> {
  await client.query(
    `DECLARE backup NO SCROLL CURSOR FOR SELECT ${identifiers(columns)} FROM ${pg.escapeIdentifier(name)}`,
  );
  for (;;) {
    const text = `FETCH ${ROWS_PER_LINE} FROM backup`;
    const { rows } = await client.query<(string | null)[]>({ text, rowMode: 'array', types: asText });
    if (rows.length === 0) break;
    yield rows;
  }
  await client.query('CLOSE backup');
}

const sequenceRows = z.array(z.object({ name: z.string(), last: z.nullable(z.string()) }));

// Reads the latest values of the sequences, which are not transactional.
async function sequencesOf(client: pg.PoolClient): Promise<Record<string, string | null>> {
  const { rows } = await client.query(
    "SELECT sequencename::text AS name, last_value::text AS last FROM pg_sequences WHERE schemaname = 'public'",
  );
  return Object.fromEntries(sequenceRows.parse(rows).map(({ name, last }) => [name, last]));
}

/** @returns the number of files */
async function* filesOf(folder: string, snapshotMs: number): AsyncGenerator<unknown, number> {
  let count = 0;
  for (const file of await filesIn(folder)) {
    if (await isNewer(join(folder, file), snapshotMs)) continue;
    if (yield* bytesOf(folder, file)) count += 1;
  }
  return count;
}

/** Lists relative paths with slashes. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    },
  );
  return entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith(UNFINISHED_SUFFIX))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .sort();
}

/** Checks whether a file was written after the snapshot; such a file may have no row in the backup. */
async function isNewer(path: string, snapshotMs: number): Promise<boolean> {
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: 0 }));
  return mtimeMs > snapshotMs;
}

/** Yields the bytes of a file and skips a deleted file, because its row is also deleted or about to be. */
async function* bytesOf(folder: string, file: string): AsyncGenerator<unknown, boolean> {
  let isStarted = false;
  try {
    for await (const chunk of createReadStream(join(folder, file), { highWaterMark: BYTES_PER_LINE })) {
      if (!isStarted) yield { file };
      isStarted = true;
      yield { bytes: (chunk as Buffer).toString('base64') };
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && !isStarted) return false;
    throw new StartError(`The file ${join(folder, file)} cannot be read, so there is no backup.`, { cause: error });
  }
  if (!isStarted) yield { file };
  return true;
}

export interface ServerParts {
  /** Must be connected as the owner of the tables, without a pooler. */
  readonly database: Database;
  readonly store: ImageStore;
  readonly recipient: string | null;
}

const versionRow = z.object({ majorVersion: z.number() });
const snapshotRow = z.object({ snapshot: z.string() });

/**
 * Writes a snapshot of a server's database (by pg_dump) and its images to an archive while writes continue (OPER-06).
 * @throws StartError if pg_dump is missing, too old or fails, or if the images cannot be read or the archive cannot
 *   be written
 */
export async function dumpServer(
  path: string,
  { database, store, recipient }: ServerParts,
): Promise<BackupSummary> {
  const tool = await findTool('pg_dump', await majorVersionOf(database));
  const total = { rows: 0, files: 0 };
  const read = new Set<string>();
  async function* parts(): AsyncGenerator<unknown, Omit<ArchiveEnd, 'sha256'>> {
    const migrations = await appliedMigrations(database.pool);
    yield headerOf(ARCHIVE_VERSION, migrations, { dumpOf: tool.majorVersion });
    // Images are read before the snapshot, so that an image that is replaced later is in the backup.
    total.files += yield* imageParts(store, read);
    const tables = yield* dumpOf(database, tool, migrations);
    total.files += yield* imageParts(store, read);
    total.rows = Object.values(tables).reduce((sum, { rows }) => sum + rows, 0);
    return { tables, sequences: {}, files: total.files };
  }
  const bytes = await writeArchive(path, parts(), recipient);
  return { ...total, bytes };
}

async function majorVersionOf(database: Database): Promise<number> {
  const { rows } = await database.pool.query(
    'SELECT current_setting(\'server_version_num\')::int / 10000 AS "majorVersion"',
  );
  return versionRow.parse(rows[0]).majorVersion;
}

/** @returns the row counts and checksums of the tables in the dump */
async function* dumpOf(
  database: Database,
  tool: PostgresTool,
  migrations: readonly AppliedMigration[],
): AsyncGenerator<unknown, ArchiveEnd['tables']> {
  const client = await database.pool.connect();
  let isComplete = false;
  try {
    await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    await client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    const tables = await listTables(client);
    await lockTables(client, tables);
    const { rows } = await client.query('SELECT pg_export_snapshot() AS snapshot');
    if ((await appliedMigrations(client)).length !== migrations.length)
      throw new StartError('The database was migrated during the backup, so there is no backup; try again.');
    yield { dump: 'pg_dump' };
    yield* streamToolOutput(tool, snapshotRow.parse(rows[0]).snapshot, {
      client,
      connectionString: database.pool.options.connectionString ?? '',
    });
    const digests: ArchiveEnd['tables'] = {};
    for (const table of tables) digests[table.name] = await digestOf(client, table);
    await client.query('COMMIT');
    isComplete = true;
    return digests;
  } finally {
    // Closing the connection ends the transaction.
    client.release(!isComplete);
  }
}

async function* streamToolOutput(
  tool: PostgresTool,
  snapshot: string,
  address: ToolAddress,
): AsyncGenerator<unknown, void> {
  const args = [
    '--format=custom',
    `--snapshot=${snapshot}`,
    '--no-owner',
    '--no-privileges',
    '--no-comments',
    ...EXCLUDED.map((name) => `--exclude-table-data=public.${name}`),
  ];
  const { child, succeeded } = startTool(tool, args, address);
  try {
    let rest = Buffer.alloc(0);
    for await (const chunk of child.stdout) {
      rest = Buffer.concat([rest, chunk]);
      if (rest.length < BYTES_PER_LINE) continue;
      yield { bytes: rest.toString('base64') };
      rest = Buffer.alloc(0);
    }
    if (rest.length > 0) yield { bytes: rest.toString('base64') };
    await succeeded();
  } finally {
    child.kill();
  }
}
