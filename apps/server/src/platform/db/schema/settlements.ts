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
import { bytes, instant, listIndex, paise, quoteLiterals, recordId } from './columns.ts';
import { adminReference } from './session.ts';

/** Settlement reports and bank statements (RECON-01). */
export const settlementFiles = pgTable(
  'settlement_files',
  {
    id: recordId().primaryKey(),
    kind: text({ enum: SETTLEMENT_FILE_KINDS }).notNull(),
    profile: text().notNull(),
    /** The JSON of the profile that read the file. */
    definition: text().notNull(),
    name: text().notNull(),
    /** The SHA-256 of the file; each file is read only once. */
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
    check('settlement_files_kind', sql`${table.kind} IN (${quoteLiterals(SETTLEMENT_FILE_KINDS)})`),
    check('settlement_files_days', sql`${table.lineCount} > 0 AND ${table.firstDay} <= ${table.lastDay}`),
    uniqueIndex('settlement_files_hash').on(table.hash),
    listIndex('settlement_files_uploaded', [], table.uploadedAt, table.id),
  ],
);

/** The bytes of a file, encrypted (PRIV-01). */
export const settlementFileParts = pgTable(
  'settlement_file_parts',
  {
    /** The file's id, "-" and the part number. */
    id: text().primaryKey(),
    fileId: recordId()
      .notNull()
      .references(() => settlementFiles.id),
    part: integer().notNull(),
    content: text().notNull(),
  },
  (table) => [unique('settlement_file_parts_part').on(table.fileId, table.part)],
);

/**
 * A batch of payments that a gateway has settled, computed from its lines, with the bank credit that has the same UTR
 * (RECON-02).
 */
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
    /** The sum of the net amounts stated by the lines. */
    statedPaise: paise().notNull(),
    state: text({ enum: SETTLEMENT_STATES }).notNull().default('missing_there'),
    creditPaise: paise(),
    creditedOn: date(),
  },
  (table) => [
    check('settlements_state', sql`${table.state} IN (${quoteLiterals(SETTLEMENT_STATES)})`),
    unique('settlements_reference').on(table.source, table.reference),
    index('settlements_utr').on(table.utrKey),
    index('settlements_settled').on(table.settledOn.desc(), table.id.desc()),
  ],
);

/**
 * Lines of settlement reports and bank statements, payments missing from all reports, and settlements without a bank
 * credit (RECON-02).
 */
export const settlementLines = pgTable(
  'settlement_lines',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Null for a payment missing from all reports and for a settlement without a bank credit. */
    fileId: recordId().references(() => settlementFiles.id),
    line: integer(),
    /** The profile, which identifies the gateway or bank. Without a file, `payments` or `settlements`. */
    source: text().notNull(),
    type: text({ enum: LINE_TYPES }).notNull(),
    /** The line's id at the source, followed by its normalized form. */
    reference: text(),
    referenceKey: text(),
    /** The gateway's id of the payment. For a refund, the id of the original payment. */
    paymentKey: text(),
    orderId: text(),
    /** The UTR or RRN of the customer's transfer. For a bank statement line, every candidate. */
    bankKeys: text().array().notNull().default([]),
    utr: text(),
    settlementReference: text(),
    settledOn: date(),
    amountPaise: paise().notNull(),
    feePaise: paise().notNull().default(0),
    taxPaise: paise().notNull().default(0),
    netPaise: paise().notNull(),
    /** The date stated in the file; null without a file. */
    reportedOn: date(),
    /** The day of the payment, or of the line if there is no payment. */
    day: date().notNull(),
    state: text({ enum: LINE_STATES }).notNull(),
    step: text({ enum: MATCH_STEPS }),
    isOpen: boolean().notNull().default(true),
    /** Whether the line must be matched, for the first time or again after its payment changed. */
    needsMatch: boolean().notNull().default(true),
    /** Whether an earlier line has the same reference. */
    isRepeat: boolean().notNull().default(false),
    /** No foreign key, because the source may delete a payment. */
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
    /** The user who requested a write-off, which another user must approve. */
    requestedBy: adminReference(),
    requestedAt: instant(),
    /** The values that the approver approves. */
    requestedPaise: paise(),
    requestReason: text(),
    approvedBy: adminReference(),
  },
  (table) => [
    check('settlement_lines_type', sql`${table.type} IN (${quoteLiterals(LINE_TYPES)})`),
    check('settlement_lines_state', sql`${table.state} IN (${quoteLiterals(LINE_STATES)})`),
    check('settlement_lines_step', sql`${table.step} IN (${quoteLiterals(MATCH_STEPS)})`),
    check(
      'settlement_lines_resolution',
      sql`${table.resolution} IN (${quoteLiterals(RESOLUTIONS)}) AND num_nulls(${table.resolution}, ${table.resolvedBy}, ${table.resolvedAt}) IN (0, 3)`,
    ),
    check(
      'settlement_lines_written_off_amount',
      sql`(${table.resolution} IS NOT DISTINCT FROM 'written_off') = (${table.writtenOffPaise} IS NOT NULL)`,
    ),
    check('settlement_lines_ignored', sql`${table.state} <> 'ignored' OR ${table.reason} IS NOT NULL`),
    check('settlement_lines_file', sql`(${table.fileId} IS NULL) = (${table.line} IS NULL)`),
    // Four-eyes check: no one approves their own write-off.
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
    // Has no pending list, because each of many searches would have to read it.
    index('settlement_lines_bank_keys')
      .using('gin', table.bankKeys)
      .with({ fastupdate: false })
      .where(sql`bank_keys <> '{}'`),
    index('settlement_lines_settlement').on(table.settlementReference, table.source),
    index('settlement_lines_credit').on(table.settlementId).where(sql`settlement_id IS NOT NULL`),
    index('settlement_lines_payment').on(table.paymentId).where(sql`payment_id IS NOT NULL`),
    // At most one line pays a payment, and at most one reports it as missing.
    uniqueIndex('settlement_lines_pays')
      .on(table.paymentId)
      .where(sql`type IN ('payment', 'credit') AND file_id IS NOT NULL AND state <> 'duplicate'`),
    uniqueIndex('settlement_lines_missing').on(table.paymentId).where(sql`file_id IS NULL`),
    // At most one line reports that a settlement has no bank credit.
    uniqueIndex('settlement_lines_uncredited').on(table.settlementId).where(sql`file_id IS NULL`),
    index('settlement_lines_written_off')
      .on(table.resolvedBy, table.resolvedAt)
      .where(sql`resolution = 'written_off'`),
    // Decisions of users, which are sealed in the activity log.
    index('settlement_lines_decided')
      .on(sql`(id::text)`)
      .where(sql`requested_by IS NOT NULL OR resolution IN ('written_off', 'ignored')`),
    index('settlement_lines_requested').on(table.id).where(sql`requested_by IS NOT NULL AND is_open`),
  ],
);

/** The payments among which a user split a line (RECON-03). */
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

/** Payments that changed after their lines were matched, written by a trigger. */
export const settlementChanges = pgTable('settlement_changes', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  paymentIds: text().array().notNull(),
});

/** The days whose payments were compared with the reports, in a single row. */
export const settlementProgress = pgTable(
  'settlement_progress',
  {
    onlyRow: integer().primaryKey().default(1),
    firstDay: date().notNull(),
    lastDay: date().notNull(),
  },
  (table) => [check('settlement_progress_one_row', sql`${table.onlyRow} = 1`)],
);
