import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bookings } from './bookings.ts';
import { instant, paise, recordId } from './columns.ts';
import { mechanics } from './mechanics.ts';
import { payments } from './payments.ts';

/** Imported earnings: they take precedence over the rates for their payment or booking (IMPO-05). */
export const earnings = pgTable(
  'earnings',
  {
    id: recordId().primaryKey(),
    mechanicId: recordId()
      .notNull()
      .references(() => mechanics.id),
    bookingId: recordId().references(() => bookings.id),
    paymentId: recordId().references(() => payments.id),
    method: text(),
    grossPaise: paise().notNull(),
    commissionPaise: paise(),
    platformFeePaise: paise(),
    netPaise: paise(),
    transactedAt: instant(),
  },
  (table) => [
    check('earnings_id', sql`${table.id} ~ '^[0-9a-f]{24}$'`),
    check(
      'earnings_amounts',
      sql`least(${table.grossPaise}, ${table.commissionPaise}, ${table.platformFeePaise}) >= 0`,
    ),
    uniqueIndex('earnings_payment').on(table.paymentId),
    index('earnings_mechanic').on(table.mechanicId, table.transactedAt),
    index('earnings_booking').on(table.bookingId),
  ],
);
