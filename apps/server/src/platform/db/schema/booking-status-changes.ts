import { sql } from 'drizzle-orm';
import { bigint, pgTable, text } from 'drizzle-orm/pg-core';
import { instant, listIndex, recordId } from './columns.ts';

/**
 * The statuses that a booking has had, with the times in which they began (PEOP-02). A trigger on bookings appends a row for each change;
 * with the first one also the status before. A booking whose status has not changed here has none. No foreign keys: the rows outlive
 * their booking, and the booking's own keys hold its people.
 */
export const bookingStatusChanges = pgTable(
  'booking_status_changes',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    bookingId: recordId().notNull(),
    status: text().notNull(),
    /** The source's time, where it lies between the status before and now. */
    at: instant().notNull(),
    /** Whose booking it was at that time. */
    customerId: recordId(),
    mechanicId: recordId(),
  },
  (table) => [
    listIndex('booking_status_changes_booking', [table.bookingId], table.at, table.id),
    listIndex('booking_status_changes_customer', [table.customerId], table.at, table.id).where(
      sql`customer_id IS NOT NULL`,
    ),
    listIndex('booking_status_changes_mechanic', [table.mechanicId], table.at, table.id).where(
      sql`mechanic_id IS NOT NULL`,
    ),
  ],
);
