import pg from 'pg';
import { z } from 'zod';

const tableRow = z.object({
  name: z.string(),
  /** All columns but generated ones. */
  columns: z.array(z.string()),
  /** The SQL type of each column. */
  types: z.array(z.string()),
});

/** A table as it goes into a backup. */
export type BackupTable = z.infer<typeof tableRow>;

const digestRow = z.object({ rows: z.number(), checksum: z.string() });

/** Row count of a table and a checksum that does not depend on the order of its rows. */
export type TableDigest = z.infer<typeof digestRow>;

/** Tables that a restored database does without: everybody signs in again, and no stream, shift or subscription goes on. */
export const EXCLUDED = [
  ...['sessions', 'login_attempts', 'login_challenges', 'passkey_registrations', 'live_changes'],
  ...['roadside_shifts', 'push_subscriptions'],
];

/** Lists the tables of the product. */
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

/** Counts the rows of a table and sums a hash of each. */
export async function digestOf(client: pg.ClientBase, { name, columns }: BackupTable): Promise<TableDigest> {
  const { rows } = await client.query(
    `SELECT count(*)::float8 AS rows,
            coalesce(sum(('x' || left(md5(ROW(${identifiers(columns)})::text), 15))::bit(60)::bigint), 0)::text AS checksum
     FROM ${pg.escapeIdentifier(name)}`,
  );
  return digestRow.parse(rows[0]);
}

/** Quoted names as a list in a statement. */
export const identifiers = (names: readonly string[]): string => names.map(pg.escapeIdentifier).join(', ');
