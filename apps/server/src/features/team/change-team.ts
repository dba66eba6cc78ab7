import { COMMAND_LINE_ID } from '@wayside/contract/activity';
import { type Role, roleMay } from '@wayside/contract/roles';
import type { Member } from '@wayside/contract/team';
import { and, eq, isNull } from 'drizzle-orm';
import type pg from 'pg';
import { conflict, permissionDenied } from '../../api-error.ts';
import type { ActorContext } from '../../context.ts';
import { hasAnotherOwner, lockRoles, setRole } from '../../platform/accounts/change-role.ts';
import { createPasswordLink, endSessions, expirePasswordLinks } from '../../platform/accounts/passwords.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { adminIdentities, admins } from '../../platform/db/schema/session.ts';
import { readMember } from './list-team.ts';

/** The context of a change of the team, which a command can also provide. */
export type TeamContext = Pick<ActorContext, 'database' | 'now' | 'actor'>;

/** The transaction that changes the team, and the member's current row. */
export interface TeamChange {
  readonly client: pg.ClientBase;
  readonly at: Date;
  readonly member: Member;
}

/**
 * Changes the team under a lock, so that two owners who demote each other cannot both succeed.
 * @returns the changed member @throws 403; 404
 */
export function changeTeam(
  context: TeamContext,
  id: string,
  change: (input: TeamChange) => Promise<void>,
): Promise<Member> {
  const { database, now, actor } = context;
  return database.transaction(async (client) => {
    await lockTeam(client, actor.id);
    const at = now();
    const key = { id, selfId: actor.id };
    await change({ client, at, member: await readMember(client, at, key) });
    return readMember(client, at, key);
  });
}

/**
 * Locks the team, so that no other transaction changes it. @throws 403 if the actor has lost the right in the
 * meantime
 */
export async function lockTeam(client: pg.ClientBase, actorId: string | null): Promise<void> {
  await lockRoles(client);
  if (actorId === null || actorId === COMMAND_LINE_ID) return;
  const [actor] = await orm(client)
    .select({ role: admins.role })
    .from(admins)
    .where(and(eq(admins.id, actorId), isNull(admins.suspendedAt)));
  if (!actor || !roleMay(actor.role, 'team:manage')) throw permissionDenied('team:manage');
}

/** Requires another owner who can sign in. @throws 409 if the member is the last active owner with a password */
async function requireAnotherOwner(client: pg.ClientBase, { id, role, state }: Member): Promise<void> {
  if (role !== ('owner' satisfies Role) || state === 'suspended' || (await hasAnotherOwner(client, id))) return;
  throw conflict('last_owner');
}

/**
 * Changes a role with effect from the next call. Ends unfinished sign-ins, and the proofs of identity in open
 * sessions (TEAM-02, TEAM-05).
 * @throws 409 if the member is the caller, the last active owner, or a person whose groups determine the role
 *   (SHIP-04)
 */
export function changeRole(
  context: TeamContext,
  { id, role }: { readonly id: string; readonly role: Role },
): Promise<Member> {
  return changeTeam(context, id, async ({ client, at, member }) => {
    if (member.isSelf) throw conflict('own_role');
    if (member.signInWay !== 'password') throw conflict('role_of_provider');
    if (member.role === role) return;
    await requireAnotherOwner(client, member);
    await setRole(client, context.actor, { id, before: member.role, after: role, at });
  });
}

/**
 * Suspends an administrator. Ends their sessions, unfinished sign-ins and invitation on every node (TEAM-02).
 * @throws 404; 409 if the member is the caller or the last active owner
 */
export function suspendMember(context: TeamContext, { id }: { readonly id: string }): Promise<Member> {
  return changeTeam(context, id, async ({ client, at, member }) => {
    if (member.isSelf) throw conflict('own_suspension');
    if (member.state === 'suspended') return;
    await requireAnotherOwner(client, member);
    await orm(client).update(admins).set({ suspendedAt: at }).where(eq(admins.id, id));
    await endSessions(client, id);
    await expirePasswordLinks(client, id, at);
    await recordActivity(client, context.actor, at, { action: 'suspended', entity: 'admin', entityId: id });
  });
}

/**
 * Reactivates a suspended administrator, who can then sign in again (TEAM-02). Does nothing if the administrator is
 * not suspended. @throws 404
 */
export function reactivateMember(context: TeamContext, { id }: { readonly id: string }): Promise<Member> {
  return changeTeam(context, id, async ({ client, at, member }) => {
    if (member.state !== 'suspended') return;
    await orm(client).update(admins).set({ suspendedAt: null }).where(eq(admins.id, id));
    await recordActivity(client, context.actor, at, { action: 'reactivated', entity: 'admin', entityId: id });
  });
}

/**
 * Disconnects an administrator from the identity provider and ends their sessions (SHIP-04).
 * @returns the token of a link to set a password; null if the administrator has one @throws 404; 409
 */
export async function disconnectMember(
  context: TeamContext,
  { id }: { readonly id: string },
): Promise<{ token: string | null; record: Member }> {
  const link: { token: string | null } = { token: null };
  const record = await changeTeam(context, id, async ({ client, at, member }) => {
    if (member.isSelf) throw conflict('own_disconnection');
    const removed = await orm(client)
      .delete(adminIdentities)
      .where(eq(adminIdentities.adminId, id))
      .returning({ id: adminIdentities.id });
    if (removed.length === 0) throw conflict('signs_in_by_password');
    await endSessions(client, id);
    const [admin] = await orm(client)
      .select({ hasPassword: admins.hasPassword })
      .from(admins)
      .where(eq(admins.id, id));
    if (!admin?.hasPassword) link.token = await createPasswordLink(client, id, at);
    await recordActivity(client, context.actor, at, {
      action: 'single_sign_on_disconnected',
      entity: 'admin',
      entityId: id,
      decides: removed.map((identity) => ({ kind: 'admin_identity', id: identity.id })),
    });
  });
  return { ...link, record };
}
