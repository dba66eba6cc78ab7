import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, text, unique } from 'drizzle-orm/pg-core';
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
