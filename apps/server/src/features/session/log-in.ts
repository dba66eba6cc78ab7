import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { beginLoginAttempt } from '../../accounts/login-throttle.ts';
import { isPassword } from '../../accounts/passwords.ts';
import { ApiError } from '../../api-error.ts';
import type { AppContext, CallContext, Session } from '../../context.ts';
import { sessions } from '../../db/schema/session.ts';
import { defineStatement, sampleOf } from '../../db/statement.ts';
import { normalizeEmail } from '../../email-address.ts';
import { hashToken, newToken } from '../../session-token.ts';

const FIND_ADMIN = defineStatement({
  name: 'find-admin',
  text: `SELECT id, password_hash AS "passwordHash", suspended_at IS NOT NULL AS "isSuspended"
         FROM admins WHERE email_key = $1`,
  row: z.object({ id: z.string(), passwordHash: z.string(), isSuspended: z.boolean() }),
  example: [sampleOf('admins', 'email_key')],
});
const OPEN_SESSION = defineStatement({
  name: 'open-session',
  text: `WITH ended AS (DELETE FROM sessions WHERE expires_at <= $3)
         INSERT INTO sessions (token_hash, admin_id, created_at, expires_at, user_agent, address, last_seen_at, proved_at)
         SELECT $1, id, $3, $3::timestamptz + $4 * interval '1 hour', $6, $7, $3, $3 FROM admins
         WHERE id = $2 AND password_hash = $5 AND suspended_at IS NULL
         FOR SHARE RETURNING admin_id AS "adminId"`,
  row: z.object({ adminId: z.string() }),
  example: [
    Buffer.from('example'),
    sampleOf('admins'),
    new Date(0),
    1,
    sampleOf('admins', 'password_hash'),
    null,
    null,
  ],
});

const MAX_USER_AGENT_LENGTH = 300;

const invalidCredentials = () => new ApiError('invalid_credentials', 'Invalid credentials');

export interface LogInInput {
  readonly email: string;
  readonly password: string;
  /** The browser's name for itself, shown in the list of sessions (TEAM-03). */
  readonly userAgent?: string | undefined;
}

/**
 * Opens a session (API-01): counts the attempt, checks the password, stores the session, forgets the attempt.
 * @returns the token; the database stores only its hash
 * @throws 200 with status false for a wrong email or password; 429 after too many attempts (SECU-02)
 */
export async function logIn(context: CallContext, input: LogInInput): Promise<{ token: string; message: string }> {
  const { database, settings, now, actor } = context;
  const emailKey = normalizeEmail(input.email);
  const attempt = await beginLoginAttempt(context, actor.address, emailKey);
  const [admin] = await database.rows(FIND_ADMIN, [emailKey]);
  if (!(await isPassword(input.password, admin?.passwordHash ?? null)) || !admin) throw invalidCredentials();
  // Only who knows the password learns it (TEAM-02).
  if (admin.isSuspended) throw new ApiError('invalid_credentials', 'This account is suspended.');
  const token = newToken();
  const values = [
    hashToken(token),
    admin.id,
    now(),
    settings.sessionHours,
    admin.passwordHash,
    input.userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
    actor.address,
  ];
  // A password that was changed since it was read opens no session, which would outlive the change (SECU-03).
  if ((await database.rows(OPEN_SESSION, values)).length === 0) throw invalidCredentials();
  await attempt.succeed();
  return { token, message: 'Signed in' };
}

/** Ends the session on the server: no node accepts its token from now on (AUTH-10, SECU-03, RUN-04). */
export async function logOut({ database }: AppContext, { tokenHash }: Session): Promise<void> {
  await database.orm.delete(sessions).where(eq(sessions.tokenHash, tokenHash));
}
