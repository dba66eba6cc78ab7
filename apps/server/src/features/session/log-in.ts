import type { login, SecondFactorMethod } from '@wayside/contract/session';
import type { AnswerOf } from '@wayside/contract/wire/endpoint';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { ApiError } from '../../api-error.ts';
import type { ActorContext, AppContext, CallContext, Session } from '../../context.ts';
import { normalizeEmail } from '../../email-address.ts';
import { beginLoginAttempt } from '../../platform/accounts/login-throttle.ts';
import { isPassword } from '../../platform/accounts/passwords.ts';
import { recordFailedSignIn, recordSeen, recordSignIn } from '../../platform/accounts/record-sign-in.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { sessions } from '../../platform/db/schema/session.ts';
import { defineStatement, sampleOf } from '../../platform/db/statement.ts';
import { factorsOf, hasSecondFactor } from '../../platform/two-factor/factors.ts';
import { assertionOptions } from '../../platform/two-factor/passkey-assertion.ts';
import { hashToken, newToken } from '../../session-token.ts';
import { openSession } from './open-session.ts';

const LIFE_MINUTES = 5;

const BEGIN = defineStatement({
  name: 'begin-second-step',
  text: `WITH ended AS (DELETE FROM login_challenges WHERE expires_at <= $3)
         INSERT INTO login_challenges (token_hash, admin_id, expires_at, webauthn_challenge)
         SELECT $1, id, $3::timestamptz + interval '${LIFE_MINUTES} minutes', $5 FROM admins
         WHERE id = $2 AND password_hash = $4 AND suspended_at IS NULL FOR SHARE RETURNING admin_id AS "adminId"`,
  row: z.object({ adminId: z.string() }),
  example: [Buffer.from('example'), sampleOf('admins'), new Date(0), sampleOf('admins', 'password_hash'), null],
});

/** What the answer to a right password says instead of a token (TEAM-04). */
interface SecondStep {
  readonly challenge: string;
  readonly methods: SecondFactorMethod[];
}

/**
 * Begins the second step of a login, whose password was right.
 * @param origin the address of the page, for passkeys; null where the request names none
 * @returns null when the password or the factors have changed, or the administrator is suspended, since they were read
 */
async function beginSecondStep(
  { database, now }: AppContext,
  { adminId, passwordHash, origin }: { adminId: string; passwordHash: string; origin: string | null },
): Promise<SecondStep | null> {
  const factors = await factorsOf(database, adminId);
  if (!factors.includes('totp') && !factors.includes('passkey')) return null;
  const options = factors.includes('passkey') ? await assertionOptions(database.pool, adminId, origin) : null;
  const challenge = newToken();
  const values = [hashToken(challenge), adminId, now(), passwordHash, options?.challenge ?? null];
  if ((await database.rows(BEGIN, values)).length === 0) return null;
  const methods = factors.map((type) => ({ type, options: type === 'passkey' && options ? { ...options } : null }));
  return { challenge, methods };
}

const FIND_ADMIN = defineStatement({
  name: 'find-admin',
  text: `SELECT id, email, password_hash AS "passwordHash", suspended_at IS NOT NULL AS "isSuspended",
           ${hasSecondFactor('admins.id')} AS "hasSecondFactor"
         FROM admins WHERE email_key = $1`,
  row: z.object({
    id: z.string(),
    email: z.string(),
    passwordHash: z.string(),
    isSuspended: z.boolean(),
    hasSecondFactor: z.boolean(),
  }),
  example: [sampleOf('admins', 'email_key')],
});
const invalidCredentials = () => new ApiError('invalid_credentials', 'Invalid credentials');

export interface LogInInput {
  readonly email: string;
  readonly password: string;
  /** The browser's name for itself, shown in the list of sessions (TEAM-03). */
  readonly userAgent?: string | undefined;
  /** The address of the page, at which passkeys work. */
  readonly origin?: string | undefined;
}

/**
 * Opens a session (API-01): counts the attempt, checks the password, stores the session, forgets the attempt. Somebody with a
 * second factor gets a challenge instead, and the attempt stays counted until that is answered (TEAM-04).
 * @returns the token; the database stores only its hash
 * @throws 200 with status false for a wrong email or password; 429 after too many attempts (SECU-02)
 */
export async function logIn(context: CallContext, input: LogInInput): Promise<AnswerOf<typeof login>> {
  const { database, actor } = context;
  const emailKey = normalizeEmail(input.email);
  const attempt = await beginLoginAttempt(context, actor.address, emailKey);
  const [admin] = await database.rows(FIND_ADMIN, [emailKey]);
  if (!(await isPassword(input.password, admin?.passwordHash ?? null)) || !admin) {
    await recordFailedSignIn(context, admin?.id ?? null, 'password');
    throw invalidCredentials();
  }
  // Only who knows the password learns it (TEAM-02).
  if (admin.isSuspended) {
    await recordFailedSignIn(context, admin.id, 'suspended');
    throw new ApiError('invalid_credentials', 'This account is suspended.');
  }
  const { id: adminId, passwordHash } = admin;
  if (admin.hasSecondFactor) {
    const step = await beginSecondStep(context, { adminId, passwordHash, origin: input.origin ?? null });
    if (step === null) throw invalidCredentials();
    await attempt.succeedFirstStep();
    return { token: null, message: null, ...step };
  }
  const session = { adminId, passwordHash, userAgent: input.userAgent, address: actor.address };
  const token = await database.transaction(async (client) => {
    const opened = await openSession(context, client, session);
    if (opened !== null) await recordSignIn(context, client, { id: adminId, email: admin.email, factor: null });
    return opened;
  });
  if (token === null) throw invalidCredentials();
  await recordSeen(context, adminId, context.now());
  await attempt.succeed();
  return { token, message: 'Signed in', challenge: null, methods: null };
}

/** Ends the session on the server: no node accepts its token from now on (AUTH-10, SECU-03, RUN-04). */
export async function logOut(context: ActorContext, { admin, tokenHash }: Session): Promise<void> {
  const { database, actor, now } = context;
  await database.transaction(async (client) => {
    const ended = await orm(client).delete(sessions).where(eq(sessions.tokenHash, tokenHash));
    // Of two logouts at once, the second finds none.
    if (ended.rowCount === 1)
      await recordActivity(client, actor, now(), { action: 'signed_out', entity: 'admin', entityId: admin.id });
  });
}
