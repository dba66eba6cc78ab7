import { MAX_ADMIN_NAME_LENGTH } from '@wayside/contract/profile';
import type { Role } from '@wayside/contract/roles';
import { ObjectId } from 'bson';
import { sql } from 'drizzle-orm';
import type { Actor } from '../../actor.ts';
import { isEmail, normalizeEmail } from '../../email-address.ts';
import { hashPassword, passwordError, replacePassword } from '../../platform/accounts/passwords.ts';
import { SYSTEM_ACTOR } from '../../platform/db/activity-entry.ts';
import type { Database } from '../../platform/db/database.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { admins } from '../../platform/db/schema/session.ts';
import { StartError } from '../../start-error.ts';

/** Returns a message that explains why an email is invalid for an administrator; null if it is valid. */
export const emailError = (email: string): string | null =>
  isEmail(email) ? null : `${JSON.stringify(email)} is not an e-mail address.`;

interface SetAdminPasswordInput {
  readonly email: string;
  readonly password: string;
  /** Only for a new administrator. The default is the part of the email before the @. */
  readonly name?: string;
  /** Only for a new administrator. */
  readonly role?: Role;
  /** The actor, unless the program itself acts. */
  readonly actor?: Actor;
}

/** The result of setting a password. `email` has its original spelling. */
export interface SetAdminPassword {
  readonly email: string;
  readonly isNew: boolean;
  readonly endedSessions: number;
}

const localPart = (email: string): string => email.slice(0, email.lastIndexOf('@')).slice(0, MAX_ADMIN_NAME_LENGTH);

/**
 * Creates an administrator, or sets the password of the existing one with this email, regardless of spelling. A new
 * password ends all sessions and the login throttle of that administrator (SECU-03).
 * @throws StartError if the email or the password is not valid
 */
export async function setAdminPassword(
  database: Database,
  { email, password, name = localPart(email), role = 'owner', actor = SYSTEM_ACTOR }: SetAdminPasswordInput,
): Promise<SetAdminPassword> {
  const error = emailError(email) ?? passwordError(password)?.message ?? null;
  if (error !== null) throw new StartError(error);
  const passwordHash = await hashPassword(password);
  return database.transaction(async (client) => {
    const [admin] = await orm(client)
      .insert(admins)
      .values({
        id: new ObjectId().toHexString(),
        email,
        emailKey: normalizeEmail(email),
        name,
        passwordHash,
        role,
      })
      .onConflictDoUpdate({ target: admins.emailKey, set: { passwordHash } })
      .returning({ id: admins.id, email: admins.email, isNew: sql`xmax = 0`.mapWith(Boolean) });
    if (!admin) throw new Error('the administrator was not stored');
    const endedSessions = await replacePassword(client, admin.id, passwordHash);
    await recordActivity(client, actor, new Date(), {
      action: admin.isNew ? 'created' : 'password_set',
      entity: 'admin',
      entityId: admin.id,
      changes: admin.isNew ? [{ field: 'role', before: null, after: role }] : [],
    });
    return { email: admin.email, isNew: admin.isNew, endedSessions };
  });
}
