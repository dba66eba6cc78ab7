import pg from 'pg';

/** A table as it goes into a backup. */
export interface BackupTable {
  readonly name: string;
  /** All but those that the database computes. */
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

/** What a table holds, in little. */
export interface TableDigest {
  readonly rows: number;
  /** The same for the same rows in any order. */
  readonly checksum: string;
}

/** What a restored database does without: everybody signs in again. */
const LEFT_OUT = ['sessions', 'login_attempts'];

interface Asker {
  query<R extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<pg.QueryResult<R>>;
}

/** The tables of the product. */
export async function listTables(database: Asker): Promise<BackupTable[]> {
  const { rows } = await database.query<{ name: string; columns: { name: string; type: string }[] }>(
    `SELECT relname::text AS name,
            json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod)) ORDER BY attnum) AS columns
     FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
       AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND relname <> ALL($1)
     GROUP BY relname ORDER BY relname`,
    [LEFT_OUT],
  );
  return rows;
}

/** Counts the rows of a table and sums a hash of each. */
export async function digestOf(database: Asker, { name, columns }: BackupTable): Promise<TableDigest> {
  const { rows } = await database.query<{ count: number; checksum: string }>(
    `SELECT count(*)::float8 AS count,
            coalesce(sum(('x' || left(md5(ROW(${names(columns)})::text), 15))::bit(60)::bigint), 0)::text AS checksum
     FROM ${pg.escapeIdentifier(name)}`,
  );
  return { rows: rows[0]?.count ?? 0, checksum: rows[0]?.checksum ?? '' };
}

/** The columns as a list in a statement. */
export function names(columns: BackupTable['columns']): string {
  return columns.map(({ name }) => pg.escapeIdentifier(name)).join(', ');
}
