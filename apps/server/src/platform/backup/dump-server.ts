import type pg from 'pg';
import { z } from 'zod';
import { StartError } from '../../start-error.ts';
import type { Database } from '../db/database.ts';
import { type AppliedMigration, appliedMigrations } from '../db/migrations.ts';
import type { ImageStore } from '../files/image-store.ts';
import { ARCHIVE_VERSION, type ArchiveEnd, type ArchiveHeader } from './archive-format.ts';
import type { BackupSummary } from './back-up.ts';
import { digestOf, EXCLUDED, identifiers, listTables } from './backup-tables.ts';
import { BYTES_PER_LINE, imageParts } from './image-parts.ts';
import { findTool, type PostgresTool, startTool } from './postgres-tools.ts';
import { writeArchive } from './write-archive.ts';

/** A database server with its images, and to whom the backup is encrypted. */
export interface ServerParts {
  /** With the role that owns the tables, past a pooler. */
  readonly database: Database;
  readonly store: ImageStore;
  readonly recipient: string | null;
}

const serverRow = z.object({ majorVersion: z.number(), snapshot: z.string() });

/**
 * Writes one snapshot of the database of a server, by pg_dump, and the images to an archive (OPER-06). Writes may continue.
 * @throws StartError when pg_dump is missing, too old or fails, an image cannot be read, or the archive cannot be written
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
    yield headerOf(migrations, tool);
    // Before the snapshot: an image that is replaced while the others are read is in the backup all the same.
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
    "SELECT current_setting('server_version_num')::int / 10000 AS \"majorVersion\", '' AS snapshot",
  );
  return serverRow.parse(rows[0]).majorVersion;
}

const headerOf = (migrations: readonly AppliedMigration[], tool: PostgresTool): ArchiveHeader => ({
  format: 'wayside-backup',
  version: ARCHIVE_VERSION,
  createdAt: new Date().toISOString(),
  migrations: migrations.map(({ when }) => when),
  dumpOf: tool.majorVersion,
});

/** The dump of a snapshot in pieces. @returns counts and checksums of the tables in it */
async function* dumpOf(
  database: Database,
  tool: PostgresTool,
  migrations: readonly AppliedMigration[],
): AsyncGenerator<unknown, ArchiveEnd['tables']> {
  const client = await database.pool.connect();
  let isWhole = false;
  try {
    await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    await client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    const tables = await listTables(client);
    // Before the snapshot is taken, because it would not hide a later TRUNCATE.
    await client.query(`LOCK TABLE ${identifiers(tables.map(({ name }) => name))} IN ACCESS SHARE MODE`);
    const { rows } = await client.query(
      'SELECT current_setting(\'server_version_num\')::int / 10000 AS "majorVersion", pg_export_snapshot() AS snapshot',
    );
    if ((await appliedMigrations(client)).length !== migrations.length)
      throw new StartError('The database was migrated during the backup, so there is no backup; try again.');
    yield { dump: 'pg_dump' };
    yield* outputOf(tool, serverRow.parse(rows[0]).snapshot, { client, connectionString: addressOf(database) });
    const digests: ArchiveEnd['tables'] = {};
    for (const table of tables) digests[table.name] = await digestOf(client, table);
    await client.query('COMMIT');
    isWhole = true;
    return digests;
  } finally {
    // Closing the connection ends the transaction.
    client.release(!isWhole);
  }
}

const addressOf = ({ pool }: Database): string => pool.options.connectionString ?? '';

async function* outputOf(
  tool: PostgresTool,
  snapshot: string,
  address: { readonly client: pg.Client; readonly connectionString: string },
): AsyncGenerator<unknown, void> {
  const words = [
    '--format=custom',
    `--snapshot=${snapshot}`,
    '--no-owner',
    '--no-privileges',
    '--no-comments',
    ...EXCLUDED.map((name) => `--exclude-table-data=public.${name}`),
  ];
  const { child, succeeded } = startTool(tool, words, address);
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
