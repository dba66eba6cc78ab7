import type { Member } from '@wayside/contract/team';
import { eq } from 'drizzle-orm';
import { conflict } from '../../api-error.ts';
import { endSessions, expirePasswordLinks } from '../../platform/accounts/passwords.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { admins } from '../../platform/db/schema/session.ts';
import { changeTeam, requireAnotherOwner, type TeamContext } from './change-team.ts';

/**
 * Suspends an administrator and ends their sessions, unfinished sign-ins and invitation, at once on every node (TEAM-02). A
 * suspended one stays suspended.
 * @throws 404; 409 for oneself, and for the last active owner
 */
export function suspendMember(context: TeamContext, { id }: { readonly id: string }): Promise<Member> {
  return changeTeam(context, id, async ({ client, at, member }) => {
    if (member.isSelf) throw conflict('You cannot suspend yourself. Ask another owner.');
    if (member.state === 'suspended') return;
    await requireAnotherOwner(client, member);
    await orm(client).update(admins).set({ suspendedAt: at }).where(eq(admins.id, id));
    await endSessions(client, id);
    await expirePasswordLinks(client, id, at);
    await recordActivity(client, context.actor, at, { action: 'suspended', entity: 'admin', entityId: id });
  });
}

/** Lets a suspended administrator sign in again (TEAM-02). One who is not suspended stays as they are. @throws 404 */
export function reactivateMember(context: TeamContext, { id }: { readonly id: string }): Promise<Member> {
  return changeTeam(context, id, async ({ client, at, member }) => {
    if (member.state !== 'suspended') return;
    await orm(client).update(admins).set({ suspendedAt: null }).where(eq(admins.id, id));
    await recordActivity(client, context.actor, at, { action: 'reactivated', entity: 'admin', entityId: id });
  });
}
