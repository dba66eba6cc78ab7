import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, numeric, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { bytes, instant, listedBy, paise, recordId } from './columns.ts';
import { mechanics } from './mechanics.ts';
import { payouts } from './money.ts';
import { users } from './users.ts';

/**
 * The ledger: every fact that moves a mechanic's balance, once, in paise (PAYO-07, PAYO-08). The database lets nothing of
 * it be changed or removed; what turns out otherwise is taken back by a reversal, and appended anew as the next revision.
 */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text({ enum: ['earning', 'payout', 'reversal'] }).notNull(),
    /** Who has the money of an earning: the platform, or the mechanic in cash. A payout is its own flow. */
    flow: text({ enum: ['platform', 'cash', 'payout'] }).notNull(),
    /** What the entry follows from: a paid payment, an imported earnings row (IMPO-05), a payout. */
    source: text({ enum: ['payment', 'statement', 'payout'] }).notNull(),
    sourceId: recordId().notNull(),
    /** Counts the entries of a source; a reversal has the number of what it takes back. */
    revision: integer().notNull(),
    mechanicId: recordId()
      .notNull()
      .references(() => mechanics.id),
    bookingId: recordId(),
    paymentId: recordId(),
    method: text(),
    grossPaise: paise().notNull(),
    commissionPaise: paise().notNull(),
    platformFeePaise: paise().notNull(),
    netPaise: paise().notNull(),
    paidOutPaise: paise().notNull(),
    /** The rate that was frozen into an earning; null where the figures were stated. */
    commissionPercent: numeric(),
    /** Whether an earning bears its booking's platform fee, even when that is 0. */
    bearsFee: boolean().notNull(),
    occurredAt: instant(),
    recordedAt: instant().notNull().defaultNow(),
    balancePaise: paise()
      .notNull()
      .generatedAlwaysAs(
        sql`(case when flow = 'cash' then -(commission_paise + platform_fee_paise) else net_paise end) - paid_out_paise`,
      ),
    listedAt: listedBy('occurred_at'),
  },
  (table) => [
    check('ledger_entries_kind', sql`${table.kind} in ('earning', 'payout', 'reversal')`),
    check('ledger_entries_flow', sql`${table.flow} in ('platform', 'cash', 'payout')`),
    check(
      'ledger_entries_payout',
      sql`(${table.flow} = 'payout') = (${table.source} = 'payout') and (${table.kind} = 'reversal' or (${table.kind} = 'payout') = (${table.flow} = 'payout'))`,
    ),
    // One entry for a fact, and one reversal of it, ever.
    unique('ledger_entries_source').on(table.sourceId, table.source, table.revision, table.kind),
    index('ledger_entries_listed').on(table.listedAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('ledger_entries_flow_listed').on(
      table.flow,
      table.listedAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    // A mechanic's history: earnings first, then payouts.
    index('ledger_entries_mechanic').on(table.mechanicId, sql`(flow = 'payout')`, table.listedAt, table.id),
  ],
);

/** What the entries of each mechanic sum to, kept by a trigger in the transaction that appends them. */
export const mechanicBalances = pgTable('mechanic_balances', {
  mechanicId: recordId()
    .primaryKey()
    .references(() => mechanics.id),
  netEarningPaise: paise().notNull(),
  cashKeptPaise: paise().notNull(),
  pendingCommissionPaise: paise().notNull(),
  paidOutPaise: paise().notNull(),
  balancePaise: paise()
    .notNull()
    .generatedAlwaysAs(sql`net_earning_paise - cash_kept_paise - pending_commission_paise - paid_out_paise`),
});

/**
 * Records whose ledger entries may have to be posted: payments, bookings, earnings rows, payouts. Triggers append, so that
 * no path can forget it; posting removes rows. Writers post in their own transaction, so it is empty as a rule (PAYO-10).
 */
export const pendingPostings = pgTable('pending_postings', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  recordIds: text().array().notNull(),
  createdAt: instant().notNull().defaultNow(),
});

/** Wallets that were paid out (LOYA-04). Nothing of it is ever changed or removed. */
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
  },
  (table) => [
    check('loyalty_payouts_id', sql`${table.id} ~ '^[0-9a-f]{24}$'`),
    check('loyalty_payouts_payee', sql`num_nonnulls(${table.userId}, ${table.mechanicId}) = 1`),
    check('loyalty_payouts_amount', sql`${table.amountPaise} > 0`),
    index('loyalty_payouts_user').on(table.userId),
    index('loyalty_payouts_mechanic').on(table.mechanicId),
  ],
);

/**
 * Every change of a wallet, in paise (LOYA-05): a wallet is the sum of its entries. The database lets nothing of it be
 * changed or removed.
 */
export const walletEntries = pgTable(
  'wallet_entries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: recordId().references(() => users.id),
    mechanicId: recordId().references(() => mechanics.id),
    /** `opening` and `source_change` add up to what the source stated last; the others are made here. */
    kind: text({ enum: ['opening', 'source_change', 'loyalty_payout', 'void', 'adjustment'] }).notNull(),
    amountPaise: paise().notNull(),
    loyaltyPayoutId: recordId().references(() => loyaltyPayouts.id),
    recordedAt: instant().notNull().defaultNow(),
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
    // A loyalty payout is booked once, and voided once.
    unique('wallet_entries_loyalty_payout').on(table.loyaltyPayoutId, table.kind),
    index('wallet_entries_user').on(table.userId),
    index('wallet_entries_mechanic').on(table.mechanicId),
  ],
);

/**
 * Every transaction id that has ever paid, in the form in which ids are compared: one namespace for both kinds of payout
 * and for imported ones (LOYA-04).
 */
export const transactionIds = pgTable(
  'transaction_ids',
  {
    key: text().primaryKey(),
    payoutId: recordId().references(() => payouts.id),
    loyaltyPayoutId: recordId().references(() => loyaltyPayouts.id),
  },
  (table) => [check('transaction_ids_payout', sql`num_nonnulls(${table.payoutId}, ${table.loyaltyPayoutId}) = 1`)],
);
