import { RESULT_FILE_STATES, RESULT_ISSUES } from '@wayside/contract/bank-results';
import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, instant, listIndex, recordId } from './columns.ts';
import { paymentRuns } from './payment-runs.ts';

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
