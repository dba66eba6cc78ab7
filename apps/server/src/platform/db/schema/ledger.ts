import { ACCOUNT_PURPOSES } from '@wayside/contract/income-accounts';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  numeric,
  pgTable,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { bookings } from './bookings.ts';
import { bytes, instant, listedBy, listIndex, paise, recordId } from './columns.ts';
import { mechanicReference } from './mechanics.ts';
import { payments } from './payments.ts';
import { adminReference } from './session.ts';

/**
 * The append-only ledger of mechanics' balances (PAYO-07, PAYO-08). A correction is a reversal and a new entry with the
 * next revision.
 */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text({ enum: ['earning', 'payout', 'adjustment', 'refund', 'compensation', 'reversal'] }).notNull(),
    /** Who holds the money of an earning: the platform, or the mechanic in cash. */
    flow: text({ enum: ['platform', 'cash', 'payout'] }).notNull(),
    /** The kind of the source record; `statement` is an imported earnings row (IMPO-05). */
    source: text({ enum: ['payment', 'statement', 'payout', 'adjustment', 'refund', 'compensation'] }).notNull(),
    sourceId: recordId().notNull(),
    /**
     * The number of the entry among the entries of its source. A reversal has the revision of the entry that it
     * reverses.
     */
    revision: integer().notNull(),
    mechanicId: mechanicReference().notNull(),
    bookingId: recordId(),
    paymentId: recordId(),
    method: text(),
    grossPaise: paise().notNull(),
    commissionPaise: paise().notNull(),
    platformFeePaise: paise().notNull(),
    netPaise: paise().notNull(),
    paidOutPaise: paise().notNull(),
    /** The commission rate of an earning; null if an import stated the amounts. */
    commissionPercent: numeric(),
    /** Whether the earning bears its booking's platform fee, even if the fee is 0. */
    bearsFee: boolean().notNull(),
    occurredAt: instant(),
    recordedAt: instant().notNull().defaultNow(),
    /**
     * The start of the day to which the entry is booked, if the day on which it would otherwise be booked was already
     * closed (CLOS-01). If null, the entry is booked on the day of `occurredAt` or, if earlier, of `recordedAt`.
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
    check(
      'ledger_entries_kind',
      sql`${table.kind} in ('earning', 'payout', 'adjustment', 'refund', 'compensation', 'reversal')`,
    ),
    check('ledger_entries_flow', sql`${table.flow} in ('platform', 'cash', 'payout')`),
    check(
      'ledger_entries_payout',
      sql`(${table.flow} = 'payout') = (${table.source} = 'payout') and (${table.kind} = 'reversal' or (${table.kind} = 'payout') = (${table.flow} = 'payout'))`,
    ),
    check('ledger_entries_adjustment', sql`(${table.kind} = 'adjustment') = (${table.source} = 'adjustment')`),
    check(
      'ledger_entries_refund',
      sql`(${table.source} in ('refund', 'compensation')) = (${table.kind} in ('refund', 'compensation')) or ${table.kind} = 'reversal'`,
    ),
    // Each revision of a source has one entry and at most one reversal.
    unique('ledger_entries_source').on(table.sourceId, table.source, table.revision, table.kind),
    listIndex('ledger_entries_listed', [], table.listedAt, table.id),
    listIndex('ledger_entries_flow_listed', [table.flow], table.listedAt, table.id),
    index('ledger_entries_booked').on(sql`coalesce(booked_at, least(occurred_at, recorded_at))`, table.id),
    // Used to read a mechanic's history, with earnings before payouts. The amount is included for index-only sums.
    index('ledger_entries_of_mechanic').on(
      table.mechanicId,
      sql`(flow = 'payout')`,
      table.listedAt,
      table.id,
      table.balancePaise,
    ),
  ],
);

/** The sums of each mechanic's ledger entries, updated by a trigger. */
export const mechanicBalances = pgTable('mechanic_balances', {
  mechanicId: mechanicReference().primaryKey(),
  netEarningPaise: paise().notNull(),
  cashKeptPaise: paise().notNull(),
  pendingCommissionPaise: paise().notNull(),
  paidOutPaise: paise().notNull(),
  balancePaise: paise()
    .notNull()
    .generatedAlwaysAs(sql`net_earning_paise - cash_kept_paise - pending_commission_paise - paid_out_paise`),
});

