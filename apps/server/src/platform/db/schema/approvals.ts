import {
  APPROVAL_CAUSES,
  DEFAULT_ADJUSTMENT_LIMITS,
  DEFAULT_REFUND_LIMITS,
  STORED_APPROVAL_STATES,
} from '@wayside/contract/approvals';
import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, instant, paise, quoteLiterals, recordId } from './columns.ts';
import { mechanicReference } from './mechanics.ts';
import { loyaltyPayouts, payouts } from './payouts.ts';
import { adminReference } from './session.ts';
import { userReference } from './users.ts';

/**
 * Limits above which payments need approval (TEAM-06), and limits of adjustments (PAYO-11, OWN-07). At most one row;
 * null means no limit.
 */
export const approvalSettings = pgTable(
  'approval_settings',
  {
    onlyRow: integer().primaryKey().default(1),
    limitPaise: paise(),
    /** The limit of an administrator's total payments on a day. */
    dayLimitPaise: paise(),
    managerAdjustmentPaise: paise().default(DEFAULT_ADJUSTMENT_LIMITS.managerAdjustmentPaise),
    financeAdjustmentPaise: paise().default(DEFAULT_ADJUSTMENT_LIMITS.financeAdjustmentPaise),
    /** The limit of an administrator's total adjustments on a day. */
    managerAdjustmentDayPaise: paise().default(DEFAULT_ADJUSTMENT_LIMITS.managerAdjustmentDayPaise),
    financeAdjustmentDayPaise: paise().default(DEFAULT_ADJUSTMENT_LIMITS.financeAdjustmentDayPaise),
    /** The limit of an administrator's refunds without approval on a day (REFD-02). */
    managerRefundPaise: paise().default(DEFAULT_REFUND_LIMITS.managerRefundPaise),
    financeRefundPaise: paise().default(DEFAULT_REFUND_LIMITS.financeRefundPaise),
  },
  (table) => [
    check('approval_settings_one_row', sql`${table.onlyRow} = 1`),
    check('approval_settings_limits', sql`${table.limitPaise} > 0 AND ${table.dayLimitPaise} > 0`),
    check(
      'approval_settings_adjustments',
      sql`${table.managerAdjustmentPaise} >= 0 AND ${table.financeAdjustmentPaise} >= 0`,
    ),
    check(
      'approval_settings_adjustment_days',
      sql`${table.managerAdjustmentDayPaise} >= 0 AND ${table.financeAdjustmentDayPaise} >= 0`,
    ),
    check('approval_settings_refunds', sql`${table.managerRefundPaise} >= 0 AND ${table.financeRefundPaise} >= 0`),
  ],
);

/**
 * Requests for payments that a second administrator must approve (TEAM-06, OWN-08). A request in state `waiting`
 * reserves its amount, both before and after its approval. A trigger allows only the approval and the decision to
 * change, each once.
 */
