import type { Role } from '@wayside/contract/roles';
import type { Member } from '@wayside/contract/team';
import { eq } from 'drizzle-orm';
import { conflict } from '../../api-error.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { admins, sessions } from '../../platform/db/schema/session.ts';
import { endPendingSteps } from '../../platform/two-factor/factors.ts';
import { changeTeam, requireAnotherOwner, type TeamContext } from './change-team.ts';

/**
 * Changes a role, which counts from the next call on (TEAM-02). It ends unfinished sign-ins and the proofs of open sessions
 * (TEAM-05). The same role changes nothing.
 * @throws 404; 409 for one's own role, and for the last active owner
 */
export function changeRole(
  context: TeamContext,
  { id, role }: { readonly id: string; readonly role: Role },
): Promise<Member> {
  return changeTeam(context, id, async ({ client, at, member }) => {
    if (member.isSelf) throw conflict('You cannot change your own role. Ask another owner.');
    if (member.role === role) return;
    await requireAnotherOwner(client, member);
    await orm(client).update(admins).set({ role }).where(eq(admins.id, id));
    await endPendingSteps(client, id);
    await orm(client).update(sessions).set({ provedAt: null }).where(eq(sessions.adminId, id));
    await recordActivity(client, context.actor, at, {
      action: 'role_changed',
      entity: 'admin',
      entityId: id,
      changes: [{ field: 'role', before: member.role, after: role }],
    });
  });
}
