import { sql } from 'drizzle-orm';
import { check, index, pgTable, text } from 'drizzle-orm/pg-core';
import { bookings } from './bookings.ts';
import { instant, listIndex, recordId } from './columns.ts';
import { mechanics } from './mechanics.ts';
import { admins } from './session.ts';
import { users } from './users.ts';

/**
 * What administrators note about a booking, a customer or a mechanic (WORK-04). A note goes with its record; one on a booking
 * also with the person who was its customer or mechanic then (PRIV-06).
 */
export const notes = pgTable(
  'notes',
  {
    id: recordId().primaryKey(),
    bookingId: recordId().references(() => bookings.id, { onDelete: 'cascade' }),
    userId: recordId().references(() => users.id, { onDelete: 'cascade' }),
    mechanicId: recordId().references(() => mechanics.id, { onDelete: 'cascade' }),
    text: text().notNull(),
    authorId: recordId()
      .notNull()
      .references(() => admins.id),
    createdAt: instant().notNull(),
  },
  (table) => [
    check('notes_id', sql`${table.id} ~ '^[0-9a-f]{24}$'`),
    check('notes_text', sql`char_length(${table.text}) BETWEEN 1 AND 2000`),
    check(
      'notes_record',
      sql`${table.bookingId} IS NOT NULL OR num_nonnulls(${table.userId}, ${table.mechanicId}) = 1`,
    ),
    listIndex('notes_booking', [table.bookingId], table.createdAt, table.id).where(sql`booking_id IS NOT NULL`),
    listIndex('notes_user', [table.userId], table.createdAt, table.id).where(sql`user_id IS NOT NULL`),
    listIndex('notes_mechanic', [table.mechanicId], table.createdAt, table.id).where(sql`mechanic_id IS NOT NULL`),
    listIndex('notes_created', [], table.createdAt, table.id),
    index('notes_search').using('gin', sql`fold_text(text) gin_trgm_ops`),
  ],
);
