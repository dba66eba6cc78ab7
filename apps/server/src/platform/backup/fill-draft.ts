import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname, join, normalize, sep } from 'node:path';
import pg from 'pg';
import type { z } from 'zod';
import type { Database } from '../db/database.ts';
import type { ArchiveEnd, partSchema } from './archive-format.ts';
import { type BackupTable, digestOf, identifiers, listTables } from './backup-tables.ts';
import { damaged } from './read-archive.ts';

type Part = z.infer<typeof partSchema>;

/** Restores the tables of a backup. */
export interface TableFiller {
  /** @returns whether the part belongs to a table */
  take(part: Part): Promise<boolean>;
  /**
   * Compares counts and checksums with the backup, and sets the sequences.
   * @throws StartError when they differ
   */
  finish(end: ArchiveEnd): Promise<void>;
}

/**
 * Empties every table, including rows of migrations, and returns a filler. No trigger fires in the transaction, because the
 * backup contains the counters.
 * @param path of the backup, for error messages
 */
export async function beginFilling(client: pg.PoolClient, path: string): Promise<TableFiller> {
  await client.query('SET LOCAL session_replication_role = replica');
  const tables = await listTables(client);
  await client.query(`TRUNCATE ${identifiers(tables.map(({ name }) => name))} CASCADE`);
  const filled = new Map<string, BackupTable>();
  let insert: ((rows: (string | null)[][]) => Promise<unknown>) | null = null;
  return {
    take: async (part) => {
      if (Array.isArray(part)) {
        if (insert === null) throw damaged(path);
        await insert(part);
        return true;
      }
      if (!('table' in part)) return false;
      const known = tables.find(({ name }) => name === part.table);
      const types = part.columns.map((name) => known?.types[known.columns.indexOf(name)]);
      const table = { name: part.table, columns: part.columns, types: types.filter((type) => type !== undefined) };
      if (table.types.length !== types.length) throw damaged(path);
      filled.set(table.name, table);
      insert = insertInto(client, table, path);
      return true;
    },
    finish: async (end) => {
      if (filled.size !== tables.length || filled.size !== Object.keys(end.tables).length) throw damaged(path);
      // With the columns in the order of the backup, on which its checksums depend.
      for (const table of filled.values()) {
        const [expected, actual] = [end.tables[table.name], await digestOf(client, table)];
        if (expected?.rows !== actual.rows || expected.checksum !== actual.checksum) throw damaged(path);
      }
      for (const [name, last] of Object.entries(end.sequences))
        if (last !== null) await client.query('SELECT setval($1::regclass, $2)', [pg.escapeIdentifier(name), last]);
    },
  };
}

/**
 * Compares the counters with the rows, once the database has the functions of this program.
 * @throws StartError when they differ
 */
export async function checkCounters(database: Database, path: string): Promise<void> {
  const { rows } = await database.pool.query('SELECT FROM counter_differences()');
  if (rows.length > 0) throw damaged(path);
}

function insertInto(client: pg.PoolClient, { name, columns, types }: BackupTable, path: string) {
  const values = types.map((type, index) => `v${index}::${type}`).join(', ');
  const arrays = types.map((_, index) => `$${index + 1}::text[]`).join(', ');
  const aliases = types.map((_, index) => `v${index}`).join(', ');
  const text = `INSERT INTO ${pg.escapeIdentifier(name)} (${identifiers(columns)}) OVERRIDING SYSTEM VALUE
    SELECT ${values} FROM unnest(${arrays}) AS v(${aliases})`;
  return (rows: (string | null)[][]) => {
    if (rows.some((row) => row.length !== columns.length)) throw damaged(path);
    return client.query(
      text,
      columns.map((_, index) => rows.map((row) => row[index] ?? null)),
    );
  };
}

/** Restores the files of a backup. */
export interface FileFiller {
  take(part: Part): Promise<void>;
  /** Syncs the last file and returns the number of files. */
  end(): Promise<number>;
}

/** Writes the files of a backup below `folder`. */
export function fillFiles(folder: string, path: string): FileFiller {
  let current: FileHandle | null = null;
  let count = 0;

  async function close(): Promise<void> {
    await current?.sync();
    await current?.close();
    current = null;
  }

  return {
    take: async (part) => {
      if ('file' in part) {
        await close();
        const target = normalize(join(folder, part.file));
        if (!target.startsWith(folder + sep)) throw damaged(path);
        await mkdir(dirname(target), { recursive: true, mode: 0o700 });
        current = await open(target, 'wx', 0o600);
        count += 1;
      } else if ('bytes' in part && current !== null) {
        await current.write(Buffer.from(part.bytes, 'base64'));
      } else throw damaged(path);
    },
    end: async () => {
      await close();
      return count;
    },
  };
}
