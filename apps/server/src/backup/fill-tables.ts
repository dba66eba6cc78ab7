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
}

/**
 * Empties every table, also of what migrations have put there, and fills them as a backup says. No trigger fires in the
 * transaction: counters come from the backup as they were.
 * @param path of the backup, for what is said when it does not fit
 */
export async function beginFilling(client: pg.PoolClient, path: string): Promise<TableFiller> {
  await client.query('SET LOCAL session_replication_role = replica');
  const tables = await listTables(client);
  await client.query(`TRUNCATE ${tables.map(({ name }) => pg.escapeIdentifier(name)).join(', ')} CASCADE`);
  let insert: ((rows: (string | null)[][]) => Promise<unknown>) | null = null;
  return {
    take: async (part) => {
      if (Array.isArray(part)) {
        if (insert === null) throw damaged(path);
        await insert(part);
        return true;
      }
      if (!('table' in part)) return false;
      const table = tables.find(({ name }) => name === part.table);
      if (table === undefined) throw damaged(path);
      insert = inserting(client, table, part.columns, path);
      return true;
    },
  };
}

/**
 * Checks that the tables hold what the backup says.
 * @throws StartError when they do not
 */
export async function proveTables(client: pg.PoolClient, end: ArchiveEnd, path: string): Promise<void> {
  const tables = await listTables(client);
  if (tables.length !== Object.keys(end.tables).length) throw damaged(path);
  for (const table of tables) {
    const [wanted, found] = [end.tables[table.name], await digestOf(client, table)];
    if (wanted?.rows !== found.rows || wanted.checksum !== found.checksum) throw damaged(path);
  }
  for (const [name, last] of Object.entries(end.sequences))
    if (last !== null) await client.query('SELECT setval($1::regclass, $2)', [pg.escapeIdentifier(name), last]);
}

/**
 * Compares the counters with the rows, once the database has the functions of this program.
 * @throws StartError when they differ
 */
export async function checkCounters(database: Database, path: string): Promise<void> {
  const { rows } = await database.pool.query('SELECT FROM counter_differences()');
  if (rows.length > 0) throw damaged(path);
}

function inserting(client: pg.PoolClient, table: BackupTable, wanted: readonly string[], path: string) {
  const columns = wanted.map((name) => table.columns.find((column) => column.name === name));
  const known = columns.filter((column) => column !== undefined);
  if (known.length !== columns.length) throw damaged(path);
  const values = known.map(({ type }, index) => `v${index}::${type}`).join(', ');
  const arrays = known.map((_, index) => `$${index + 1}::text[]`).join(', ');
  const aliases = known.map((_, index) => `v${index}`).join(', ');
  const text = `INSERT INTO ${pg.escapeIdentifier(table.name)} (${names(known)}) OVERRIDING SYSTEM VALUE
    SELECT ${values} FROM unnest(${arrays}) AS v(${aliases})`;
  return (rows: (string | null)[][]) => {
    if (rows.some((row) => row.length !== known.length)) throw damaged(path);
    return client.query(
      text,
      known.map((_, index) => rows.map((row) => row[index] ?? null)),
    );
  };
}