export const approvals = pgTable(
  'approvals',
  {
    id: recordId().primaryKey(),
    kind: text({ enum: ['payout', 'loyalty'] }).notNull(),
    userId: userReference(),
    mechanicId: mechanicReference(),
    amountPaise: paise().notNull(),
    /** The requested payment method of a payout. */
    method: text(),
    /** The intended transaction id; empty if the request has none. The payment stores the id that was actually used. */
    transactionId: text().notNull(),
    /** The normalized id or, if there is none, `request ` and the client's key. */
    transactionKey: text().notNull(),
    requestHash: bytes().notNull(),
    /** The requester's reason; removed when the payee is erased (USER-06). */
    note: text(),
    cause: text({ enum: APPROVAL_CAUSES }).notNull(),
    requestedBy: adminReference().notNull(),
    requestedAt: instant().notNull(),
    /** When the request expires. An approval extends it (OWN-08). */
    lapsesAt: instant().notNull(),
    approvedBy: adminReference(),
    approvedAt: instant(),
    state: text({ enum: STORED_APPROVAL_STATES }).notNull().default('waiting'),
    decidedBy: adminReference(),
    decidedAt: instant(),
    /** Null if an older release paid in the same step as the approval. */
    paidBy: adminReference(),
    /** The reason why the administrator rejected the request. It is removed when the payee is erased (USER-06). */
    reason: text(),
    payoutId: recordId().references(() => payouts.id),
    loyaltyPayoutId: recordId().references(() => loyaltyPayouts.id),
  },
  (table) => [
    check('approvals_id', sql`${table.id} ~ '^[0-9a-f]{24}$'`),
    check('approvals_state', sql`${table.state} IN (${quoteLiterals(STORED_APPROVAL_STATES)})`),
    check('approvals_cause', sql`${table.cause} IN (${quoteLiterals(APPROVAL_CAUSES)})`),
    check('approvals_amount', sql`${table.amountPaise} > 0`),
    check('approvals_payee', sql`num_nonnulls(${table.userId}, ${table.mechanicId}) = 1`),
    check(
      'approvals_kind',
      sql`CASE ${table.kind} WHEN 'payout' THEN ${table.mechanicId} IS NOT NULL AND ${table.method} IS NOT NULL
        WHEN 'loyalty' THEN ${table.method} IS NULL ELSE false END`,
    ),
    // Four eyes: administrators cannot approve their own requests.
    check(
      'approvals_approved_by',
      sql`(${table.approvedBy} IS NULL) = (${table.approvedAt} IS NULL)
        AND (${table.approvedBy} IS NULL OR ${table.approvedBy} <> ${table.requestedBy})`,
    ),
    // A request without an intended id is paid when an id is recorded, not when it is approved.
    check(
      'approvals_paid_by',
      sql`CASE WHEN ${table.paidBy} IS NULL THEN ${table.state} <> 'approved' OR ${table.transactionId} <> ''
        ELSE ${table.state} = 'approved' AND ${table.approvedBy} IS NOT NULL AND ${table.decidedBy} = ${table.approvedBy} END`,
    ),
    check(
      'approvals_four_eyes',
      sql`${table.state} <> 'approved' OR (${table.decidedBy} IS NOT NULL AND ${table.decidedBy} <> ${table.requestedBy})`,
    ),
    check(
      'approvals_decided_by',
      sql`CASE ${table.state} WHEN 'rejected' THEN ${table.decidedBy} IS NOT NULL AND ${table.decidedBy} <> ${table.requestedBy}
        WHEN 'withdrawn' THEN ${table.decidedBy} IS NOT NULL AND ${table.decidedBy} = ${table.requestedBy}
        WHEN 'approved' THEN true ELSE ${table.decidedBy} IS NULL END`,
    ),
    check('approvals_decided_at', sql`(${table.state} = 'waiting') = (${table.decidedAt} IS NULL)`),
    check(
      'approvals_payment',
      sql`num_nonnulls(${table.payoutId}, ${table.loyaltyPayoutId}) = CASE ${table.state} WHEN 'approved' THEN 1 ELSE 0 END
        AND (${table.payoutId} IS NULL OR ${table.kind} = 'payout') AND (${table.loyaltyPayoutId} IS NULL OR ${table.kind} = 'loyalty')`,
    ),
    // An open request reserves its transaction id, and a wallet can have only one open request.
    uniqueIndex('approvals_waiting_transaction').on(table.transactionKey).where(sql`state = 'waiting'`),
    uniqueIndex('approvals_waiting_wallet')
      .on(sql`coalesce(user_id, mechanic_id)`)
      .where(sql`state = 'waiting' AND kind = 'loyalty'`),
    uniqueIndex('approvals_payout').on(table.payoutId),
    uniqueIndex('approvals_loyalty_payout').on(table.loyaltyPayoutId),
    // Used to find the outcome of an earlier request with the same id or key.
    index('approvals_transaction').on(table.transactionKey),
    index('approvals_waiting').on(table.requestedAt, table.id).where(sql`state = 'waiting'`),
    index('approvals_decided').on(table.decidedAt.desc(), table.id.desc()).where(sql`state <> 'waiting'`),
    index('approvals_user').on(table.userId),
    index('approvals_mechanic').on(table.mechanicId),
  ],
);
