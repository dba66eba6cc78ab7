import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, pgView, text, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, instant, listedBy, listIndex, paise, recordId } from './columns.ts';
import { mechanicReference } from './mechanics.ts';
import { userReference } from './users.ts';

/** Wallet payouts (LOYA-04), append-only. */
export const loyaltyPayouts = pgTable(
  'loyalty_payouts',
  {
    id: recordId().primaryKey(),
    userId: userReference(),
    mechanicId: mechanicReference(),
    transactionId: text().notNull(),
    transactionKey: text().notNull(),
    requestHash: bytes().notNull(),
    amountPaise: paise().notNull(),
    paidAt: instant().notNull(),
    /** The administrator who requested the payout, not the one who approved it (TEAM-06). */
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

/** Changes of wallets (LOYA-05), append-only: a wallet is the sum of its entries. */
export const walletEntries = pgTable(
  'wallet_entries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: userReference(),
    mechanicId: mechanicReference(),
    /**
     * The amounts of `opening` and `source_change`, minus their confirmed amounts, add up to the source's last value.
     * Wayside makes the other kinds.
     */
    kind: text({ enum: ['opening', 'source_change', 'loyalty_payout', 'void', 'adjustment'] }).notNull(),
    amountPaise: paise().notNull(),
    loyaltyPayoutId: recordId().references(() => loyaltyPayouts.id),
    /**
     * For an entry from the source, the part of Wayside's payouts, minus voids, that the source's value includes
     * (OWN-04). Null in entries of an older release.
     */
    confirmedPaise: paise(),
    /** The last of Wayside's entries that the value of a record with `_applied` includes; 0 if there is none. */
    appliedThrough: bigint({ mode: 'number' }),
    recordedAt: instant().notNull().defaultNow(),
    /** The start of the day in which the entry is booked, if the day of `recordedAt` was already closed (CLOS-01). */
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

/** Payouts to mechanics. A transaction id can be used only once (LOYA-04). */
export const payouts = pgTable(
  'payouts',
  {
    id: recordId().primaryKey(),
    mechanicId: mechanicReference().notNull(),
    transactionId: text(),
    /** The id as normalized by the contract's `storedTransactionKey`. */
    transactionKey: text(),
    /**
     * Identifies a repeated request. Null for an imported payout, so a value means that Wayside made the payout
     * (OWN-01).
     */
    requestHash: bytes(),
    amountPaise: paise().notNull(),
    method: text(),
    paidAt: instant(),
    /**
     * The administrator who requested the payout, not the one who approved it (TEAM-06); null for an imported payout.
     */
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
 * Every used transaction id, both as stored and in its comparable form. All payouts share one namespace (LOYA-04,
 * OWN-03). Append-only.
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
    // Used to find ids that the database cannot convert to the comparable form.
    index('transaction_ids_beyond_ascii').on(table.key).where(sql`key ~ '[^\\u0001-\\u007f]'`),
  ],
);

/**
 * The ids of payouts, loyalty payouts, voids and adjustments, which share one namespace (OWN-02). A trigger adds
 * them. Append-only. Older ids are only in their own tables.
 */
export const paymentOutIds = pgTable('payment_out_ids', {
  id: recordId().primaryKey(),
  kind: text({ enum: ['payout', 'loyalty', 'void', 'adjustment'] }).notNull(),
});

/**
 * Voided payments, which the bank returned (PAYO-11). Append-only except for the reason, which is removed when the
 * payee is erased (USER-06).
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
    mechanicId: mechanicReference(),
    userId: userReference(),
    amountPaise: paise().notNull(),
    method: text(),
    transactionId: text(),
    transactionKey: text(),
    reason: text(),
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

/** Payouts, loyalty payouts and voids as one list, defined in `migrations/functions/payments_out.sql`. */
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
