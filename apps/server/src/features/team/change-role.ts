import type { Role } from '@wayside/contract/roles';
import type { Member } from '@wayside/contract/team';
import { eq } from 'drizzle-orm';
import { conflict } from '../../api-error.ts';
import { orm } from '../../db/orm.ts';
import { recordActivity } from '../../db/record-activity.ts';
import { admins } from '../../db/schema/session.ts';
import { changeTeam, requireAnotherOwner, type TeamContext } from './change-team.ts';

/**
 * Changes a role, which counts from the next call on (TEAM-02). The same role changes nothing.
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
    await recordActivity(client, context.actor, at, {
      action: 'role_changed',
      entity: 'admin',
      entityId: id,
      changes: [{ field: 'role', before: member.role, after: role }],
    });
  });
}
