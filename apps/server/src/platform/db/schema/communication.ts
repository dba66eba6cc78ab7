import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import { bookings } from './bookings.ts';
import { bytes, instant, listedBy, listIndex, recordId } from './columns.ts';
import { mechanicReference, mechanics } from './mechanics.ts';
import { adminReference } from './session.ts';
import { userReference, users } from './users.ts';

/**
 * Notes of administrators on a booking, a customer or a mechanic (WORK-04). A note is deleted with its record. A note
 * on a booking is also deleted with the booking's customer or mechanic at the time of the note (PRIV-06).
 */
export const notes = pgTable(
  'notes',
  {
    id: recordId().primaryKey(),
    bookingId: recordId().references(() => bookings.id, { onDelete: 'cascade' }),
    userId: recordId().references(() => users.id, { onDelete: 'cascade' }),
    mechanicId: recordId().references(() => mechanics.id, { onDelete: 'cascade' }),
    text: text().notNull(),
    authorId: adminReference().notNull(),
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

/** Calls reported by a telephone system (PEOP-07). */
export const calls = pgTable(
  'calls',
  {
    id: recordId().primaryKey(),
    /** The number as received; null after a person with this number was erased (PRIV-06). */
    phone: text(),
    line: text().notNull().default(''),
    at: instant().notNull(),
    /** A keyed hash of number, line and time. It identifies a call that is sent again after an erasure (PRIV-06). */
    fingerprint: bytes(),
    takenBy: adminReference(),
    takenAt: instant(),
  },
  (table) => [
    check('calls_id', sql`${table.id} ~ '^[0-9a-f]{24}$'`),
    unique('calls_once').on(table.phone, table.line, table.at),
    uniqueIndex('calls_fingerprint').on(table.fingerprint),
    listIndex('calls_at', [], table.at, table.id),
  ],
);

/** The people who had the number of a call when it was received (PEOP-07). */
export const callPeople = pgTable(
  'call_people',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    callId: recordId()
      .notNull()
      .references(() => calls.id, { onDelete: 'cascade' }),
    userId: recordId().references(() => users.id, { onDelete: 'cascade' }),
    mechanicId: recordId().references(() => mechanics.id, { onDelete: 'cascade' }),
    at: instant().notNull(),
  },
  (table) => [
    check('call_people_person', sql`num_nonnulls(${table.userId}, ${table.mechanicId}) = 1`),
    listIndex('call_people_call', [table.callId], table.at, table.id),
    listIndex('call_people_user', [table.userId], table.at, table.id).where(sql`user_id IS NOT NULL`),
    listIndex('call_people_mechanic', [table.mechanicId], table.at, table.id).where(sql`mechanic_id IS NOT NULL`),
  ],
);

/** Messages to customers and mechanics (NOTI-01). */
export const notifications = pgTable(
  'notifications',
  {
    id: recordId().primaryKey(),
    message: text(),
    type: text(),
    userId: userReference(),
    mechanicId: mechanicReference(),
    createdAt: instant(),
    updatedAt: instant(),
    /** Null for a notification that is stored but not delivered. */
    delivery: text(),
    /** The number of started attempts. After the first one, an undo is no longer possible. */
    deliveryAttempts: integer().notNull().default(0),
    /** During an attempt, when another node may retry it. */
    nextAttemptAt: instant(),
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
