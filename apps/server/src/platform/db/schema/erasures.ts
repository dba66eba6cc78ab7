import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, pgTable, text } from 'drizzle-orm/pg-core';
import { instant, recordId } from './columns.ts';

/** How the erasure of a person began or ended. */
export const ERASURE_EVENTS = ['erased', 'deleted_at_source', 'brought_back'] as const;

/**
 * The erasures that this database has seen (PRIV-06), ids alone: the record outside of the database has the same. One that
 * the record has and this table lacks happened after the backup from which the database comes.
 */
export const erasures = pgTable(
  'erasures',
  {
    id: recordId().primaryKey(),
    kind: text({ enum: ['user', 'mechanic'] }).notNull(),
    personId: recordId().notNull(),
    event: text({ enum: ERASURE_EVENTS }).notNull(),
    /** The version that deleted the person at the source (SYNC-03). */
    version: bigint({ mode: 'bigint' }),
    at: instant().notNull().default(sql`clock_timestamp()`),
    /** Whether the record outside of the database has it. */
    isRemembered: boolean().notNull().default(false),
    /** Whether the activity log has it: a restore erases before the key of the log is known. */
    isLogged: boolean().notNull().default(true),
  },
  (table) => [
    check('erasures_id', sql`${table.id} ~ '^[0-9a-f]{24}$'`),
    check('erasures_kind', sql`${table.kind} in ('user', 'mechanic')`),
    check('erasures_event', sql`${table.event} in ('erased', 'deleted_at_source', 'brought_back')`),
    index('erasures_not_remembered').on(table.at, table.id).where(sql`not is_remembered`),
    index('erasures_not_logged').on(table.at, table.id).where(sql`not is_logged`),
  ],
);