/**
 * Records for which ledger entries may have to be posted. Triggers add rows and posting removes them. Writers post in
 * their own transaction, so the table is usually empty (PAYO-10).
 */
export const pendingPostings = pgTable('pending_postings', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  recordIds: text().array().notNull(),
  createdAt: instant().notNull().defaultNow(),
});

/** The journal's accounts, one for each purpose (CLOS-02). */
export const ledgerAccounts = pgTable(
  'ledger_accounts',
  {
    id: recordId().primaryKey(),
    purpose: text({ enum: ACCOUNT_PURPOSES }).notNull().unique('ledger_accounts_purpose'),
    code: text().notNull(),
    name: text().notNull(),
  },
  (table) => [check('ledger_accounts_id', sql`${table.id} ~ '^[0-9a-f]{24}$'`)],
);

/** Imported earnings; they take precedence over the rates (IMPO-05). */
export const earnings = pgTable(
  'earnings',
  {
    id: recordId().primaryKey(),
    mechanicId: mechanicReference().notNull(),
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

/**
 * Credits and debits that administrators made on balances (PAYO-11). Append-only except for the reason, which is
 * removed when the mechanic is erased (USER-06).
 */
export const adjustments = pgTable(
  'adjustments',
  {
    id: recordId().primaryKey(),
    mechanicId: mechanicReference().notNull(),
    /** Positive for a credit, negative for a debit. */
    amountPaise: paise().notNull(),
    reason: text(),
    madeBy: recordId(),
    madeAt: instant().notNull(),
    /** The client's idempotency key: one adjustment per key. */
    requestKey: text().notNull().unique('adjustments_request_key'),
  },
  (table) => [
    check('adjustments_id', sql`${table.id} ~ '^[0-9a-f]{24}$'`),
    check('adjustments_amount', sql`${table.amountPaise} <> 0`),
    index('adjustments_mechanic').on(table.mechanicId),
    // Used to add up an administrator's adjustments on a day (OWN-07).
    index('adjustments_made_by').on(table.madeBy, table.madeAt),
  ],
);

/**
 * The closes of days and the reopenings of closed days, in one chain (CLOS-01, CLOS-03). The table is append-only.
 * The contents of a row are in its document, which is hashed together with the previous row's hash, and signed.
 */
export const closes = pgTable(
  'closes',
  {
    /** The number of the row, without gaps. */
    number: bigint({ mode: 'number' }).primaryKey(),
    kind: text({ enum: ['close', 'reopening'] }).notNull(),
    /** The closed day, or the first reopened day. */
    day: date({ mode: 'string' }).notNull(),
    /**
     * The first instant of the day, and the first instant of the next day, in the time zone that applied when the row
     * was made.
     */
    startsAt: instant().notNull(),
    endsAt: instant().notNull(),
    /** After this row, entries before this instant belong to closed days; null while no day is closed. */
    closedUntil: instant(),
    /** The signed JSON text. */
    document: text().notNull(),
    /** SHA-256 of the previous hash and the document. */
    hash: bytes().notNull(),
    /** The public key of the signature, and the data key from which its private key is derived. */
    publicKey: bytes().notNull(),
    keyId: text().notNull(),
    /** The Ed25519 signature of the hash. */
    signature: bytes().notNull(),
    madeBy: adminReference(),
    madeAt: instant().notNull(),
  },
  (table) => [
    check('closes_kind', sql`${table.kind} in ('close', 'reopening')`),
    check('closes_day', sql`${table.startsAt} < ${table.endsAt}`),
    check('closes_closed_until', sql`${table.kind} = 'reopening' OR ${table.closedUntil} = ${table.endsAt}`),
    index('closes_days').on(table.day, table.number),
  ],
);
