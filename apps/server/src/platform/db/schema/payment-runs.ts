import { RUN_STATES } from '@wayside/contract/filter-values';
import { RUN_ROW_STATES } from '@wayside/contract/payment-runs';
import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, instant, listIndex, paise, recordId, wordsOf } from './columns.ts';
import { mechanics } from './mechanics.ts';
import { payouts } from './payouts.ts';
import { admins } from './session.ts';

/** Payment runs (BANK-01). A trigger lets nothing change but the state and what comes with it. */
export const paymentRuns = pgTable(
  'payment_runs',
  {
    id: recordId().primaryKey(),
    /** Counts the runs; begins the references. */
    number: integer().notNull(),
    state: text({ enum: RUN_STATES }).notNull(),
    /** The name of the profile, and the profile as JSON: answers are read by the one with which the file was made. */
    profile: text().notNull(),
    definition: text().notNull(),
    /** The own account from which the bank pays; encrypted. */
    debitAccount: text().notNull(),
    rowCount: integer().notNull(),
    totalPaise: paise().notNull(),
    createdBy: recordId()
      .notNull()
      .references(() => admins.id),
    createdAt: instant().notNull(),
    /** The caller's key and the SHA-256 of the request, by which the same request makes no second run. */
    requestKey: text().notNull(),
    requestHash: bytes().notNull(),
    /** Until when it waits for a second pair of eyes; null where it needs none (TEAM-06). */
    lapsesAt: instant(),
    approvedBy: recordId().references(() => admins.id),
    approvedAt: instant(),
    sentBy: recordId().references(() => admins.id),
    sentAt: instant(),
    fileName: text(),
    /** SHA-256 of the file. */
    fileHash: bytes(),
    endedBy: recordId().references(() => admins.id),
    endedAt: instant(),
    reason: text(),
  },
  (table) => [
    check('payment_runs_id', sql`${table.id} ~ '^[0-9a-f]{24}$'`),
    check('payment_runs_state', sql`${table.state} IN (${wordsOf(RUN_STATES)})`),
    check('payment_runs_size', sql`${table.rowCount} > 0 AND ${table.totalPaise} > 0`),
    // Four eyes: nobody approves their own run, whatever the program does, and nothing leaves without approval.
    check(
      'payment_runs_four_eyes',
      sql`num_nulls(${table.approvedBy}, ${table.approvedAt}) <> 1 AND (${table.approvedBy} IS NULL OR ${table.approvedBy} <> ${table.createdBy})
        AND (${table.lapsesAt} IS NULL OR ${table.approvedBy} IS NOT NULL OR ${table.state} IN ('waiting', 'cancelled', 'rejected', 'lapsed'))`,
    ),
    // A run waits until its approval, and one that needs none has no approver (OWN-05).
    check(
      'payment_runs_approval',
      sql`CASE WHEN ${table.state} = 'waiting' THEN ${table.lapsesAt} IS NOT NULL AND ${table.approvedBy} IS NULL
        ELSE ${table.approvedBy} IS NULL OR ${table.lapsesAt} IS NOT NULL END`,
    ),
    check(
      'payment_runs_sent',
      sql`num_nonnulls(${table.sentBy}, ${table.sentAt}, ${table.fileName}, ${table.fileHash}) = CASE WHEN ${table.state} IN ('sent', 'finished') THEN 4 ELSE 0 END`,
    ),
    check('payment_runs_ended', sql`(${table.state} IN ('waiting', 'ready', 'sent')) = (${table.endedAt} IS NULL)`),
    unique('payment_runs_number').on(table.number),
    uniqueIndex('payment_runs_request').on(table.createdBy, table.requestKey),
    listIndex('payment_runs_created', [], table.createdAt, table.id),
    index('payment_runs_open').on(table.state).where(sql`state IN ('waiting', 'ready', 'sent')`),
  ],
);

/** Amounts of runs (BANK-01). A trigger lets them change by the table of states alone (docs/money.md). */
export const paymentRunRows = pgTable(
  'payment_run_rows',
  {
    /** In the bank file and in the bank result file. */
    reference: text().primaryKey(),
    runId: recordId()
      .notNull()
      .references(() => paymentRuns.id),
    /** In the file, from 1. */
    position: integer().notNull(),
    mechanicId: recordId()
      .notNull()
      .references(() => mechanics.id),
    amountPaise: paise().notNull(),
    mode: text().notNull(),
    /** Account or UPI id, masked. */
    destination: text().notNull(),
    /** A keyed digest of account or UPI id with the id of its key. */
    destinationDigest: text().notNull(),
    state: text({ enum: RUN_ROW_STATES }).notNull().default('reserved'),
    changedAt: instant().notNull(),
    payoutId: recordId().references(() => payouts.id),
    transactionId: text(),
    /** What the bank says; goes when the mechanic is erased. */
    reason: text(),
  },
  (table) => [
    check('payment_run_rows_reference', sql`${table.reference} ~ '^[A-Z0-9]{8,20}$'`),
    check('payment_run_rows_state', sql`${table.state} IN (${wordsOf(RUN_ROW_STATES)})`),
    check('payment_run_rows_amount', sql`${table.amountPaise} > 0`),
    check(
      'payment_run_rows_paid',
      sql`CASE ${table.state} WHEN 'paid' THEN ${table.payoutId} IS NOT NULL WHEN 'reversed' THEN true ELSE ${table.payoutId} IS NULL END`,
    ),
    unique('payment_run_rows_position').on(table.runId, table.position),
    index('payment_run_rows_state').on(table.runId, table.state, table.amountPaise),
    index('payment_run_rows_open')
      .on(table.mechanicId, table.amountPaise)
      .where(sql`state IN ('reserved', 'sent')`),
    index('payment_run_rows_mechanic').on(table.mechanicId),
    uniqueIndex('payment_run_rows_payout').on(table.payoutId),
  ],
);

/** The file of a run in parts of some hundred lines, each encrypted: names and accounts stand in it (PRIV-01). */
export const paymentRunFileParts = pgTable(
  'payment_run_file_parts',
  {
    /** The run's id, "-" and the part. */
    id: text().primaryKey(),
    runId: recordId()
      .notNull()
      .references(() => paymentRuns.id),
    part: integer().notNull(),
    content: text().notNull(),
  },
  (table) => [unique('payment_run_file_parts_part').on(table.runId, table.part)],
);
