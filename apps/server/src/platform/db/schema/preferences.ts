import { jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { recordId } from './columns.ts';
import { admins } from './session.ts';

/** What administrators have set for themselves, by name; the columns of a list are `columns` with its path (VIEW-05). */
export const preferences = pgTable(
  'preferences',
  {
    adminId: recordId()
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    list: text().notNull().default(''),
    value: jsonb().notNull(),
  },
  (table) => [primaryKey({ columns: [table.adminId, table.name, table.list] })],
);
