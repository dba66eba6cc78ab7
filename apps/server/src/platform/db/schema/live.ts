import { sql } from 'drizzle-orm';
import { customType, index, pgTable, text } from 'drizzle-orm/pg-core';

/** A transaction id with its epoch, which does not wrap around. */
const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' });

/**
 * Recent changes of the records that screens show: a row per statement that changed some, written by the trigger
 * `record_live_changes` and deleted after some minutes (LIVE-01). A backup does without it.
 */
export const liveChanges = pgTable(
  'live_changes',
  {
    /** The transaction of the change: a snapshot says whether it had ended. */
    xid: transactionId().notNull().default(sql`pg_current_xact_id()`),
    entity: text().notNull(),
    /** Null for more records than are listed. */
    ids: text().array(),
  },
  (table) => [index('live_changes_xid').on(table.xid)],
);
