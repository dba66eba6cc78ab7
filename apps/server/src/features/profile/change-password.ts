import { eq } from 'drizzle-orm';
import { ApiError } from '../../api-error.ts';
import type { CallContext, Session } from '../../context.ts';
import { normalizeEmail } from '../../email-address.ts';
import { beginLoginAttempt } from '../../platform/accounts/login-throttle.ts';
import { hashPassword, isPassword, passwordError, replacePassword } from '../../platform/accounts/passwords.ts';
import { recordFailedSignIn } from '../../platform/accounts/record-sign-in.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { admins } from '../../platform/db/schema/session.ts';

const WRONG = 'The current password is not right.';

// The message is a sentence that names the field itself.
const fieldError = (field: string, message: string) =>
  new ApiError('bad_request', message, { fieldErrors: [{ field, message }] });

export interface ChangePasswordInput {
  readonly session: Session;
  readonly currentPassword: string;
  readonly newPassword: string;
}

/**
 * Changes one's own password and ends all other sessions (TEAM-03). Guesses of the present one count as logins (SECU-02).
 * @returns how many sessions have ended
 * @throws 400 naming the field; 429 after too many guesses
 */
export async function changePassword(
  context: CallContext,
  { session, currentPassword, newPassword }: ChangePasswordInput,
): Promise<{ endedSessions: number }> {
  const { database, now, actor } = context;
  const { id, email } = session.admin;
  const error = passwordError(newPassword);
  if (error !== null) throw fieldError('newPassword', error);
  const attempt = await beginLoginAttempt(context, actor.address, normalizeEmail(email));
  const [stored] = await database.orm
    .select({ passwordHash: admins.passwordHash })
    .from(admins)
    .where(eq(admins.id, id));
  if (!(await isPassword(currentPassword, stored?.passwordHash ?? null))) {
    await recordFailedSignIn(context, id, 'proof');
    throw fieldError('currentPassword', WRONG);
  }
  const passwordHash = await hashPassword(newPassword);
  const endedSessions = await database.transaction(async (client) => {
    const [locked] = await orm(client)
      .select({ passwordHash: admins.passwordHash })
      .from(admins)
      .where(eq(admins.id, id))
      .for('update');
    // Somebody has changed it in the meantime: the one that was given is no longer the present one.
    if (locked?.passwordHash !== stored?.passwordHash) throw fieldError('currentPassword', WRONG);
    const ended = await replacePassword(client, id, passwordHash, session.tokenHash);
    await recordActivity(client, actor, now(), { action: 'password_set', entity: 'admin', entityId: id });
    return ended;
  });
  await attempt.succeed();
  return { endedSessions };
}
