import { type Preferences, SINGLE_PREFERENCES } from '@wayside/contract/preferences';
import { permissionsOf } from '@wayside/contract/roles';
import { sentence } from '@wayside/contract/sentences';
import type { Profile } from '@wayside/contract/session';
import { and, eq, gt, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { ApiError, badRequest, fieldError, invalidField } from '../../api-error.ts';
import type { ActorContext, AppContext, CallContext, Session } from '../../context.ts';
import { normalizeEmail } from '../../email-address.ts';
import { needsProviderSql } from '../../platform/accounts/identities.ts';
import { beginLoginAttempt } from '../../platform/accounts/login-throttle.ts';
import {
  hashPassword,
  isPassword,
  lockAdmin,
  passwordError,
  replacePassword,
} from '../../platform/accounts/passwords.ts';
import { recordFailedSignIn } from '../../platform/accounts/record-sign-in.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { preferences } from '../../platform/db/schema/preferences.ts';
import { admins, passwordLinks } from '../../platform/db/schema/session.ts';
import { defineStatement, rowsOf, sampleOf } from '../../platform/db/statement.ts';
import { consumeSecondFactor } from '../../platform/two-factor/check-second-factor.ts';
import { readSavedViews } from '../../records/saved-views.ts';
import { hashToken } from '../../session-token.ts';
import { recordRecoveryCodeUse, wrongCode } from './log-in.ts';

const FIND_PASSWORD = defineStatement({
  name: 'find-password',
  text: `SELECT password_hash AS "passwordHash" FROM admins WHERE id = $1 AND NOT ${needsProviderSql('admins', '$2')}`,
  row: z.object({ passwordHash: z.string() }),
  example: [sampleOf('admins'), null],
});
// A password that has changed since it was read proves nothing.
const STORE_PROOF = defineStatement({
  name: 'store-proof',
  text: `UPDATE sessions s SET proved_at = $2 FROM admins a
         WHERE s.token_hash = $1 AND a.id = s.admin_id AND a.suspended_at IS NULL
           AND ($3::text IS NULL OR a.password_hash = $3) RETURNING s.id`,
  row: z.object({ id: z.string() }),
  example: [sampleOf('sessions', 'token_hash'), new Date(0), sampleOf('admins', 'password_hash')],
});

const wrongPassword = () => new ApiError('invalid_credentials', sentence('password_wrong'));

interface ProveInput {
  readonly password: string | null;
  /** A code from the authenticator app, or a recovery code. */
  readonly code: string | null;
}

/**
 * Records that the caller has proved their identity by password or second factor (TEAM-05). Wrong guesses count as
 * login attempts (SECU-02). @throws 400 if neither or both are given; 200 with status false if the proof is wrong;
 * 429 after too many attempts
 */
export async function prove(context: CallContext, session: Session, input: ProveInput): Promise<void> {
  const { password, code } = input;
  if ((password === null) === (code === null)) throw badRequest([fieldError('password', 'or_code_required')]);
  const attempt = await beginLoginAttempt(context, context.actor.address, normalizeEmail(session.admin.email));
  const isProved =
    password === null
      ? await proveByCode(context, session, code ?? '')
      : await proveByPassword(context, session, password);
  if (!isProved) {
    await recordFailedSignIn(context, session.admin.id, 'proof');
    throw password === null ? wrongCode(code ?? '') : wrongPassword();
  }
  await attempt.succeed();
}

async function proveByPassword(
  { database, settings, now }: CallContext,
  session: Session,
  password: string,
): Promise<boolean> {
  const [found] = await database.rows(FIND_PASSWORD, [session.admin.id, settings.singleSignOn?.issuer ?? null]);
  if (!found || !(await isPassword(password, found.passwordHash))) return false;
  const proved = await database.rows(STORE_PROOF, [session.tokenHash, now(), found.passwordHash]);
  return proved.length > 0;
}

function proveByCode(context: CallContext, { admin, tokenHash }: Session, code: string): Promise<boolean> {
  const { database, now, actor } = context;
  return database.transaction(async (client) => {
    // The lock serialises requests: of two requests with the same code, the second finds it used.
    await lockAdmin(client, admin.id);
    const check = { adminId: admin.id, proof: code, webauthnChallenge: null };
    const factor = await consumeSecondFactor(context, client, check);
    if (factor === null || (await rowsOf(client, STORE_PROOF, [tokenHash, now(), null])).length === 0) return false;
    if (factor === 'recovery_code') await recordRecoveryCodeUse(client, { ...actor, id: admin.id }, now());
    return true;
  });
}

/** Returns the signed-in user with their permissions (TEAM-01), preferences (VIEW-05) and saved views (VIEW-04). */
export async function readOwnProfile(context: AppContext, session: Session): Promise<Profile> {
  const { admin, mustSetUpTwoFactor } = session;
  return {
    ...admin,
    permissions: [...permissionsOf(admin.role)],
    mustSetUpTwoFactor,
    preferences: await readPreferences(context, session),
    views: await readSavedViews(context.database.orm, admin),
  };
}

async function readPreferences({ database }: AppContext, { admin }: Session): Promise<Preferences> {
  const { name, list, value } = preferences;
  const rows = await database.orm
    .select({ name, list, value })
    .from(preferences)
    .where(eq(preferences.adminId, admin.id));
  const singleValue = (wanted: string) => rows.find((row) => row.name === wanted)?.value ?? null;
  const columns = rows.filter((row) => row.name === 'columns').map((row) => ({ list: row.list, shown: row.value }));
  return {
    ...Object.fromEntries(SINGLE_PREFERENCES.map((wanted) => [wanted, singleValue(wanted)])),
    columns: columns.length === 0 ? null : columns,
  } as Preferences;
}

const invalidLink = () => new ApiError('not_found', sentence('link_does_not_work'));

interface SetPasswordInput {
  readonly token: string;
  readonly password: string;
}

/**
 * Sets the password of the administrator who received a one-time link (PRIV-07). @returns their email, for the login
 * @throws 400 if the password is not acceptable, which leaves the link valid; 404 if the link is not valid
 */
export async function setPassword(
  { database, now, actor }: ActorContext,
  { token, password }: SetPasswordInput,
): Promise<{ email: string }> {
  const wrong = passwordError(password);
  if (wrong !== null) throw invalidField('password', wrong);
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
