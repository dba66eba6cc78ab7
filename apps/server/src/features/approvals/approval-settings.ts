import type { ApprovalSettings } from '@wayside/contract/approvals';
import { ROLES, roleMay } from '@wayside/contract/roles';
import type pg from 'pg';
import { z } from 'zod';
import type { ActorContext } from '../../context.ts';
import { type ApprovalLimits, readLimits } from '../../money/ledger/approval-requests.ts';
import { requireRight } from '../../money/ledger/payment-rights.ts';
import { lockLedger } from '../../money/ledger/post-entries.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { approvalSettings } from '../../platform/db/schema/approvals.ts';
import { defineStatement, rowsOf } from '../../platform/db/statement.ts';

const APPROVERS: readonly string[] = ROLES.filter((role) => roleMay(role, 'money:move'));

const OTHER_APPROVERS = defineStatement({
  name: 'other-approvers',
  text: `SELECT count(*) AS count FROM admins AS a WHERE suspended_at IS NULL AND email_key IS NOT NULL AND role = ANY ($1)
      AND id IS DISTINCT FROM $2 AND NOT EXISTS (SELECT FROM password_links WHERE admin_id = a.id)`,
  row: z.object({ count: z.number() }),
  example: [['owner'], null],
});

type SettingsContext = Pick<ActorContext, 'database' | 'actor'>;

async function readSettings(client: pg.ClientBase, { actor }: SettingsContext): Promise<ApprovalSettings> {
  const [others] = await rowsOf(client, OTHER_APPROVERS, [APPROVERS, actor.id]);
  return { ...(await readLimits(client)), otherApprovers: others?.count ?? 0 };
}

/** When payments need approval, and how many others who can sign in could approve one of the caller's (TEAM-06). */
export const getApprovalSettings = (context: SettingsContext): Promise<ApprovalSettings> =>
  context.database.transaction((client) => readSettings(client, context));

/** The limits that change; undefined leaves a limit as it is, null switches it off (OWN-07). */
export type UpdateApprovalSettingsInput = { readonly [K in keyof ApprovalLimits]: ApprovalLimits[K] | undefined };

/**
 * Changes the limits that are named, for the payments and adjustments that begin afterwards (TEAM-06, PAYO-11, OWN-07).
 * @throws 403 when the person has lost the right in the meantime
 */
export function updateApprovalSettings(
  context: SettingsContext & Pick<ActorContext, 'now'>,
  input: UpdateApprovalSettingsInput,
): Promise<ApprovalSettings> {
  return context.database.transaction(async (client) => {
    // Each payment is checked against the limits of one instant, and of two changes the second one reads the first.
    await lockLedger(client);
    await requireRight(client, context.actor, 'approvals:configure');
    const before = await readLimits(client);
    const given = Object.entries(input).filter(([, limit]) => limit !== undefined);
    const limits: ApprovalLimits = { ...before, ...Object.fromEntries(given) };
    await orm(client)
      .insert(approvalSettings)
      .values(limits)
      .onConflictDoUpdate({ target: approvalSettings.onlyRow, set: limits });
    const fields = Object.keys(before) as (keyof ApprovalLimits)[];
    const changes = fields
      .map((field) => ({ field, before: before[field], after: limits[field] }))
      .filter((change) => change.before !== change.after);
    if (changes.length > 0)
      await recordActivity(client, context.actor, context.now(), {
        action: 'updated',
        entity: 'approval_settings',
        entityId: null,
        changes,
      });
    return readSettings(client, context);
  });
}
