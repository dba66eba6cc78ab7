import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname, join, normalize, sep } from 'node:path';
import pg from 'pg';
import { z } from 'zod';
import { StartError } from '../../start-error.ts';
import type { Database } from '../db/database.ts';
import { type ImageStore, UNFINISHED_SUFFIX } from '../files/image-store.ts';
import { type ArchiveEnd, damagedError, type partSchema } from './archive.ts';

const tableRow = z.object({
  name: z.string(),
  /** The columns, except generated ones. */
  columns: z.array(z.string()),
  types: z.array(z.string()),
});

export type BackupTable = z.infer<typeof tableRow>;

const digestRow = z.object({ rows: z.number(), checksum: z.string() });

/** The checksum does not depend on the order of rows. */
export type TableDigest = z.infer<typeof digestRow>;

/**
 * Tables that a backup omits. After a restore, all users sign in again, and streams, shifts and subscriptions are not
 * continued.
 */
export const EXCLUDED = [
  ...['sessions', 'login_attempts', 'login_challenges', 'passkey_registrations', 'live_changes'],
  ...['roadside_shifts', 'push_subscriptions'],
];

export async function listTables(database: Pick<pg.ClientBase, 'query'>): Promise<BackupTable[]> {
  const { rows } = await database.query(
    `SELECT relname::text AS name, array_agg(attname::text ORDER BY attnum) AS columns,
            array_agg(format_type(atttypid, atttypmod) ORDER BY attnum) AS types
     FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
       AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND relname <> ALL($1)
     GROUP BY relname ORDER BY relname`,
    [EXCLUDED],
  );
  return z.array(tableRow).parse(rows);
}

export async function digestOf(client: pg.ClientBase, { name, columns }: BackupTable): Promise<TableDigest> {
  const { rows } = await client.query(
    `SELECT count(*)::float8 AS rows,
            coalesce(sum(('x' || left(md5(ROW(${identifiers(columns)})::text), 15))::bit(60)::bigint), 0)::text AS checksum
     FROM ${pg.escapeIdentifier(name)}`,
  );
  return digestRow.parse(rows[0]);
}

/** Checks whether the rows of a table differ from the backup. */
export async function isTableDifferent(
  client: pg.ClientBase,
  table: BackupTable,
  { tables }: ArchiveEnd,
): Promise<boolean> {
  const [expected, actual] = [tables[table.name], await digestOf(client, table)];
  return expected?.rows !== actual.rows || expected.checksum !== actual.checksum;
}

export const identifiers = (names: readonly string[]): string => names.map(pg.escapeIdentifier).join(', ');

type Part = z.infer<typeof partSchema>;

export interface TableFiller {
  /** @returns whether the part belongs to a table */
  take(part: Part): Promise<boolean>;
  /** Compares counts and checksums, and sets the sequences. @throws StartError if they differ */
  finish(end: ArchiveEnd): Promise<void>;
}

/**
 * Empties every table and returns a filler. Triggers don't fire, because the backup includes the counters.
 * @param path the path of the backup, for messages
 */
export async function truncateAndCreateFiller(client: pg.PoolClient, path: string): Promise<TableFiller> {
  await client.query('SET LOCAL session_replication_role = replica');
  const tables = await listTables(client);
  await client.query(`TRUNCATE ${identifiers(tables.map(({ name }) => name))} CASCADE`);
  const filled = new Map<string, BackupTable>();
  let insert: ((rows: (string | null)[][]) => Promise<unknown>) | null = null;
  return {
    take: async (part) => {
      if (Array.isArray(part)) {
        if (insert === null) throw damagedError(path);
        await insert(part);
        return true;
      }
      if (!('table' in part)) return false;
      const known = tables.find(({ name }) => name === part.table);
      const types = part.columns.map((name) => known?.types[known.columns.indexOf(name)]);
      const table = { name: part.table, columns: part.columns, types: types.filter((type) => type !== undefined) };
      if (table.types.length !== types.length) throw damagedError(path);
      filled.set(table.name, table);
      insert = insertInto(client, table, path);
      return true;
    },
    finish: async (end) => {
      if (filled.size !== tables.length || filled.size !== Object.keys(end.tables).length) throw damagedError(path);
      // Compares in the backup's column order, on which its checksums depend.
      for (const table of filled.values()) {
        if (await isTableDifferent(client, table, end)) throw damagedError(path);
      }
      for (const [name, last] of Object.entries(end.sequences))
        if (last !== null) await client.query('SELECT setval($1::regclass, $2)', [pg.escapeIdentifier(name), last]);
    },
  };
}

