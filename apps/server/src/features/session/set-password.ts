import { and, eq, gt, isNull } from 'drizzle-orm';
import { ApiError } from '../../api-error.ts';
import type { ActorContext } from '../../context.ts';
import { lockAdmin } from '../../platform/accounts/lock-admin.ts';
import { hashPassword, passwordError, replacePassword } from '../../platform/accounts/passwords.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { admins, passwordLinks } from '../../platform/db/schema/session.ts';
import { hashToken } from '../../session-token.ts';

const invalidLink = () =>
  new ApiError('not_found', 'This link does not work: it was used already, has expired, or is not complete.');

export interface SetPasswordInput {
  readonly token: string;
  readonly password: string;
}

/**
 * Sets the password of the administrator to whom a one-time link was given (PRIV-07).
 * @returns their email, for the login
 * @throws 400 when the password cannot be taken, which leaves the link as it is; 404 when the link does not work
 */
export async function setPassword(
  { database, now, actor }: ActorContext,
  { token, password }: SetPasswordInput,
): Promise<{ email: string }> {
  const message = passwordError(password);
  // The message is a sentence that names the field itself.
  if (message !== null)
    throw new ApiError('bad_request', message, { fieldErrors: [{ field: 'password', message }] });
  const isThisLink = and(eq(passwordLinks.tokenHash, hashToken(token)), gt(passwordLinks.expiresAt, now()));
  const [admin] = await database.orm
    .select({ id: admins.id, email: admins.email })
    .from(passwordLinks)
    .innerJoin(admins, eq(admins.id, passwordLinks.adminId))
    .where(and(isThisLink, isNull(admins.suspendedAt)));
  if (!admin) throw invalidLink();
  const passwordHash = await hashPassword(password);
  await database.transaction(async (client) => {
    await lockAdmin(client, admin.id);
    const used = await orm(client).delete(passwordLinks).where(isThisLink);
    if (used.rowCount === 0) throw invalidLink();
    await replacePassword(client, admin.id, passwordHash);
    await recordActivity(client, { ...actor, ...admin }, now(), {
      action: 'password_set',
      entity: 'admin',
      entityId: admin.id,
    });
  });
  return { email: admin.email };
}
