import type { Role } from '@wayside/contract/roles';
import { and, eq, isNotNull, isNull, ne, notExists } from 'drizzle-orm';
import type pg from 'pg';
import type { Actor } from '../../actor.ts';
import { advisoryLocks } from '../db/advisory-locks.ts';
import { orm } from '../db/orm.ts';
import { recordActivity } from '../db/record-activity.ts';
import { admins, passwordLinks, sessions } from '../db/schema/session.ts';
import { endPendingSteps } from '../two-factor/factors.ts';

/** Locks changes of roles and access until the transaction ends, so that at least one owner always remains. */
export const lockRoles = (client: pg.ClientBase): Promise<unknown> =>
  client.query('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.team]);

/**
 * Checks whether another active owner can sign in with a password, which works without an identity provider
 * (SHIP-04).
 */
export async function hasAnotherOwner(client: pg.ClientBase, id: string): Promise<boolean> {
  const unused = orm(client)
    .select({ adminId: passwordLinks.adminId })
    .from(passwordLinks)
    .where(eq(passwordLinks.adminId, admins.id));
  const isOtherOwner = and(eq(admins.role, 'owner'), eq(admins.hasPassword, true), ne(admins.id, id));
  const others = await orm(client)
    .select({ id: admins.id })
    .from(admins)
    .where(and(isOtherOwner, isNull(admins.suspendedAt), isNotNull(admins.emailKey), notExists(unused)))
    .limit(1);
  return others.length > 0;
}

interface RoleChange {
  readonly id: string;
  readonly before: string;
  readonly after: Role;
  readonly at: Date;
}

/**
 * Changes an administrator's role with effect from their next call, and cancels unfinished sign-ins and the identity
 * proofs of open sessions (TEAM-02, TEAM-05).
 */
export async function setRole(
  client: pg.ClientBase,
  actor: Actor,
  { id, before, after, at }: RoleChange,
): Promise<void> {
  await orm(client).update(admins).set({ role: after }).where(eq(admins.id, id));
  await endPendingSteps(client, id);
  await orm(client).update(sessions).set({ provedAt: null }).where(eq(sessions.adminId, id));
  await recordActivity(client, actor, at, {
    action: 'role_changed',
    entity: 'admin',
    entityId: id,
    changes: [{ field: 'role', before, after }],
  });
}
