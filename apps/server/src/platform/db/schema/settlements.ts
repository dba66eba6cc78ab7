import { LINE_STATES, SETTLEMENT_FILE_KINDS, SETTLEMENT_STATES } from '@wayside/contract/filter-values';
import { LINE_TYPES, MATCH_STEPS, RESOLUTIONS } from '@wayside/contract/settlement-lines';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { bytes, instant, listIndex, paise, recordId, wordsOf } from './columns.ts';
import { adminReference } from './session.ts';

/** Settlement reports and bank statements (RECON-01). */
export const settlementFiles = pgTable(
  'settlement_files',
  {
    id: recordId().primaryKey(),
    kind: text({ enum: SETTLEMENT_FILE_KINDS }).notNull(),
    profile: text().notNull(),
    /** The profile's JSON, which has read the file. */
    definition: text().notNull(),
    name: text().notNull(),
    /** SHA-256 of the file: a file is read once. */
    hash: bytes().notNull(),
    lineCount: integer().notNull(),
    totalPaise: paise().notNull(),
    firstDay: date().notNull(),
    lastDay: date().notNull(),
    uploadedAt: instant().notNull(),
    /** The administrator's email, or the name of the service key. */
    uploadedBy: text().notNull(),
    matchedAt: instant(),
  },
  (table) => [
    check('settlement_files_id', sql`${table.id} ~ '^[0-9a-f]{24}$'`),
    check('settlement_files_kind', sql`${table.kind} IN (${wordsOf(SETTLEMENT_FILE_KINDS)})`),
    check('settlement_files_days', sql`${table.lineCount} > 0 AND ${table.firstDay} <= ${table.lastDay}`),
    uniqueIndex('settlement_files_hash').on(table.hash),
    listIndex('settlement_files_uploaded', [], table.uploadedAt, table.id),
  ],
);

/** The bytes of a file, encrypted (PRIV-01). */
export const settlementFileParts = pgTable(
  'settlement_file_parts',
  {
    /** The file's id, "-" and the part. */
    id: text().primaryKey(),
    fileId: recordId()
      .notNull()
      .references(() => settlementFiles.id),
    part: integer().notNull(),
    content: text().notNull(),
  },
  (table) => [unique('settlement_file_parts_part').on(table.fileId, table.part)],
);

/** A batch that a gateway has settled, computed from its lines, with the bank credit of its UTR (RECON-02). */
export const settlements = pgTable(
  'settlements',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    source: text().notNull(),
    reference: text().notNull(),
    utr: text(),
    utrKey: text(),
    settledOn: date(),
    lineCount: integer().notNull(),
    paymentsPaise: paise().notNull(),
    adjustmentsPaise: paise().notNull(),
    refundsPaise: paise().notNull(),
    feePaise: paise().notNull(),
    taxPaise: paise().notNull(),
    /** The sum of the net amounts that the lines state. */
    statedPaise: paise().notNull(),
    state: text({ enum: SETTLEMENT_STATES }).notNull().default('missing_there'),
    creditPaise: paise(),
    creditedOn: date(),
  },
  (table) => [
    check('settlements_state', sql`${table.state} IN (${wordsOf(SETTLEMENT_STATES)})`),
    unique('settlements_reference').on(table.source, table.reference),
    index('settlements_utr').on(table.utrKey),
    index('settlements_settled').on(table.settledOn.desc(), table.id.desc()),
  ],
);

