import { sql } from 'drizzle-orm';
import { customType, index, pgTable, text } from 'drizzle-orm/pg-core';

/** A transaction id with its epoch, which does not wrap around. */
const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' });

/**
 * Recent changes of records that screens show, written by the trigger `record_live_changes` and deleted after minutes
 * (LIVE-01). Backups exclude it.
 */
export const liveChanges = pgTable(
  'live_changes',
  {
    xid: transactionId().notNull().default(sql`pg_current_xact_id()`),
    entity: text().notNull(),
    /** Null for too many records to list. */
    ids: text().array(),
  },
  (table) => [index('live_changes_xid').on(table.xid)],
);
