import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, instant, listedBy, listIndex, paise, recordId } from './columns.ts';
import { loyaltyPayouts } from './loyalty.ts';
import { mechanics } from './mechanics.ts';

/** Payouts to mechanics. A transaction id pays once (LOYA-04). */
export const payouts = pgTable(
  'payouts',
  {
    id: recordId().primaryKey(),
    mechanicId: recordId()
      .notNull()
      .references(() => mechanics.id),
    transactionId: text(),
    /** The transaction id as `storedTransactionKey` of the contract writes it. */
    transactionKey: text(),
    /**
     * The hash of the request, which recognises a repeated one. It says that the payout was made in Wayside (OWN-01); null for an
     * imported payout.
     */
    requestHash: bytes(),
    amountPaise: paise().notNull(),
    method: text(),
    paidAt: instant(),
    /** The administrator who requested it, not the approver; null for an imported payout (TEAM-06). */
    requestedBy: recordId(),
    listedAt: listedBy('paid_at'),
  },
  (table) => [
    check('payouts_id', sql`${table.id} ~ '^[0-9a-f]{24}$'`),
    check('payouts_amount', sql`${table.amountPaise} >= 0`),
    uniqueIndex('payouts_transaction').on(table.transactionKey),
    listIndex('payouts_listed', [], table.listedAt, table.id),
    index('payouts_fragments').using('gin', sql`id gin_trgm_ops`, sql`transaction_key gin_trgm_ops`),
    index('payouts_amount_paise').on(table.amountPaise),
    index('payouts_mechanic').on(table.mechanicId, table.paidAt),
    listIndex('payouts_mechanic_listed', [table.mechanicId], table.listedAt, table.id),
    index('payouts_requested_by').on(table.requestedBy, table.paidAt).where(sql`${table.requestedBy} IS NOT NULL`),
  ],
);

/**
 * Every transaction id that has paid, as payments store it and in the form in which ids are compared: one namespace for payouts,
 * loyalty payouts and imported payouts (LOYA-04, OWN-03). The table is append-only.
 */
export const transactionIds = pgTable(
  'transaction_ids',
  {
    key: text().primaryKey(),
    payoutId: recordId().references(() => payouts.id),
    loyaltyPayoutId: recordId().references(() => loyaltyPayouts.id),
  },
  (table) => [
    check('transaction_ids_payout', sql`num_nonnulls(${table.payoutId}, ${table.loyaltyPayoutId}) = 1`),
    index('transaction_ids_fragments').using('gin', sql`key gin_trgm_ops`),
    // Those that the database cannot bring into the form in which ids are compared.
    index('transaction_ids_beyond_ascii').on(table.key).where(sql`key ~ '[^\\u0001-\\u007f]'`),
  ],
);

/**
 * The id of every payout, loyalty payout, void and adjustment since this table exists: one namespace, regardless of who creates the record
 * (OWN-02). A trigger fills it, and looks for older ids in the tables themselves. The table is append-only.
 */
export const paymentOutIds = pgTable('payment_out_ids', {
  id: recordId().primaryKey(),
  kind: text({ enum: ['payout', 'loyalty', 'void', 'adjustment'] }).notNull(),
});