/** Lines of settlement reports and bank statements, payments that no report names, and settlements without a bank credit (RECON-02). */
export const settlementLines = pgTable(
  'settlement_lines',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Null for a payment that no report names, and for a settlement without a bank credit. */
    fileId: recordId().references(() => settlementFiles.id),
    line: integer(),
    /** The profile, which names gateway or bank; `payments` or `settlements` without a file. */
    source: text().notNull(),
    type: text({ enum: LINE_TYPES }).notNull(),
    /** The source's id of the line, and its comparable form. */
    reference: text(),
    referenceKey: text(),
    /** The gateway's id of the payment, which of a refund is the original one. */
    paymentKey: text(),
    orderId: text(),
    /** The UTR or RRN of the customer's transfer; of a bank's line all that it could be. */
    bankKeys: text().array().notNull().default([]),
    utr: text(),
    settlementReference: text(),
    settledOn: date(),
    amountPaise: paise().notNull(),
    feePaise: paise().notNull().default(0),
    taxPaise: paise().notNull().default(0),
    netPaise: paise().notNull(),
    /** The text in the file; null without a file. */
    reportedOn: date(),
    /** The day of the payment, or of the line if there is no payment. */
    day: date().notNull(),
    state: text({ enum: LINE_STATES }).notNull(),
    step: text({ enum: MATCH_STEPS }),
    isOpen: boolean().notNull().default(true),
    /** It waits to be matched, also again after its payment has changed. */
    needsMatch: boolean().notNull().default(true),
    /** It has the reference of an earlier line. */
    isRepeat: boolean().notNull().default(false),
    /** No foreign key: the source may delete a payment. */
    paymentId: recordId(),
    settlementId: bigint({ mode: 'number' }).references(() => settlements.id),
    expectedPaise: paise(),
    reason: text(),
    ownerId: adminReference(),
    note: text(),
    resolution: text({ enum: RESOLUTIONS }),
    resolvedBy: adminReference(),
    resolvedAt: instant(),
    writtenOffPaise: paise(),
    /** A write-off that another user must approve. */
    requestedBy: adminReference(),
    requestedAt: instant(),
    /** The requested values, which the approver approves. */
    requestedPaise: paise(),
    requestReason: text(),
    approvedBy: adminReference(),
  },
  (table) => [
    check('settlement_lines_type', sql`${table.type} IN (${wordsOf(LINE_TYPES)})`),
    check('settlement_lines_state', sql`${table.state} IN (${wordsOf(LINE_STATES)})`),
    check('settlement_lines_step', sql`${table.step} IN (${wordsOf(MATCH_STEPS)})`),
    check(
      'settlement_lines_resolution',
      sql`${table.resolution} IN (${wordsOf(RESOLUTIONS)}) AND num_nulls(${table.resolution}, ${table.resolvedBy}, ${table.resolvedAt}) IN (0, 3)`,
    ),
    check(
      'settlement_lines_written_off_amount',
      sql`(${table.resolution} IS NOT DISTINCT FROM 'written_off') = (${table.writtenOffPaise} IS NOT NULL)`,
    ),
    check('settlement_lines_ignored', sql`${table.state} <> 'ignored' OR ${table.reason} IS NOT NULL`),
    check('settlement_lines_file', sql`(${table.fileId} IS NULL) = (${table.line} IS NULL)`),
    // Four eyes: no one approves their own write-off.
    check(
      'settlement_lines_four_eyes',
      sql`num_nulls(${table.requestedBy}, ${table.requestedAt}) <> 1
        AND (${table.approvedBy} IS NULL OR (${table.requestedBy} IS NOT NULL AND ${table.approvedBy} <> ${table.requestedBy}))`,
    ),
    index('settlement_lines_file_line').on(table.fileId, table.id),
    index('settlement_lines_to_match').on(table.id).where(sql`needs_match`),
    index('settlement_lines_open').on(table.day, table.id).where(sql`is_open`),
    index('settlement_lines_day').on(table.day, table.id),
    index('settlement_lines_reference').on(table.referenceKey, table.source, table.type, table.id),
    index('settlement_lines_payment_key').on(table.paymentKey),
    index('settlement_lines_order').on(table.orderId).where(sql`order_id IS NOT NULL`),
    // Without a pending list, which each of many searches would read.
    index('settlement_lines_bank_keys')
      .using('gin', table.bankKeys)
      .with({ fastupdate: false })
      .where(sql`bank_keys <> '{}'`),
    index('settlement_lines_settlement').on(table.settlementReference, table.source),
    index('settlement_lines_credit').on(table.settlementId).where(sql`settlement_id IS NOT NULL`),
    index('settlement_lines_payment').on(table.paymentId).where(sql`payment_id IS NOT NULL`),
    // A payment has one line that pays it, and is missing there once.
    uniqueIndex('settlement_lines_pays')
      .on(table.paymentId)
      .where(sql`type IN ('payment', 'credit') AND file_id IS NOT NULL AND state <> 'duplicate'`),
    uniqueIndex('settlement_lines_missing').on(table.paymentId).where(sql`file_id IS NULL`),
    // A settlement without a bank credit is missing there once.
    uniqueIndex('settlement_lines_uncredited').on(table.settlementId).where(sql`file_id IS NULL`),
    index('settlement_lines_written_off')
      .on(table.resolvedBy, table.resolvedAt)
      .where(sql`resolution = 'written_off'`),
    // Decisions of people, which the activity log has sealed.
    index('settlement_lines_decided')
      .on(sql`(id::text)`)
      .where(sql`requested_by IS NOT NULL OR resolution IN ('written_off', 'ignored')`),
    index('settlement_lines_requested').on(table.id).where(sql`requested_by IS NOT NULL AND is_open`),
  ],
);

/** The payments among which a person has split a line (RECON-03). */
export const settlementLineParts = pgTable(
  'settlement_line_parts',
  {
    lineId: bigint({ mode: 'number' })
      .notNull()
      .references(() => settlementLines.id),
    paymentId: recordId().notNull(),
    amountPaise: paise().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.lineId, table.paymentId] }),
    unique('settlement_line_parts_payment').on(table.paymentId),
    check('settlement_line_parts_amount', sql`${table.amountPaise} > 0`),
  ],
);

/** Payments that have changed since their lines were matched, written by a trigger. */
export const settlementChanges = pgTable('settlement_changes', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  paymentIds: text().array().notNull(),
});

/** The days of payments that were compared with the reports; one row. */
export const settlementProgress = pgTable(
  'settlement_progress',
  {
    onlyRow: integer().primaryKey().default(1),
    firstDay: date().notNull(),
    lastDay: date().notNull(),
  },
  (table) => [check('settlement_progress_one_row', sql`${table.onlyRow} = 1`)],
);
