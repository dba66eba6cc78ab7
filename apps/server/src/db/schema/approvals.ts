import { APPROVAL_CAUSES, APPROVAL_STATES, DEFAULT_ADJUSTMENT_LIMITS } from '@wayside/contract/approvals';
import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, instant, paise, recordId, wordsOf } from './columns.ts';
import { loyaltyPayouts } from './loyalty.ts';
import { mechanics } from './mechanics.ts';
import { payouts } from './payouts.ts';
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
    /** Up to which amount these roles adjust a balance at a time (PAYO-11). */
    managerAdjustmentPaise: paise().notNull().default(DEFAULT_ADJUSTMENT_LIMITS.managerAdjustmentPaise),
    financeAdjustmentPaise: paise().notNull().default(DEFAULT_ADJUSTMENT_LIMITS.financeAdjustmentPaise),
  },
  (table) => [
    check('approval_settings_one_row', sql`${table.onlyRow} = 1`),
    check('approval_settings_limits', sql`${table.limitPaise} > 0 AND ${table.dayLimitPaise} > 0`),
    check(
      'approval_settings_adjustments',
      sql`${table.managerAdjustmentPaise} >= 0 AND ${table.financeAdjustmentPaise} >= 0`,
    ),
  ],
);

/**
 * Payments out that wait, or waited, for somebody else (TEAM-06). A trigger lets nothing but the decision change, once.
 */
export const approvals = pgTable(
  'approvals',
  {
    id: recordId().primaryKey(),
    kind: text({ enum: ['payout', 'loyalty'] }).notNull(),
    userId: recordId().references(() => users.id),
    mechanicId: recordId().references(() => mechanics.id),
    amountPaise: paise().notNull(),
    /** Of a payout. */
    method: text(),
    transactionId: text().notNull(),
    transactionKey: text().notNull(),
    requestHash: bytes().notNull(),
    cause: text({ enum: APPROVAL_CAUSES }).notNull(),
    requestedBy: recordId()
      .notNull()
      .references(() => admins.id),
    requestedAt: instant().notNull(),
    lapsesAt: instant().notNull(),
    state: text({ enum: APPROVAL_STATES }).notNull().default('waiting'),
    decidedBy: recordId().references(() => admins.id),
    decidedAt: instant(),
    /** Why it was rejected; goes when the payee is erased (USER-06). */
    reason: text(),
    /** What an approved one has paid. */
    payoutId: recordId().references(() => payouts.id),
    loyaltyPayoutId: recordId().references(() => loyaltyPayouts.id),
  },
  (table) => [
    check('approvals_id', sql`${table.id} ~ '^[0-9a-f]{24}$'`),
    check('approvals_state', sql`${table.state} IN (${wordsOf(APPROVAL_STATES)})`),
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
    // A waiting request holds its transaction id, and a wallet is asked for once.
    uniqueIndex('approvals_waiting_transaction').on(table.transactionKey).where(sql`state = 'waiting'`),
    uniqueIndex('approvals_waiting_wallet')
      .on(sql`coalesce(user_id, mechanic_id)`)
      .where(sql`state = 'waiting' AND kind = 'loyalty'`),
    uniqueIndex('approvals_payout').on(table.payoutId),
    uniqueIndex('approvals_loyalty_payout').on(table.loyaltyPayoutId),
    index('approvals_waiting').on(table.requestedAt, table.id).where(sql`state = 'waiting'`),
    index('approvals_decided').on(table.decidedAt.desc(), table.id.desc()).where(sql`state <> 'waiting'`),
    index('approvals_user').on(table.userId),
    index('approvals_mechanic').on(table.mechanicId),
  ],
);
