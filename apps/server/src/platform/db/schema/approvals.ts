import { APPROVAL_CAUSES, DEFAULT_ADJUSTMENT_LIMITS, STORED_APPROVAL_STATES } from '@wayside/contract/approvals';
import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, instant, paise, recordId, wordsOf } from './columns.ts';
import { mechanics } from './mechanics.ts';
import { loyaltyPayouts, payouts } from './payouts.ts';
import { admins } from './session.ts';
import { users } from './users.ts';

/** Above which amounts payments need approval (TEAM-06), and the limits of adjustments: one row, or none before an Owner sets any. */
export const approvalSettings = pgTable(
  'approval_settings',
  {
    onlyRow: integer().primaryKey().default(1),
    /** Null: no payment needs approval for its amount. */
    limitPaise: paise(),
    /** Null: none does for what its person has paid out within the day. */
    dayLimitPaise: paise(),
    /** The limit of one adjustment by role; null: none (PAYO-11, OWN-07). */
    managerAdjustmentPaise: paise().default(DEFAULT_ADJUSTMENT_LIMITS.managerAdjustmentPaise),
    financeAdjustmentPaise: paise().default(DEFAULT_ADJUSTMENT_LIMITS.financeAdjustmentPaise),
    /** The limit of all adjustments of one person within a day by role; null: none (OWN-07). */
    managerAdjustmentDayPaise: paise().default(DEFAULT_ADJUSTMENT_LIMITS.managerAdjustmentDayPaise),
    financeAdjustmentDayPaise: paise().default(DEFAULT_ADJUSTMENT_LIMITS.financeAdjustmentDayPaise),
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
  ],
);

/**
 * Requests to pay that need, or needed, approval by somebody else (TEAM-06, OWN-08). A request is open while its state is `waiting`: first
 * without, then with an approver; it reserves its amount in both. A trigger lets nothing but approval and decision change, once each.
 */
export const approvals = pgTable(
  'approvals',
  {
    id: recordId().primaryKey(),
    kind: text({ enum: ['payout', 'loyalty'] }).notNull(),
    userId: recordId().references(() => users.id),
    mechanicId: recordId().references(() => mechanics.id),
    amountPaise: paise().notNull(),
    /** Of a payout: the method that the requester intends. */
    method: text(),
    /** The intended id, of a request by a payout call; else empty. The payment has the id that has paid. */
    transactionId: text().notNull(),
    /** The normalized intended id; of a request without one, `request ` and the client's key. */
    transactionKey: text().notNull(),
    requestHash: bytes().notNull(),
    /** Why the requester pays it; goes when the payee is erased (USER-06). */
    note: text(),
    cause: text({ enum: APPROVAL_CAUSES }).notNull(),
    requestedBy: recordId()
      .notNull()
      .references(() => admins.id),
    requestedAt: instant().notNull(),
    /** When it expires; the approval moves it (OWN-08). */
    lapsesAt: instant().notNull(),
    approvedBy: recordId().references(() => admins.id),
    approvedAt: instant(),
    state: text({ enum: STORED_APPROVAL_STATES }).notNull().default('waiting'),
    /** Of a paid request the approver. */
    decidedBy: recordId().references(() => admins.id),
    /** When it was paid, or ended without payment. */
    decidedAt: instant(),
    /** Who recorded the payment; null where the release before 0033 has paid with the approval. */
    paidBy: recordId().references(() => admins.id),
    /** Why it was rejected; goes when the payee is erased (USER-06). */
    reason: text(),
    /** What an approved one has paid. */
    payoutId: recordId().references(() => payouts.id),
    loyaltyPayoutId: recordId().references(() => loyaltyPayouts.id),
  },
  (table) => [
    check('approvals_id', sql`${table.id} ~ '^[0-9a-f]{24}$'`),
    check('approvals_state', sql`${table.state} IN (${wordsOf(STORED_APPROVAL_STATES)})`),
    check('approvals_cause', sql`${table.cause} IN (${wordsOf(APPROVAL_CAUSES)})`),
    check('approvals_amount', sql`${table.amountPaise} > 0`),
    check('approvals_payee', sql`num_nonnulls(${table.userId}, ${table.mechanicId}) = 1`),
    check(
      'approvals_kind',
      sql`CASE ${table.kind} WHEN 'payout' THEN ${table.mechanicId} IS NOT NULL AND ${table.method} IS NOT NULL
        WHEN 'loyalty' THEN ${table.method} IS NULL ELSE false END`,
    ),
    // Four eyes: nobody approves their own request, whatever the program does.
    check(
      'approvals_approved_by',
      sql`(${table.approvedBy} IS NULL) = (${table.approvedAt} IS NULL)
        AND (${table.approvedBy} IS NULL OR ${table.approvedBy} <> ${table.requestedBy})`,
    ),
    // A request without an intended id is paid by recording one, never by its approval alone.
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
    // An open request holds its intended transaction id, and a wallet is requested once.
    uniqueIndex('approvals_waiting_transaction').on(table.transactionKey).where(sql`state = 'waiting'`),
    uniqueIndex('approvals_waiting_wallet')
      .on(sql`coalesce(user_id, mechanic_id)`)
      .where(sql`state = 'waiting' AND kind = 'loyalty'`),
    uniqueIndex('approvals_payout').on(table.payoutId),
    uniqueIndex('approvals_loyalty_payout').on(table.loyaltyPayoutId),
    // What became of an earlier request with the same id or key.
    index('approvals_transaction').on(table.transactionKey),
    index('approvals_waiting').on(table.requestedAt, table.id).where(sql`state = 'waiting'`),
    index('approvals_decided').on(table.decidedAt.desc(), table.id.desc()).where(sql`state <> 'waiting'`),
    index('approvals_user').on(table.userId),
    index('approvals_mechanic').on(table.mechanicId),
  ],
);
