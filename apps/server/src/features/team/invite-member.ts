import { randomBytes } from 'node:crypto';
import type { Role } from '@wayside/contract/roles';
import type { Member } from '@wayside/contract/team';
import { ObjectId } from 'bson';
import { eq } from 'drizzle-orm';
import type pg from 'pg';
import { badRequest, conflict, fieldError } from '../../api-error.ts';
import { isEmail, normalizeEmail } from '../../email-address.ts';
import { createPasswordLink, hashPassword } from '../../platform/accounts/passwords.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { admins, passwordLinks } from '../../platform/db/schema/session.ts';
import { changeTeam, lockTeam, type TeamChange, type TeamContext } from './change-team.ts';
import { readMember } from './list-team.ts';

interface InviteMemberInput {
  readonly name: string;
  readonly email: string;
  readonly role: Role;
}

/** A member with the token of their link, which the database does not store. */
interface Invitation {
  readonly token: string;
  readonly record: Member;
}

/**
 * Invites an administrator (TEAM-02). If the person is already invited, replaces the name, role and link.
 * @throws 400 if the email is invalid; 409 if it belongs to an active or suspended administrator
 */
export async function inviteMember(
  context: TeamContext,
  { name, email, role }: InviteMemberInput,
): Promise<Invitation> {
  if (!isEmail(email)) throw badRequest([fieldError('email', 'email_address')]);
  // A random password, which is unusable until it is replaced through the link.
  const passwordHash = await hashPassword(randomBytes(32).toString('base64url'));
  return context.database.transaction(async (client) => {
    await lockTeam(client, context.actor.id);
    const at = context.now();
    const emailKey = normalizeEmail(email);
    const [known] = await orm(client)
      .select({ id: admins.id })
      .from(admins)
      .where(eq(admins.emailKey, emailKey))
      .for('update');
    const id = known?.id ?? new ObjectId().toHexString();
    const key = { id, selfId: context.actor.id };
    const before = known ? await readMember(client, at, key) : null;
    if (before) {
      requireInvited(before);
      await orm(client).update(admins).set({ name, role }).where(eq(admins.id, id));
    } else {
      const values = { id, email, emailKey, name, role, passwordHash, createdAt: at };
      // A command may create the same administrator in the meantime.
      const made = await orm(client).insert(admins).values(values).onConflictDoNothing();
      if (!made.rowCount) throw conflict('member_exists');
    }
    const token = await renewLink(client, context, { id, at, role, roleBefore: before?.role ?? null });
    return { token, record: await readMember(client, at, key) };
  });
}

/**
 * Creates a new link for an invited person and invalidates earlier links (TEAM-02). @throws 404; 409 if the member
 * has no open invitation
 */
export async function renewInvitation(context: TeamContext, { id }: { readonly id: string }): Promise<Invitation> {
  const renewed = { token: '' };
  const record = await changeTeam(context, id, async ({ client, at, member }: TeamChange) => {
    requireInvited(member);
    const role = member.role as Role;
    renewed.token = await renewLink(client, context, { id, at, role, roleBefore: role });
  });
  return { ...renewed, record };
}

function requireInvited({ state }: Member): void {
  if (state === 'suspended') throw conflict('member_suspended');
  if (state !== 'invited') throw conflict('member_active');
}

async function renewLink(
  client: pg.ClientBase,
  { actor }: TeamContext,
  input: { readonly id: string; readonly at: Date; readonly role: Role; readonly roleBefore: string | null },
): Promise<string> {
  const { id, at, role, roleBefore } = input;
  await orm(client).delete(passwordLinks).where(eq(passwordLinks.adminId, id));
  const token = await createPasswordLink(client, id, at);
  await recordActivity(client, actor, at, {
    action: 'invited',
    entity: 'admin',
    entityId: id,
    changes: [{ field: 'role', before: roleBefore, after: role }],
  });
  return token;
}
