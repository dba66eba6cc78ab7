import { randomBytes } from 'node:crypto';
import { ROLES, type Role } from '@wayside/contract/roles';
import { sentence } from '@wayside/contract/sentences';
import { ObjectId } from 'bson';
import { ApiError, notSignedIn } from '../../api-error.ts';
import type { CallContext } from '../../context.ts';
import { beginLoginAttempt } from '../../platform/accounts/login-throttle.ts';
import { openSession } from '../../platform/accounts/open-session.ts';
import { hashPassword } from '../../platform/accounts/passwords.ts';
import { recordSeen, recordSignIn } from '../../platform/accounts/record-sign-in.ts';
import { SYSTEM_ACTOR } from '../../platform/db/activity-entry.ts';
import type { Database } from '../../platform/db/database.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { admins } from '../../platform/db/schema/session.ts';
import { FIND_ADMIN, toOpenSessionInput } from './log-in.ts';

const emailOf = (role: Role) => `${role}@wayside.test`;

/** Creates the administrators of a public demo, one for each role, with unknown random passwords (SHIP-06). */
export async function ensureDemoAdmins(database: Database): Promise<void> {
  const passwordHash = await hashPassword(randomBytes(32).toString('base64'));
  await database.transaction(async (client) => {
    for (const role of ROLES) {
      const [id, email] = [new ObjectId().toHexString(), emailOf(role)];
      const row = { id, email, emailKey: email, name: `Demo ${role}`, role, passwordHash };
      const { rowCount } = await orm(client).insert(admins).values(row).onConflictDoNothing();
      if (rowCount === 0) continue;
      await recordActivity(client, SYSTEM_ACTOR, new Date(), {
        action: 'created',
        entity: 'admin',
        entityId: id,
        changes: [{ field: 'role', before: null, after: role }],
      });
    }
  });
}

interface LogInToDemoInput {
  readonly role: Role;
  readonly userAgent: string | undefined;
}

/**
 * Opens a session for the administrator that all visitors with this role share (SHIP-06).
 * @throws 404 outside a public demo; 429 after too many sign-ins from an address (SECU-02)
 */
export async function logInToDemo(
  context: CallContext,
  { role, userAgent }: LogInToDemoInput,
): Promise<{ token: string; email: string }> {
  const { database, actor, settings, now } = context;
  if (!settings.isPublicDemo) throw new ApiError('not_found', sentence('nothing_here'));
  const email = emailOf(role);
  await beginLoginAttempt(context, actor.address, email);
  const [admin] = await database.rows(FIND_ADMIN, [email, null]);
  if (!admin) throw notSignedIn();
  const { id: adminId, passwordHash } = admin;
  const token = await database.transaction(async (client) => {
    const opened = await openSession(
      context,
      client,
      toOpenSessionInput(context, { adminId, passwordHash, userAgent }),
    );
    if (opened !== null) await recordSignIn(context, client, { id: adminId, email, factor: null });
    return opened;
  });
  if (token === null) throw notSignedIn();
  await recordSeen(context, adminId, now());
  return { token, email };
}
