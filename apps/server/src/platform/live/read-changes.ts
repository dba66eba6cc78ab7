import { z } from 'zod';
import type { Database } from '../db/database.ts';
import { defineStatement } from '../db/statement.ts';

const row = z.object({
  snapshot: z.string(),
  atMs: z.number(),
  entity: z.nullable(z.string()),
  ids: z.nullable(z.array(z.string())),
});

/** Changes of one kind of record. */
export interface ChangedRecords {
  readonly entity: string;
  /** Null for more records than are listed. */
  readonly ids: readonly string[] | null;
}

/** Changes, and the snapshot of the database that includes them and excludes all later ones. */
export interface ReadChanges {
  /** In the notation of `pg_snapshot`: xmin:xmax:running. */
  readonly snapshot: string;
  /** The clock of the database. */
  readonly atMs: number;
  readonly changes: readonly ChangedRecords[];
}

const HERE = `WITH here AS MATERIALIZED (
  SELECT pg_current_snapshot() AS snapshot, (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS at_ms)
  SELECT snapshot::text AS snapshot, at_ms AS "atMs", entity, ids FROM here LEFT JOIN live_changes`;

const CHANGES_AFTER = defineStatement({
  name: 'live-changes-after',
  text: `${HERE} ON xid >= pg_snapshot_xmin($1::pg_snapshot) AND NOT pg_visible_in_snapshot(xid, $1::pg_snapshot)`,
  row,
  example: ['1:1:'],
});
const CHANGES_FROM = defineStatement({
  name: 'live-changes-from',
  text: `${HERE} ON xid >= $1::xid8`,
  row,
  example: ['1'],
});

function readChangesOf(rows: readonly z.infer<typeof row>[]): ReadChanges {
  const { snapshot = '', atMs = 0 } = rows[0] ?? {};
  const changes = rows.flatMap(({ entity, ids }) => (entity === null ? [] : [{ entity, ids }]));
  return { snapshot, atMs, changes };
}

/** Reads exactly the changes that were committed after the snapshot, however long their transactions took. */
export async function readChangesAfter(database: Database, snapshot: string): Promise<ReadChanges> {
  return readChangesOf(await database.rows(CHANGES_AFTER, [snapshot]));
}

/**
 * Reads the changes of this transaction and of all younger ones.
 * @param xid null for none: where the database is now
 */
export async function readChangesFrom(database: Database, xid: string | null): Promise<ReadChanges> {
  return readChangesOf(await database.rows(CHANGES_FROM, [xid]));
}
