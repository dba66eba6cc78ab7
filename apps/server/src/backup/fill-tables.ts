import pg from 'pg';
import type { z } from 'zod';
import type { Database } from '../db/database.ts';
import type { ArchiveEnd, partSchema } from './archive-format.ts';
import { type BackupTable, digestOf, listTables, names } from './backup-tables.ts';
import { damaged } from './read-archive.ts';

type Part = z.infer<typeof partSchema>;

/** Takes the parts of a backup that are tables and rows. */
export interface TableFiller {
  /** @returns whether the part was one of a table */
  take(part: Part): Promise<boolean>;
  /**
   * Checks that the tables hold what the backup says, and sets the sequences.
   * @throws StartError when they do not
   */
  finish(end: ArchiveEnd): Promise<void>;
}

/**
 * Empties every table, also of rows that migrations insert, and fills them from a backup. No trigger fires in the
 * transaction: counters come from the backup.
 * @param path of the backup, for the message when it does not fit
 */
export async function beginFilling(client: pg.PoolClient, path: string): Promise<TableFiller> {
  await client.query('SET LOCAL session_replication_role = replica');
  const tables = await listTables(client);
  await client.query(`TRUNCATE ${tables.map(({ name }) => pg.escapeIdentifier(name)).join(', ')} CASCADE`);
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
      const known = tables.find(({ name }) => name === part.table)?.columns ?? [];
      const columns = part.columns.map((name) => known.find((column) => column.name === name));
      const table = { name: part.table, columns: columns.filter((column) => column !== undefined) };
      if (table.columns.length !== columns.length) throw damaged(path);
      filled.set(table.name, table);
      insert = inserting(client, table, path);
      return true;
    },
    finish: async (end) => {
      if (filled.size !== tables.length || filled.size !== Object.keys(end.tables).length) throw damaged(path);
      // With the columns in the order of the backup, on which its checksums depend.
      for (const table of filled.values()) {
        const [wanted, found] = [end.tables[table.name], await digestOf(client, table)];
        if (wanted?.rows !== found.rows || wanted.checksum !== found.checksum) throw damaged(path);
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

function inserting(client: pg.PoolClient, { name, columns }: BackupTable, path: string) {
  const values = columns.map(({ type }, index) => `v${index}::${type}`).join(', ');
  const arrays = columns.map((_, index) => `$${index + 1}::text[]`).join(', ');
  const aliases = columns.map((_, index) => `v${index}`).join(', ');
  const text = `INSERT INTO ${pg.escapeIdentifier(name)} (${names(columns)}) OVERRIDING SYSTEM VALUE
    SELECT ${values} FROM unnest(${arrays}) AS v(${aliases})`;
  return (rows: (string | null)[][]) => {
    if (rows.some((row) => row.length !== columns.length)) throw damaged(path);
    return client.query(
      text,
      columns.map((_, index) => rows.map((row) => row[index] ?? null)),
    );
  };
}
