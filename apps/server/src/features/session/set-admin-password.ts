import { ObjectId } from 'bson';
import type { Database } from '../../db/database.ts';
import { StartError } from '../../start-error.ts';
import { accountHash } from './login-throttle.ts';
import { hashPassword } from './passwords.ts';

const LEAST_PASSWORD_LENGTH = 8;
// What the login takes (API-01): a longer one could be set and never used.
const MOST_PASSWORD_LENGTH = 200;
const MOST_EMAIL_LENGTH = 254;
const EMAIL = /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u;

/** Why a password cannot be taken, in a sentence without it; null when it can. */
export function problemOfPassword(password: string): string | null {
  if (password.length < LEAST_PASSWORD_LENGTH)
    return `The password must have at least ${LEAST_PASSWORD_LENGTH} characters.`;
  if (password.length > MOST_PASSWORD_LENGTH)
    return `The password must have at most ${MOST_PASSWORD_LENGTH} characters.`;
  if (password.trim() === '') return 'The password must not be blank.';
  if (/\p{Cc}|\p{Cs}/u.test(password)) return 'The password must be one line of text.';
  return null;
}

/** Why an email cannot be an administrator's, in a sentence; null when it can. */
export function problemOfEmail(email: string): string | null {
  if (EMAIL.test(email) && email.length <= MOST_EMAIL_LENGTH) return null;
  return `${JSON.stringify(email)} is not an e-mail address.`;
}

/**
 * Creates an administrator, or gives the one who has this email in any case a new password. A new password ends every
 * session of theirs in the same transaction (SECU-03), on every node, and lifts their throttle.
 * @throws StartError when the email or the password cannot be taken
 */
export async function setAdminPassword(
  database: Database,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<{ isNew: boolean; endedSessions: number }> {
  const problem = problemOfEmail(email) ?? problemOfPassword(password);
  if (problem !== null) throw new StartError(problem);
  const address = email.toLowerCase();
  const passwordHash = await hashPassword(password);
  return database.transaction(async (client) => {
    const { rows } = await client.query<{ id: string; isNew: boolean }>(
      `INSERT INTO admins (id, email, name, password_hash) VALUES ($1, $2, 'Admin', $3)
       ON CONFLICT (lower(email)) DO UPDATE SET password_hash = excluded.password_hash
       RETURNING id, xmax = 0 AS "isNew"`,
      [new ObjectId().toHexString(), address, passwordHash],
    );
    const [admin] = rows;
    if (!admin) throw new Error('the administrator was not stored');
    const ended = await client.query('DELETE FROM sessions WHERE admin_id = $1', [admin.id]);
    await client.query('DELETE FROM login_attempts WHERE account_hash = $1', [accountHash(address)]);
    return { isNew: admin.isNew, endedSessions: ended.rowCount ?? 0 };
  });
}
