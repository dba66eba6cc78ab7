import { COMMAND_LINE_ID } from '@wayside/contract/activity';
import type { Role } from '@wayside/contract/roles';
import { roleMay } from '@wayside/contract/roles';
import type { Member } from '@wayside/contract/team';
import { and, eq, isNotNull, isNull, ne, notExists } from 'drizzle-orm';
import type pg from 'pg';
import { conflict, forbidden } from '../../api-error.ts';
import type { ActorContext } from '../../context.ts';
import { advisoryLocks } from '../../platform/db/advisory-locks.ts';
import { orm } from '../../platform/db/orm.ts';
import { admins, passwordLinks } from '../../platform/db/schema/session.ts';
import { readMember } from './list-team.ts';

/** The context of a change of the team, which a command makes too. */
export type TeamContext = Pick<ActorContext, 'database' | 'now' | 'actor'>;

/** A transaction that changes the team, and the member as it is in it. */
export interface TeamChange {
  readonly client: pg.ClientBase;
  readonly at: Date;
  readonly member: Member;
}

/**
 * Changes the team in one transaction, one at a time, so that two owners who demote each other do not both succeed.
 * @returns the member after the change
 * @throws 403 when the actor has lost the right in the meantime; 404 without such a member
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

/** Makes the transaction the only one that changes the team. @throws 403 when the actor has lost the right in the meantime */
export async function lockTeam(client: pg.ClientBase, actorId: string | null): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.team]);
  if (actorId === null || actorId === COMMAND_LINE_ID) return;
  const [actor] = await orm(client)
    .select({ role: admins.role })
    .from(admins)
    .where(and(eq(admins.id, actorId), isNull(admins.suspendedAt)));
  if (!actor || !roleMay(actor.role, 'team:manage')) throw forbidden('Your role may not manage the team.');
}

/**
 * Checks that an owner who can sign in is left when this one is none any more.
 * @throws 409 for the last active owner
 */
export async function requireAnotherOwner(client: pg.ClientBase, { id, role, state }: Member): Promise<void> {
  if (role !== ('owner' satisfies Role) || state === 'suspended') return;
  const unused = orm(client)
    .select({ adminId: passwordLinks.adminId })
    .from(passwordLinks)
    .where(eq(passwordLinks.adminId, admins.id));
  const others = await orm(client)
    .select({ id: admins.id })
    .from(admins)
    .where(
      and(
        eq(admins.role, 'owner'),
        isNull(admins.suspendedAt),
        isNotNull(admins.emailKey),
        ne(admins.id, id),
        notExists(unused),
      ),
    )
    .limit(1);
  if (others.length === 0) throw conflict('This is the last active owner. Make somebody else an owner first.');
}
