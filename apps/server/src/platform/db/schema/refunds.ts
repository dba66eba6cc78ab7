import { REFUND_KINDS, REFUND_STATES } from '@wayside/contract/filter-values';
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, pgView, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant, listIndex, paise, quoteLiterals, recordId } from './columns.ts';
import { mechanicReference } from './mechanics.ts';
import { payments } from './payments.ts';
import { adminReference } from './session.ts';

/**
 * Refunds and disputes of payments (REFD-01, REFD-03). One trigger allows only the changes in docs/money.md; another
 * limits the total refunded to the amount paid.
 */
export const refunds = pgTable(
  'refunds',
  {
    id: recordId().primaryKey(),
    paymentId: recordId()
      .references(() => payments.id)
      .notNull(),
    /** The mechanic who earned the payment at the time of the request. */
    mechanicId: mechanicReference(),
    kind: text({ enum: REFUND_KINDS }).notNull(),
    state: text({ enum: REFUND_STATES }).notNull(),
    amountPaise: paise().notNull(),
    /** The returned amount. For a confirmed refund, the full amount; for a lost dispute, the rest of the payment. */
    returnedPaise: paise().notNull().default(0),
    /** The share that the mechanic bears. For a dispute, it applies once the dispute is lost. */
    mechanicPercent: integer().notNull().default(0),
    mechanicPaise: paise().generatedAlwaysAs(sql`(returned_paise * mechanic_percent + 50) / 100`),
    /** Removed when the customer or mechanic is erased (USER-06). */
    reason: text(),
    /** The bank's deadline for the evidence of a dispute. */
    dueAt: instant(),
    /** The deadline as corrected by an administrator; `dueAt` is sealed by the entry that opened the dispute. */
    correctedDueAt: instant(),
    /**
     * For a dispute: whether the payment had already been refunded when the dispute was opened. Otherwise null,
     * because seals of older rows lack this value.
     */
    isAfterRefund: boolean(),
    /** Null if the marketplace made the refund. */
    requestedBy: adminReference(),
    requestedAt: instant().notNull(),
    /** The client's idempotency key; each key creates one refund or dispute. */
    requestKey: text(),
    /** When a pending refund expires. */
    lapsesAt: instant(),
    approvedBy: adminReference(),
    approvedAt: instant(),
    /** Null if the marketplace decided. */
    decidedBy: adminReference(),
    decidedAt: instant(),
    /** The reason for the rejection or for the dispute's outcome; removed like `reason`. */
    outcomeReason: text(),
    /** The marketplace's id of the refund. */
    sourceId: recordId(),
  },
  (table) => [
    check('refunds_id', sql`${table.id} ~ '^[0-9a-f]{24}$'`),
    check('refunds_kind', sql`${table.kind} IN (${quoteLiterals(REFUND_KINDS)})`),
    check(
      'refunds_state',
      sql`${table.state} IN (${quoteLiterals(REFUND_STATES)}) AND (${table.kind} = 'dispute') = (${table.state} IN ('open', 'lost', 'won'))`,
    ),
    check('refunds_amount', sql`${table.amountPaise} > 0`),
    check(
      'refunds_returned',
      sql`CASE ${table.state} WHEN 'confirmed' THEN ${table.returnedPaise} = ${table.amountPaise}
        WHEN 'lost' THEN ${table.returnedPaise} BETWEEN 0 AND ${table.amountPaise} ELSE ${table.returnedPaise} = 0 END`,
    ),
    check(
      'refunds_mechanic_percent',
      sql`${table.mechanicPercent} BETWEEN 0 AND 100 AND (${table.mechanicPercent} = 0 OR ${table.mechanicId} IS NOT NULL)`,
    ),
    check('refunds_due_at', sql`(${table.kind} = 'dispute') = (${table.dueAt} IS NOT NULL)`),
    check('refunds_corrected_due_at', sql`${table.correctedDueAt} IS NULL OR ${table.dueAt} IS NOT NULL`),
    check(
      'refunds_after_refund',
      sql`${table.isAfterRefund} IS NULL OR ${table.isAfterRefund} AND ${table.kind} = 'dispute'`,
    ),
    check('refunds_linked', sql`${table.state} <> 'linked' OR ${table.requestedBy} IS NULL`),
    check('refunds_requested_by', sql`(${table.requestedBy} IS NULL) = (${table.requestKey} IS NULL)`),
    // Four-eyes check: no one approves or rejects their own refund.
    check(
      'refunds_four_eyes',
      sql`(${table.approvedBy} IS NULL) = (${table.approvedAt} IS NULL) AND (${table.approvedBy} IS NULL OR ${table.approvedBy} <> ${table.requestedBy})
        AND (${table.state} <> 'rejected' OR ${table.decidedBy} <> ${table.requestedBy})`,
    ),
    check(
      'refunds_decided_at',
      sql`(${table.state} IN ('waiting', 'requested', 'open')) = (${table.decidedAt} IS NULL)`,
    ),
    uniqueIndex('refunds_request_key').on(table.requestKey),
    uniqueIndex('refunds_source').on(table.sourceId),
    index('refunds_payment').on(table.paymentId, table.requestedAt),
    index('refunds_mechanic').on(table.mechanicId),
    // An administrator's refunds within a day.
    index('refunds_requested_by').on(table.requestedBy, table.requestedAt),
    index('refunds_fragment').using('gin', sql`id gin_trgm_ops`),
    index('refunds_amount_paise').on(table.amountPaise),
    listIndex('refunds_listed', [], table.requestedAt, table.id),
    listIndex('refunds_state_listed', [table.state], table.requestedAt, table.id),
    index('refunds_due').on(table.dueAt).where(sql`state = 'open'`),
  ],
);

/**
 * Refunds and disputes with the customer and booking of their payment, defined in
 * `migrations/functions/listed_refunds.sql`.
 */
export const listedRefunds = pgView('listed_refunds', {
  id: recordId().notNull(),
  paymentId: recordId().notNull(),
  bookingId: recordId(),
  customerId: recordId(),
  mechanicId: recordId(),
  kind: text({ enum: REFUND_KINDS }).notNull(),
  state: text({ enum: REFUND_STATES }).notNull(),
  amountPaise: paise().notNull(),
  returnedPaise: paise().notNull(),
  mechanicPercent: integer().notNull(),
  reason: text(),
  dueAt: instant(),
  requestedBy: recordId(),
  requestedAt: instant().notNull(),
  approvedAt: instant(),
  decidedAt: instant(),
  outcomeReason: text(),
}).existing();
