import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bookings } from './bookings.ts';
import { bytes, instant, paise, recordId } from './columns.ts';
import { mechanics } from './mechanics.ts';
import { payments } from './payments.ts';

/** Earnings as an export states them: the truth for their payment or booking (IMPO-05). */
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

/** Money that went to mechanics. A transaction id pays once, ever (LOYA-04). */
export const payouts = pgTable(
  'payouts',
  {
    id: recordId().primaryKey(),
    mechanicId: recordId()
      .notNull()
      .references(() => mechanics.id),
    transactionId: text(),
    /** The id in the form in which ids are compared. */
    transactionKey: text(),
    /** Of the request that made the payout, to know the same one again; null for an imported payout. */
    requestHash: bytes(),
    amountPaise: paise().notNull(),
    method: text(),
    paidAt: instant(),
  },
  (table) => [
    check('payouts_id', sql`${table.id} ~ '^[0-9a-f]{24}$'`),
    check('payouts_amount', sql`${table.amountPaise} >= 0`),
    uniqueIndex('payouts_transaction').on(table.transactionKey),
    index('payouts_mechanic').on(table.mechanicId, table.paidAt),
  ],
);
