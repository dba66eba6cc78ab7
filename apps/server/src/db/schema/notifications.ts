import { sql } from 'drizzle-orm';
import { check, index, pgTable, text } from 'drizzle-orm/pg-core';
import { instant, recordId } from './columns.ts';
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
  },
  (table) => [
    check('notifications_id', sql`${table.id} ~ '^[0-9a-f]{24}$'`),
    index('notifications_created').on(table.createdAt.desc().nullsLast(), table.id.desc().nullsFirst()),
    index('notifications_user').on(table.userId),
    index('notifications_mechanic').on(table.mechanicId),
  ],
);
