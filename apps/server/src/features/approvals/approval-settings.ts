import { type ApprovalSettings, DEFAULT_ADJUSTMENT_LIMITS } from '@wayside/contract/approvals';
import { ROLES, roleMay } from '@wayside/contract/roles';
import { z } from 'zod';
import type { ActorContext } from '../../context.ts';
import { orm } from '../../db/orm.ts';
import { recordActivity } from '../../db/record-activity.ts';
import { approvalSettings } from '../../db/schema/approvals.ts';
import { defineStatement } from '../../db/statement.ts';
import { requireRight } from '../../ledger/payment-rights.ts';
import { lockLedger } from '../../ledger/post-entries.ts';

const APPROVERS: readonly string[] = ROLES.filter((role) => roleMay(role, 'money:move'));

const READ_SETTINGS = defineStatement({
  name: 'approval-settings',
  text: `SELECT (SELECT limit_paise FROM approval_settings) AS "limitPaise",
      (SELECT day_limit_paise FROM approval_settings) AS "dayLimitPaise",
      coalesce((SELECT manager_adjustment_paise FROM approval_settings), ${DEFAULT_ADJUSTMENT_LIMITS.managerAdjustmentPaise}) AS "managerAdjustmentPaise",
      coalesce((SELECT finance_adjustment_paise FROM approval_settings), ${DEFAULT_ADJUSTMENT_LIMITS.financeAdjustmentPaise}) AS "financeAdjustmentPaise",
      (SELECT count(*) FROM admins AS a WHERE suspended_at IS NULL AND email_key IS NOT NULL AND role = ANY ($1)
        AND id IS DISTINCT FROM $2 AND NOT EXISTS (SELECT FROM password_links WHERE admin_id = a.id)) AS "otherApprovers"`,
  row: z.object({
    limitPaise: z.nullable(z.number()),
    dayLimitPaise: z.nullable(z.number()),
    managerAdjustmentPaise: z.number(),
    financeAdjustmentPaise: z.number(),
    otherApprovers: z.number(),
  }),
  example: [['owner'], null],
});

/** When payments need approval, and how many others who can sign in could approve one of the caller's (TEAM-06). */
export async function getApprovalSettings({
  database,
  actor,
}: Pick<ActorContext, 'database' | 'actor'>): Promise<ApprovalSettings> {
  const [found] = await database.rows(READ_SETTINGS, [APPROVERS, actor.id]);
  if (!found) throw new Error('a selection of values returned no row');
  return found;
}

export interface UpdateApprovalSettingsInput extends Pick<ApprovalSettings, 'limitPaise' | 'dayLimitPaise'> {
  /** Null leaves it as it is (PAYO-11). */
  readonly managerAdjustmentPaise: number | null;
  readonly financeAdjustmentPaise: number | null;
}

const FIELDS = ['limitPaise', 'dayLimitPaise', 'managerAdjustmentPaise', 'financeAdjustmentPaise'] as const;

/** Sets the limits. They count for the payments and adjustments that begin afterwards (TEAM-06, PAYO-11). */
export async function updateApprovalSettings(
  context: Pick<ActorContext, 'database' | 'actor' | 'now'>,
  input: UpdateApprovalSettingsInput,
): Promise<ApprovalSettings> {
  await context.database.transaction(async (client) => {
    // Each payment is checked against the limits of one instant.
    await lockLedger(client);
    await requireRight(client, context.actor, 'approvals:configure');
    const [stored] = await orm(client).select().from(approvalSettings);
    const before = stored ?? { limitPaise: null, dayLimitPaise: null, ...DEFAULT_ADJUSTMENT_LIMITS };
    const limits = {
      limitPaise: input.limitPaise,
      dayLimitPaise: input.dayLimitPaise,
      managerAdjustmentPaise: input.managerAdjustmentPaise ?? before.managerAdjustmentPaise,
      financeAdjustmentPaise: input.financeAdjustmentPaise ?? before.financeAdjustmentPaise,
    };
    await orm(client)
      .insert(approvalSettings)
      .values(limits)
      .onConflictDoUpdate({ target: approvalSettings.onlyRow, set: limits });
    const changes = FIELDS.map((field) => ({ field, before: before[field], after: limits[field] })).filter(
      (change) => change.before !== change.after,
    );
    if (changes.length === 0) return;
    await recordActivity(client, context.actor, context.now(), {
      action: 'updated',
      entity: 'approval_settings',
      entityId: null,
      changes,
    });
  });
  return getApprovalSettings(context);
}
