import { sql } from 'drizzle-orm';
import { check, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant, recordId } from './columns.ts';
import { ownerReference } from './session.ts';

/**
 * Personal settings by name. The row with the name `columns` and the path of a list stores the columns of that list
 * (VIEW-05).
 */
export const preferences = pgTable(
  'preferences',
  {
    adminId: ownerReference().notNull(),
    name: text().notNull(),
    list: text().notNull().default(''),
    value: jsonb().notNull(),
  },
  (table) => [primaryKey({ columns: [table.adminId, table.name, table.list] })],
);

/**
 * Saved views of lists (VIEW-04). A view without an owner is shared and remains when its author is deleted. The
 * preferences named `views` hold the order and the default view.
 */
export const savedViews = pgTable(
  'saved_views',
  {
    id: recordId().primaryKey(),
    ownerId: ownerReference(),
    list: text().notNull(),
    name: text().notNull(),
    query: text().notNull(),
    columns: jsonb().$type<string[]>().notNull(),
    /** Detects a concurrent change (EDIT-01). */
    changedAt: instant().notNull(),
    changedBy: text(),
  },
  (table) => [
    check('saved_views_id', sql`${table.id} ~ '^[0-9a-f]{24}$'`),
    check('saved_views_name', sql`char_length(${table.name}) BETWEEN 1 AND 60`),
    check('saved_views_query', sql`char_length(${table.query}) <= 2000`),
    uniqueIndex('saved_views_own').on(table.ownerId, table.list, sql`lower(${table.name})`),
    uniqueIndex('saved_views_shared').on(table.list, sql`lower(${table.name})`).where(sql`owner_id IS NULL`),
  ],
);
