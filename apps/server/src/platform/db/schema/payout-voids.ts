import { sql } from 'drizzle-orm';
import { check, index, pgTable, text } from 'drizzle-orm/pg-core';
import { instant, listedBy, listIndex, paise, recordId } from './columns.ts';
import { loyaltyPayouts } from './loyalty.ts';
import { mechanics } from './mechanics.ts';
import { payouts } from './payouts.ts';
import { users } from './users.ts';

/**
 * Payouts and loyalty payouts that the bank has returned (PAYO-11). The table is append-only but for the reason, which goes
 * when the payee is erased (USER-06). Payee, amount and transaction id are those of the payment.
 */
export const payoutVoids = pgTable(
  'payout_voids',
  {
    id: recordId().primaryKey(),
    payoutId: recordId()
      .unique('payout_voids_payout')
      .references(() => payouts.id),
    loyaltyPayoutId: recordId()
      .unique('payout_voids_loyalty_payout')
      .references(() => loyaltyPayouts.id),
    mechanicId: recordId().references(() => mechanics.id),
    userId: recordId().references(() => users.id),
    amountPaise: paise().notNull(),
    method: text(),
    transactionId: text(),
    transactionKey: text(),
    reason: text(),
    /** The administrator; null for the program itself. */
    voidedBy: recordId(),
    voidedAt: instant().notNull(),
    listedAt: listedBy('voided_at'),
  },
  (table) => [
    check('payout_voids_id', sql`${table.id} ~ '^[0-9a-f]{24}$'`),
    check('payout_voids_payment', sql`num_nonnulls(${table.payoutId}, ${table.loyaltyPayoutId}) = 1`),
    check('payout_voids_payee', sql`num_nonnulls(${table.userId}, ${table.mechanicId}) = 1`),
    check('payout_voids_amount', sql`${table.amountPaise} >= 0`),
    listIndex('payout_voids_listed', [], table.listedAt, table.id),
    index('payout_voids_fragments').using('gin', sql`id gin_trgm_ops`, sql`transaction_key gin_trgm_ops`),
    index('payout_voids_amount_paise').on(table.amountPaise),
    index('payout_voids_user').on(table.userId),
    index('payout_voids_mechanic').on(table.mechanicId),
  ],
);
