import { sql } from 'drizzle-orm';
import { customType, index, pgTable, text } from 'drizzle-orm/pg-core';

/** A 64-bit transaction id with its epoch, which does not wrap around. */
const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' });

/**
 * Recent changes of records that screens show. The trigger `record_live_changes` writes them, and they are deleted
 * after a few minutes (LIVE-01). Backups exclude them.
 */
export const liveChanges = pgTable(
  'live_changes',
  {
    xid: transactionId().notNull().default(sql`pg_current_xact_id()`),
    entity: text().notNull(),
    /** Null if there are too many records to list. */
    ids: text().array(),
  },
  (table) => [index('live_changes_xid').on(table.xid)],
);
