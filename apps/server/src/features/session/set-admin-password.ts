import { ObjectId } from 'bson';
import type { Database } from '../../db/database.ts';
import { isEmail, normalizeEmail } from '../../email-address.ts';
import { StartError } from '../../start-error.ts';
import { passwordError } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import { replacePassword } from './replace-password.ts';

/** Why an email cannot be an administrator's, in a sentence; null when it can. */
export const emailError = (email: string): string | null =>
  isEmail(email) ? null : `${JSON.stringify(email)} is not an e-mail address.`;

/** What became of an administrator; `email` is as it was written first. */
export interface SetAdminPassword {
  readonly email: string;
  readonly isNew: boolean;
  readonly endedSessions: number;
}

/**
 * Creates an administrator, or gives the one who has this email in any spelling a new password. A new password ends every
 * session of theirs in the same transaction (SECU-03), on every node, and lifts their throttle.
 * @throws StartError when the email or the password cannot be taken
 */
export async function setAdminPassword(
  database: Database,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<SetAdminPassword> {
  const problem = emailError(email) ?? passwordError(password);
  if (problem !== null) throw new StartError(problem);
  const passwordHash = await hashPassword(password);
  return database.transaction(async (client) => {
    const { rows } = await client.query<{ id: string; email: string; isNew: boolean }>(
      `INSERT INTO admins (id, email, email_key, name, password_hash) VALUES ($1, $2, $3, 'Admin', $4)
       ON CONFLICT (email_key) DO UPDATE SET password_hash = excluded.password_hash
       RETURNING id, email, xmax = 0 AS "isNew"`,
      [new ObjectId().toHexString(), email, normalizeEmail(email), passwordHash],
    );
    const [admin] = rows;
    if (!admin) throw new Error('the administrator was not stored');
    const endedSessions = await replacePassword(client, admin.id, passwordHash);
    return { email: admin.email, isNew: admin.isNew, endedSessions };
  });
}
