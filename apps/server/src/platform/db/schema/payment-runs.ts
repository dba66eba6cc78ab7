import { RESULT_FILE_STATES, RESULT_ISSUES } from '@wayside/contract/bank-results';
import { RUN_STATES } from '@wayside/contract/filter-values';
import { RUN_ROW_STATES } from '@wayside/contract/payment-runs';
import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, instant, listIndex, paise, quoteLiterals, recordId } from './columns.ts';
import { mechanicReference } from './mechanics.ts';
import { payouts } from './payouts.ts';
import { adminReference } from './session.ts';

/** Payment runs (BANK-01). A trigger allows changes only to the state and its columns. */
export const paymentRuns = pgTable(
  'payment_runs',
  {
    id: recordId().primaryKey(),
    /** The number of the run, which is the prefix of its references. */
    number: integer().notNull(),
    state: text({ enum: RUN_STATES }).notNull(),
    /** The name of the bank profile, and its JSON, with which the bank result files of this run are parsed. */
    profile: text().notNull(),
    definition: text().notNull(),
    /** The business account that pays; encrypted. */
    debitAccount: text().notNull(),
    rowCount: integer().notNull(),
    totalPaise: paise().notNull(),
    createdBy: adminReference().notNull(),
    createdAt: instant().notNull(),
    /**
     * The idempotency key, compared together with the request's SHA-256, so that a repeated request does not create a
     * second run.
     */
    requestKey: text().notNull(),
    requestHash: bytes().notNull(),
    /** When the pending approval expires; null if no approval is needed (TEAM-06). */
    lapsesAt: instant(),
    approvedBy: adminReference(),
    approvedAt: instant(),
    sentBy: adminReference(),
    sentAt: instant(),
    fileName: text(),
    fileHash: bytes(),
    endedBy: adminReference(),
    endedAt: instant(),
    reason: text(),
  },
  (table) => [
    check('payment_runs_id', sql`${table.id} ~ '^[0-9a-f]{24}$'`),
    check('payment_runs_state', sql`${table.state} IN (${quoteLiterals(RUN_STATES)})`),
    check('payment_runs_size', sql`${table.rowCount} > 0 AND ${table.totalPaise} > 0`),
    // Four eyes: administrators cannot approve their own runs, and no file is created without approval.
    check(
      'payment_runs_four_eyes',
      sql`num_nulls(${table.approvedBy}, ${table.approvedAt}) <> 1 AND (${table.approvedBy} IS NULL OR ${table.approvedBy} <> ${table.createdBy})
        AND (${table.lapsesAt} IS NULL OR ${table.approvedBy} IS NOT NULL OR ${table.state} IN ('waiting', 'cancelled', 'rejected', 'lapsed'))`,
    ),
    // A run waits until it is approved. A run that needs no approval has no approver (OWN-05).
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

/** The amounts in payment runs (BANK-01). A trigger allows only the transitions of the state table in docs/money.md. */
export const paymentRunRows = pgTable(
  'payment_run_rows',
  {
    reference: text().primaryKey(),
    runId: recordId()
      .notNull()
      .references(() => paymentRuns.id),
    position: integer().notNull(),
    mechanicId: mechanicReference().notNull(),
    amountPaise: paise().notNull(),
    mode: text().notNull(),
    /** The masked account or UPI id. */
    destination: text().notNull(),
    /** A keyed digest of the account or UPI id, with the id of the digest's key. */
    destinationDigest: text().notNull(),
    state: text({ enum: RUN_ROW_STATES }).notNull().default('reserved'),
    changedAt: instant().notNull(),
    payoutId: recordId().references(() => payouts.id),
    transactionId: text(),
    /** The reason stated by the bank, which is removed when the mechanic is erased. */
    reason: text(),
  },
  (table) => [
    check('payment_run_rows_reference', sql`${table.reference} ~ '^[A-Z0-9]{8,20}$'`),
    check('payment_run_rows_state', sql`${table.state} IN (${quoteLiterals(RUN_ROW_STATES)})`),
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

/** Parts of a run's file. They are encrypted, because they contain names and account numbers (PRIV-01). */
export const paymentRunFileParts = pgTable(
  'payment_run_file_parts',
  {
    /** The run's id, "-" and the part number. */
    id: text().primaryKey(),
    runId: recordId()
      .notNull()
      .references(() => paymentRuns.id),
    part: integer().notNull(),
    content: text().notNull(),
  },
  (table) => [unique('payment_run_file_parts_part').on(table.runId, table.part)],
);

/** Bank result files and their progress (BANK-03). */
export const bankResultFiles = pgTable(
  'bank_answers',
  {
    id: recordId().primaryKey(),
    profile: text().notNull(),
    definition: text().notNull(),
    name: text().notNull(),
    /** SHA-256 of the file. A file is processed only once per profile definition. */
    hash: bytes().notNull(),
    state: text({ enum: RESULT_FILE_STATES }).notNull().default('reading'),
    /** The numbers of payment lines: all, processed, and by outcome. */
    total: integer().notNull(),
    lineCount: integer().notNull().default(0),
    changedCount: integer().notNull().default(0),
    unchangedCount: integer().notNull().default(0),
    issueCount: integer().notNull().default(0),
    /** The numbers of payments of lines without an issue, by the bank's status (BANK-08). */
    paidCount: integer().notNull().default(0),
    failedCount: integer().notNull().default(0),
    reversedCount: integer().notNull().default(0),
    processingCount: integer().notNull().default(0),
    reason: text(),
    /** The user who uploaded the file, whom the activity entries of the payments name. */
    uploadedBy: recordId().notNull(),
    uploaderEmail: text(),
    uploaderAddress: text(),
    requestId: text(),
    uploadedAt: instant().notNull(),
    /** Determines the order in which files take turns. */
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

export const bankResultFileParts = pgTable(
  'bank_answer_parts',
  {
    /** The file's id, "-" and the part number. */
    id: text().primaryKey(),
    answerId: recordId()
      .notNull()
      .references(() => bankResultFiles.id),
    part: integer().notNull(),
    content: text().notNull(),
  },
  (table) => [unique('bank_answer_parts_part').on(table.answerId, table.part)],
);

/** Lines of result files that are waiting to be applied (BANK-03). They are then deleted. */
export const bankResultRows = pgTable(
  'bank_result_rows',
  {
    /** The file's id, "-" and the position. */
    id: text().primaryKey(),
    /** There is no foreign key, because files are never deleted. */
    fileId: recordId().notNull(),
    /** The position among the payment lines, from 1. */
    position: integer().notNull(),
    /** The line as JSON, encrypted. */
    content: text().notNull(),
  },
  (table) => [unique('bank_result_rows_position').on(table.fileId, table.position)],
);

/** Lines that an administrator must handle (BANK-03). */
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
