import { ObjectId } from 'bson';
import { and, eq, or } from 'drizzle-orm';
import type pg from 'pg';
import type { Actor } from '../../actor.ts';
import { conflict, forbidden } from '../../api-error.ts';
import type { CallContext, Session } from '../../context.ts';
import { lockRoles } from '../../platform/accounts/change-role.ts';
import { recordFailedSignIn } from '../../platform/accounts/record-sign-in.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { adminIdentities, sessions } from '../../platform/db/schema/session.ts';
import { emailOf, groupsOf, roleOf } from './decide-access.ts';
import { isEmailTaken, secondAccount, storeConfirmation } from './identities.ts';
import { finishRequest, singleSignOnOf } from './sign-in-request.ts';

/** The tolerance for differences between the clocks. */
const CLOCK_TOLERANCE_MS = 30_000;

interface NewIdentity {
  readonly adminId: string;
  readonly issuer: string;
  readonly subject: string;
  readonly at: Date;
}

/** Connects an administrator with an identity that is not yet connected. @returns the id of the stored identity */
export async function connectIdentity(
  client: pg.ClientBase,
  actor: Actor,
  { adminId, issuer, subject, at }: NewIdentity,
): Promise<string> {
  const id = new ObjectId().toHexString();
  const times = { createdAt: at, checkedAt: at, nextCheckAt: at };
  await orm(client)
    .insert(adminIdentities)
    .values({ id, adminId, issuer, subject, ...times });
  await recordActivity(client, actor, at, {
    action: 'single_sign_on_connected',
    entity: 'admin',
    entityId: adminId,
    changes: [{ field: 'identityId', before: null, after: id }],
  });
  return id;
}

interface FinishInput {
  readonly session: Session;
  readonly request: string;
  readonly response: string;
}

/**
 * Connects the signed-in administrator with their account at the provider (SHIP-04). @throws 403 if the account has
 * no role; 409
 */
export async function finishConnection(context: CallContext, input: FinishInput): Promise<void> {
  const { database, actor, now } = context;
  const { issuer, roles, groupsClaim, name } = singleSignOnOf(context);
  const { identity, succeed } = await finishRequest(context, { purpose: 'connect', ...input });
  if (roleOf(groupsOf(identity.claims, groupsClaim), roles) === null)
    throw forbidden('groups_give_no_access', { provider: name });
  const adminId = input.session.admin.id;
  await database.transaction(async (client) => {
    await lockRoles(client);
    const isEither = or(eq(adminIdentities.subject, identity.subject), eq(adminIdentities.adminId, adminId));
    const [taken] = await orm(client)
      .select({ adminId: adminIdentities.adminId })
      .from(adminIdentities)
      .where(and(eq(adminIdentities.issuer, issuer), isEither));
    if (taken?.adminId === adminId) throw conflict('connected_already', { provider: name });
    if (taken) throw conflict('identity_of_another', { provider: name });
    if (await isEmailTaken(client, emailOf(identity.claims), { id: adminId })) throw secondAccount(name);
    const id = await connectIdentity(client, actor, { adminId, issuer, subject: identity.subject, at: now() });
    if (identity.refreshToken !== null)
      await storeConfirmation(context, client, { id, refreshToken: identity.refreshToken, at: now() });
  });
  await succeed();
}

/**
 * Records that the caller has just signed in at the provider again (TEAM-05). @throws 200 with status false if it was
 * another person
 */
export async function finishProof(context: CallContext, input: FinishInput): Promise<void> {
  const { database, now } = context;
  const { issuer, name } = singleSignOnOf(context);
  const { admin, tokenHash } = input.session;
  const { identity, begunAt, succeed } = await finishRequest(context, { purpose: 'prove', ...input });
  const isTheirs = and(
    eq(adminIdentities.issuer, issuer),
    eq(adminIdentities.subject, identity.subject),
    eq(adminIdentities.adminId, admin.id),
  );
  const found = await database.orm.select({ id: adminIdentities.id }).from(adminIdentities).where(isTheirs);
  if (found.length === 0) {
    await recordFailedSignIn(context, admin.id, 'proof');
    throw forbidden('another_identity', { provider: name, email: admin.email });
  }
  const provedMs = identity.authenticatedAt?.getTime() ?? 0;
  if (provedMs < begunAt.getTime() - CLOCK_TOLERANCE_MS)
    throw forbidden('not_asked_to_sign_in_again', { provider: name });
  const provedAt = new Date(Math.min(provedMs, now().getTime()));
  await database.orm.update(sessions).set({ provedAt }).where(eq(sessions.tokenHash, tokenHash));
  await succeed();
}
