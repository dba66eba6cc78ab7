import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, numeric, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { instant, listedBy, listIndex, paise, recordId } from './columns.ts';
import { mechanics } from './mechanics.ts';

/**
 * The ledger: every fact that moves a mechanic's balance, once, in paise (PAYO-07, PAYO-08). It is append-only: a
 * correction is a reversal and a new entry with the next revision.
 */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text({ enum: ['earning', 'payout', 'adjustment', 'reversal'] }).notNull(),
    /** Who has the money of an earning: the platform, or the mechanic in cash. A payout is its own flow. */
    flow: text({ enum: ['platform', 'cash', 'payout'] }).notNull(),
    /** What the entry follows from: a paid payment, an imported earnings row (IMPO-05), a payout, an adjustment. */
    source: text({ enum: ['payment', 'statement', 'payout', 'adjustment'] }).notNull(),
    sourceId: recordId().notNull(),
    /** Counts the entries of a source; a reversal has the number of the entry that it reverses. */
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
    /** The rate of an earning; null where an import stated the amounts. */
    commissionPercent: numeric(),
    /** Whether an earning bears its booking's platform fee, even when that is 0. */
    bearsFee: boolean().notNull(),
    occurredAt: instant(),
    recordedAt: instant().notNull().defaultNow(),
    /**
     * The first instant of the day in whose books it is, where its own day was closed when it was appended (CLOS-01). Null: its own
     * day, which is that of `occurredAt`, at the latest that of `recordedAt`.
     */
    bookedAt: instant(),
    balancePaise: paise()
      .notNull()
      .generatedAlwaysAs(
        sql`(case when flow = 'cash' then -(commission_paise + platform_fee_paise) else net_paise end) - paid_out_paise`,
      ),
    listedAt: listedBy('occurred_at'),
  },
  (table) => [
    check('ledger_entries_kind', sql`${table.kind} in ('earning', 'payout', 'adjustment', 'reversal')`),
    check('ledger_entries_flow', sql`${table.flow} in ('platform', 'cash', 'payout')`),
    check(
      'ledger_entries_payout',
      sql`(${table.flow} = 'payout') = (${table.source} = 'payout') and (${table.kind} = 'reversal' or (${table.kind} = 'payout') = (${table.flow} = 'payout'))`,
    ),
    check('ledger_entries_adjustment', sql`(${table.kind} = 'adjustment') = (${table.source} = 'adjustment')`),
    // One entry for a fact, and one reversal of it.
    unique('ledger_entries_source').on(table.sourceId, table.source, table.revision, table.kind),
    listIndex('ledger_entries_listed', [], table.listedAt, table.id),
    listIndex('ledger_entries_flow_listed', [table.flow], table.listedAt, table.id),
    // The entries of a day's books.
    index('ledger_entries_booked').on(sql`coalesce(booked_at, least(occurred_at, recorded_at))`, table.id),
    // A mechanic's history: earnings first, then payouts.
    // With the amount, so that the sum of a mechanic's entries is read from the index alone.
    index('ledger_entries_of_mechanic').on(
      table.mechanicId,
      sql`(flow = 'payout')`,
      table.listedAt,
      table.id,
      table.balancePaise,
    ),
  ],
);

/** The sums of each mechanic's entries, updated by a trigger in the transaction that appends them. */
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
 * Payments, bookings, earnings rows, payouts and adjustments whose ledger entries may have to be posted. Triggers add rows, posting
 * removes them. Writers post in their own transaction, so that the table is usually empty (PAYO-10).
 */
export const pendingPostings = pgTable('pending_postings', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  recordIds: text().array().notNull(),
  createdAt: instant().notNull().defaultNow(),
});
