import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant, listedBy, listIndex, recordId } from './columns.ts';
import { mechanics } from './mechanics.ts';
import { users } from './users.ts';

/** Messages to customers and mechanics (NOTI-01). */
export const notifications = pgTable(
  'notifications',
  {
    id: recordId().primaryKey(),
    message: text(),
    type: text(),
    userId: recordId().references(() => users.id),
    mechanicId: recordId().references(() => mechanics.id),
    createdAt: instant(),
    updatedAt: instant(),
    /** The state of the delivery by webhook; null where it is only stored. */
    delivery: text(),
    /** Attempts that have begun; after the first, an undo comes too late. */
    deliveryAttempts: integer().notNull().default(0),
    /** When a queued notification is sent next; during an attempt, when another node may repeat it. */
    nextAttemptAt: instant(),
    /** Lists are ordered by it; rows without a date come last. */
    listedAt: listedBy('created_at'),
  },
  (table) => [
    check('notifications_id', sql`${table.id} ~ '^[0-9a-f]{24}$'`),
    check('notifications_delivery', sql`${table.delivery} in ('queued', 'delivered', 'failed')`),
    listIndex('notifications_listed', [], table.listedAt, table.id),
    listIndex('notifications_failed', [], table.listedAt, table.id).where(sql`delivery = 'failed'`),
    index('notifications_queued').on(table.createdAt).where(sql`${table.delivery} = 'queued'`),
    listIndex('notifications_user_listed', [table.userId], table.listedAt, table.id),
    listIndex('notifications_mechanic_listed', [table.mechanicId], table.listedAt, table.id),
  ],
);
