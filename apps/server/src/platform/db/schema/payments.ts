import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, text } from 'drizzle-orm/pg-core';
import { bookings } from './bookings.ts';
import { instant, isFull, listedBy, listIndex, paise, recordId, recordState, sortedAmount } from './columns.ts';
import { mechanicReference } from './mechanics.ts';
import { IS_SAMPLED_SQL } from './samples.ts';
import { userReference } from './users.ts';

/** Payments by customers (PAYM-03, PAYM-05). */
export const payments = pgTable(
  'payments',
  {
    id: recordId().primaryKey(),
    recordState: recordState(),
    bookingId: recordId().references(() => bookings.id),
    customerId: userReference(),
    mechanicId: mechanicReference(),
    amountPaise: paise(),
    method: text(),
    status: text(),
    type: text(),
    screenshot: text(),
    totalPaise: paise(),
    discountPaise: paise(),
    paidPaise: paise(),
    duePaise: paise(),
    transactedAt: instant(),
    createdAt: instant(),
    /** The payment gateway's id of the payment, or the UTR of a direct transfer (RECON-02). */
    transactionId: text(),
    /** True if the payment is paid although its booking is unpaid (WORK-01). Set by posting. */
    disagrees: boolean().notNull().default(false),
    /**
     * The instant that determines the rates (PAYO-08), set by a trigger: the date of the payment, or the current time
     * if that is missing or in the future.
     */
    ratedAt: instant(),
    /** When the payment was made or, if unknown, created (DASH-06). */
    occurredAt: listedBy('transacted_at, created_at'),
  },
  (table) => [
    check('payments_id', sql`${table.id} ~ '^[0-9a-f]{24}$'`),
    check('payments_record_state', sql`${table.recordState} in ('full', 'stub', 'erased')`),
    check(
      'payments_amounts',
      sql`least(${table.amountPaise}, ${table.totalPaise}, ${table.discountPaise}, ${table.paidPaise}, ${table.duePaise}) >= 0`,
    ),
    listIndex('payments_occurred', [], table.occurredAt, table.id).where(isFull),
    // The amount is included for index-only sums of a part of a day.
    index('payments_status_occurred')
      .on(table.status, table.occurredAt.desc().nullsFirst(), table.id.desc().nullsFirst(), table.amountPaise)
      .where(isFull),
    listIndex('payments_method_occurred', [table.method], table.occurredAt, table.id).where(isFull),
    // Status, method and days are compared within the index, so that no row is read. The index also contains the
    // column of its expression.
    index('payments_by_amount')
      .on(
        sortedAmount(table.amountPaise),
        table.id.desc().nullsFirst(),
        table.occurredAt,
        table.status,
        table.method,
        table.amountPaise,
      )
      .where(isFull),
    index('payments_of_day_by_amount')
      .on(
        sql`((${table.occurredAt} AT TIME ZONE 'UTC')::date)`,
        sortedAmount(table.amountPaise),
        table.id.desc().nullsFirst(),
        table.occurredAt,
        table.status,
        table.method,
        table.amountPaise,
      )
      .where(isFull),
    listIndex('payments_disagreeing', [], table.occurredAt, table.id).where(
      sql`disagrees and record_state = 'full'`,
    ),
    index('payments_booking').on(table.bookingId),
    listIndex('payments_of_customer', [table.customerId], table.occurredAt, table.id, [
      table.status,
      table.method,
      table.recordState,
    ]),
    listIndex('payments_of_mechanic', [table.mechanicId], table.occurredAt, table.id, [
      table.status,
      table.method,
      table.recordState,
    ]),
    index('payments_sample').on(table.id).where(sql.raw(IS_SAMPLED_SQL)),
    index('payments_fragment').using('gin', sql`id gin_trgm_ops`).where(isFull),
    index('payments_transaction').on(sql`lower(transaction_id)`).where(sql`transaction_id IS NOT NULL`),
    // Partial, because most payments have no stored screenshot.
    index('payments_screenshot').on(table.screenshot).where(sql`screenshot like '/files/%'`),
  ],
);
