import { ApiError } from '../../api-error.ts';
import type { AppContext } from '../../context.ts';
import type { NamedStatement } from '../../db/database.ts';
import { normalizeEmail } from '../../email-address.ts';
import { hashToken, newToken } from '../../session-token.ts';
import { beginLoginAttempt } from './login-throttle.ts';
import { isPassword } from './passwords.ts';

const FIND_ADMIN: NamedStatement = {
  name: 'find-admin',
  text: `SELECT id, password_hash AS "passwordHash" FROM admins WHERE email_key = $1`,
};
const OPEN_SESSION: NamedStatement = {
  name: 'open-session',
  text: `WITH ended AS (DELETE FROM sessions WHERE expires_at <= $3)
         INSERT INTO sessions (token_hash, admin_id, created_at, expires_at)
         SELECT $1, id, $3, $3::timestamptz + $4 * interval '1 hour' FROM admins WHERE id = $2 AND password_hash = $5
         FOR SHARE RETURNING admin_id`,
};

/**
 * Opens a session (API-01).
 * @returns the token, which exists nowhere else: the database keeps its hash
 * @throws 200 with status false for a wrong email or password, 429 after too many attempts (SECU-02)
 */
export async function logIn(
  context: AppContext,
  { email, password }: { readonly email: string; readonly password: string },
  address: string,
): Promise<{ token: string; message: string }> {
  const { database, settings, now } = context;
  const emailKey = normalizeEmail(email);
  const attempt = await beginLoginAttempt(context, address, emailKey);
  const [admin] = await database.rows<{ id: string; passwordHash: string }>(FIND_ADMIN, [emailKey]);
  if (!(await isPassword(password, admin?.passwordHash ?? null)) || !admin)
    throw new ApiError(200, 'Invalid credentials');
  const token = newToken();
  const values = [hashToken(token), admin.id, now(), settings.sessionHours, admin.passwordHash];
  // A password that was changed since it was read opens no session that outlives the change (SECU-03).
  if ((await database.rows(OPEN_SESSION, values)).length === 0) throw new ApiError(200, 'Invalid credentials');
  await attempt.succeed();
  return { token, message: 'Signed in' };
}
