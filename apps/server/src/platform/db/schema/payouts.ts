import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, pgView, text, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, instant, listedBy, listIndex, paise, recordId } from './columns.ts';
import { mechanics } from './mechanics.ts';
import { users } from './users.ts';

/** Payouts of wallets (LOYA-04). The table is append-only. */
export const loyaltyPayouts = pgTable(
  'loyalty_payouts',
  {
    id: recordId().primaryKey(),
    userId: recordId().references(() => users.id),
    mechanicId: recordId().references(() => mechanics.id),
    transactionId: text().notNull(),
    transactionKey: text().notNull(),
    requestHash: bytes().notNull(),
    amountPaise: paise().notNull(),
    paidAt: instant().notNull(),
    /** The administrator who asked for it, not the one who approved it (TEAM-06). */
    requestedBy: recordId(),
    listedAt: listedBy('paid_at'),
  },
  (table) => [
    check('loyalty_payouts_id', sql`${table.id} ~ '^[0-9a-f]{24}$'`),
    check('loyalty_payouts_payee', sql`num_nonnulls(${table.userId}, ${table.mechanicId}) = 1`),
    check('loyalty_payouts_amount', sql`${table.amountPaise} > 0`),
    listIndex('loyalty_payouts_listed', [], table.listedAt, table.id),
    index('loyalty_payouts_fragments').using('gin', sql`id gin_trgm_ops`, sql`transaction_key gin_trgm_ops`),
    index('loyalty_payouts_amount_paise').on(table.amountPaise),
    listIndex('loyalty_payouts_user_listed', [table.userId], table.listedAt, table.id),
    listIndex('loyalty_payouts_mechanic_listed', [table.mechanicId], table.listedAt, table.id),
    index('loyalty_payouts_requested_by').on(table.requestedBy, table.paidAt),
  ],
);

/**
 * Every change of a wallet, in paise (LOYA-05): a wallet is the sum of its entries. The table is append-only.
 */
export const walletEntries = pgTable(
  'wallet_entries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: recordId().references(() => users.id),
    mechanicId: recordId().references(() => mechanics.id),
    /** `opening` and `source_change` less what they confirm add up to the last value of the source; the others are made here. */
    kind: text({ enum: ['opening', 'source_change', 'loyalty_payout', 'void', 'adjustment'] }).notNull(),
    amountPaise: paise().notNull(),
    loyaltyPayoutId: recordId().references(() => loyaltyPayouts.id),
    /**
     * Of an entry from the source: how much of the payouts made here, less their voids, the value of the source includes since this entry and did
     * not include before (OWN-04). Null where the release before has booked it.
     */
    confirmedPaise: paise(),
    /** Of an entry from a record with `_applied`: the last entry made here that the value includes; 0 where it includes none. */
    appliedThrough: bigint({ mode: 'number' }),
    recordedAt: instant().notNull().defaultNow(),
    /** The first instant of the day in whose books it is, where that of `recordedAt` was closed when it was appended (CLOS-01). */
    bookedAt: instant(),
  },
  (table) => [
    check(
      'wallet_entries_kind',
      sql`${table.kind} in ('opening', 'source_change', 'loyalty_payout', 'void', 'adjustment')`,
    ),
    check('wallet_entries_owner', sql`num_nonnulls(${table.userId}, ${table.mechanicId}) = 1`),
    check(
      'wallet_entries_payout',
      sql`(${table.kind} in ('loyalty_payout', 'void')) = (${table.loyaltyPayoutId} is not null)`,
    ),
    check(
      'wallet_entries_confirmed',
      sql`num_nonnulls(${table.confirmedPaise}, ${table.appliedThrough}) = 0 or (${table.kind} in ('opening', 'source_change') and ${table.confirmedPaise} is not null)`,
    ),
    // A loyalty payout has one entry, and one that voids it.
    unique('wallet_entries_loyalty_payout').on(table.loyaltyPayoutId, table.kind),
    index('wallet_entries_booked').on(sql`coalesce(booked_at, recorded_at)`, table.id),
    index('wallet_entries_user').on(table.userId),
    index('wallet_entries_mechanic').on(table.mechanicId),
  ],
);

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

/** Payouts, loyalty payments and their voids as one list; the view is in `migrations/functions/payments_out.sql`. */
export const paymentsOut = pgView('payments_out', {
  id: recordId().notNull(),
  kind: text({ enum: ['payout', 'loyalty', 'void'] }).notNull(),
  mechanicId: recordId(),
  customerId: recordId(),
  amountPaise: paise().notNull(),
  method: text(),
  transactionId: text(),
  paidAt: instant(),
  voidOf: recordId(),
  voidOfKind: text({ enum: ['payout', 'loyalty'] }),
}).existing();
