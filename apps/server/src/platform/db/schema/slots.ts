import { sql } from 'drizzle-orm';
import { check, pgTable, text } from 'drizzle-orm/pg-core';
import { recordId } from './columns.ts';

/** Time slots for bookings; the times are free text (SLOT-05). */
export const slots = pgTable(
  'slots',
  { id: recordId().primaryKey(), startTime: text(), endTime: text(), duration: text() },
  (table) => [check('slots_id', sql`${table.id} ~ '^[0-9a-f]{24}$'`)],
);
