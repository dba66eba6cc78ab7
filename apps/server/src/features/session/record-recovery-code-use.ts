import type pg from 'pg';
import type { Actor } from '../../actor.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { countRecoveryCodes } from '../../platform/two-factor/factors.ts';

/** Logs that an administrator has used a recovery code up, in the transaction of it (TEAM-04). @returns how many are left */
export async function recordRecoveryCodeUse(
  client: pg.ClientBase,
  actor: Actor & { readonly id: string },
  at: Date,
): Promise<number> {
  const left = await countRecoveryCodes(client, actor.id);
  await recordActivity(client, actor, at, {
    action: 'recovery_code_used',
    entity: 'admin',
    entityId: actor.id,
    changes: [{ field: 'recoveryCodesLeft', before: left + 1, after: left }],
  });
  return left;
}
