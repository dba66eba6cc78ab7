import { RESULT_FILE_STATES, RESULT_ISSUES } from '@wayside/contract/bank-results';
import { RUN_STATES } from '@wayside/contract/filter-values';
import { RUN_ROW_STATES } from '@wayside/contract/payment-runs';
import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core';
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

/** Bank result files and how far each is read (BANK-03). */
export const bankResultFiles = pgTable(
  'bank_answers',
  {
    id: recordId().primaryKey(),
    profile: text().notNull(),
    /** The profile as JSON. */
    definition: text().notNull(),
    name: text().notNull(),
    /** SHA-256 of the file: the same file is read once for each definition of a profile. */
    hash: bytes().notNull(),
    state: text({ enum: RESULT_FILE_STATES }).notNull().default('reading'),
    /** Lines that hold payments: all of them, how many are read, and what came of these. */
    total: integer().notNull(),
    lineCount: integer().notNull().default(0),
    changedCount: integer().notNull().default(0),
    unchangedCount: integer().notNull().default(0),
    issueCount: integer().notNull().default(0),
    /** The payments of lines without an issue, by what the bank states (BANK-08). */
    paidCount: integer().notNull().default(0),
    failedCount: integer().notNull().default(0),
    reversedCount: integer().notNull().default(0),
    processingCount: integer().notNull().default(0),
    reason: text(),
    /** The person who uploaded it; the activity entries of its payments name them. */
    uploadedBy: recordId().notNull(),
    uploaderEmail: text(),
    uploaderAddress: text(),
    /** The request that gave it, for the same entries (OPER-04). */
    requestId: text(),
    uploadedAt: instant().notNull(),
    /** When lines were last applied: files take turns. */
    touchedAt: instant().notNull(),
    finishedAt: instant(),
  },
  (table) => [
    check('bank_answers_id', sql`${table.id} ~ '^[0-9a-f]{24}$'`),
    check('bank_answers_finished', sql`(${table.state} = 'reading') = (${table.finishedAt} IS NULL)`),
    check(
      'bank_answers_counts',
      sql`${table.changedCount} + ${table.unchangedCount} + ${table.issueCount} = ${table.lineCount} AND ${table.lineCount} <= ${table.total}`,
    ),
    uniqueIndex('bank_answers_file').on(table.hash, sql`md5(${table.definition})`),
    listIndex('bank_answers_uploaded', [], table.uploadedAt, table.id),
    index('bank_answers_reading').on(table.touchedAt, table.id).where(sql`state = 'reading'`),
  ],
);

/** The content of a result file, encrypted. */
export const bankResultFileParts = pgTable(
  'bank_answer_parts',
  {
    /** The file's id, "-" and the part. */
    id: text().primaryKey(),
    answerId: recordId()
      .notNull()
      .references(() => bankResultFiles.id),
    part: integer().notNull(),
    content: text().notNull(),
  },
  (table) => [unique('bank_answer_parts_part').on(table.answerId, table.part)],
);

/** Lines of result files that wait to be applied (BANK-03). A line is removed when it is applied; the parts keep the file. */
export const bankResultRows = pgTable(
  'bank_result_rows',
  {
    /** The file's id, "-" and the position. */
    id: text().primaryKey(),
    /** No foreign key: a file is never removed. */
    fileId: recordId().notNull(),
    /** Among the lines that hold payments, from 1. */
    position: integer().notNull(),
    /** The line as JSON, encrypted. */
    content: text().notNull(),
  },
  (table) => [unique('bank_result_rows_position').on(table.fileId, table.position)],
);

/** Lines of result files that need a person (BANK-03). */
export const bankResultIssues = pgTable(
  'bank_answer_issues',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    answerId: recordId()
      .notNull()
      .references(() => bankResultFiles.id),
    line: integer().notNull(),
    kind: text({ enum: RESULT_ISSUES }).notNull(),
    reference: text(),
    message: text().notNull(),
    runId: recordId().references(() => paymentRuns.id),
  },
  (table) => [unique('bank_answer_issues_line').on(table.answerId, table.line)],
);