/** Compares counters with rows after the migration. @throws StartError if they differ */
export async function checkCounters(database: Database, path: string): Promise<void> {
  const { rows } = await database.pool.query('SELECT FROM counter_differences()');
  if (rows.length > 0) throw damagedError(path);
}

function insertInto(client: pg.PoolClient, { name, columns, types }: BackupTable, path: string) {
  const values = types.map((type, index) => `v${index}::${type}`).join(', ');
  const arrays = types.map((_, index) => `$${index + 1}::text[]`).join(', ');
  const aliases = types.map((_, index) => `v${index}`).join(', ');
  const text = `INSERT INTO ${pg.escapeIdentifier(name)} (${identifiers(columns)}) OVERRIDING SYSTEM VALUE
    SELECT ${values} FROM unnest(${arrays}) AS v(${aliases})`;
  return (rows: (string | null)[][]) => {
    if (rows.some((row) => row.length !== columns.length)) throw damagedError(path);
    return client.query(
      text,
      columns.map((_, index) => rows.map((row) => row[index] ?? null)),
    );
  };
}

/** Restores the files of a backup. */
export interface FileFiller {
  take(part: Part): Promise<void>;
  /** Writes the last file to disk. @returns the number of files */
  end(): Promise<number>;
}

/** Writes the files of a backup into a folder. */
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
        if (!target.startsWith(folder + sep)) throw damagedError(path);
        await mkdir(dirname(target), { recursive: true, mode: 0o700 });
        current = await open(target, 'wx', 0o600);
        count += 1;
      } else if ('bytes' in part && current !== null) {
        await current.write(Buffer.from(part.bytes, 'base64'));
      } else throw damagedError(path);
    },
    end: async () => {
      await close();
      return count;
    },
  };
}

export const BYTES_PER_LINE = 256 * 1024;
const IMAGE = /^(images|documents)\/[\w-][\w.-]*$/;

/**
 * Yields a store's images in pieces, except those in `read`, and adds the yielded ones to it. Skips deleted images.
 * @returns their number
 * @throws StartError if the store fails
 */
export async function* imageParts(store: ImageStore, read: Set<string>): AsyncGenerator<unknown, number> {
  let count = 0;
  try {
    for await (const { name } of store.list()) {
      if (read.has(name) || name.endsWith(UNFINISHED_SUFFIX)) continue;
      read.add(name);
      const bytes = await store.get(name);
      if (bytes === null) continue;
      yield { file: name };
      for (let at = 0; at < bytes.length; at += BYTES_PER_LINE)
        yield { bytes: bytes.subarray(at, at + BYTES_PER_LINE).toString('base64') };
      count += 1;
    }
  } catch (error) {
    throw new StartError('The images cannot be read, so there is no backup.', { cause: error });
  }
  return count;
}

/** Stores the images of a backup. No image is served until a row of the database refers to it. */
export function fillStore(store: ImageStore, path: string): FileFiller {
  let name: string | null = null;
  let pieces: Buffer[] = [];
  let count = 0;

  async function put(): Promise<void> {
    if (name === null) return;
    await store.put(name, Buffer.concat(pieces)).catch((error: unknown) => {
      throw new StartError(`The image ${name} cannot be stored; the database was not changed.`, { cause: error });
    });
    [name, pieces] = [null, []];
    count += 1;
  }

  return {
    take: async (part) => {
      if ('file' in part) {
        await put();
        if (!IMAGE.test(part.file)) throw damagedError(path);
        name = part.file;
      } else if ('bytes' in part && name !== null) pieces.push(Buffer.from(part.bytes, 'base64'));
      else throw damagedError(path);
    },
    end: async () => {
      await put();
      return count;
    },
  };
}
