import { z } from 'zod';
import { ApiError } from '../../api-error.ts';
import type { CallContext, Session } from '../../context.ts';
import { defineStatement, sampleOf } from '../../db/statement.ts';
import { normalizeEmail } from '../../email-address.ts';
import { beginLoginAttempt } from './login-throttle.ts';
import { isPassword } from './passwords.ts';

const FIND_PASSWORD = defineStatement({
  name: 'find-password',
  text: `SELECT password_hash AS "passwordHash" FROM admins WHERE id = $1`,
  row: z.object({ passwordHash: z.string() }),
  example: [sampleOf('admins')],
});
// A password that was changed since it was read proves nothing.
const STORE_PROOF = defineStatement({
  name: 'store-proof',
  text: `UPDATE sessions s SET proved_at = $2 FROM admins a
         WHERE s.token_hash = $1 AND a.id = s.admin_id AND a.password_hash = $3 RETURNING s.id`,
  row: z.object({ id: z.string() }),
  example: [sampleOf('sessions', 'token_hash'), new Date(0), sampleOf('admins', 'password_hash')],
});

const wrongPassword = () => new ApiError('invalid_credentials', 'The password is wrong.');

/**
 * Records that the caller has proved who they are by the password (TEAM-05). Guesses count as those of a login.
 * @throws 200 with status false for a wrong password; 429 after too many attempts (SECU-02)
 */
export async function prove(
  context: CallContext,
  { admin, tokenHash }: Session,
  { password }: { readonly password: string },
): Promise<void> {
  const { database, now, actor } = context;
  const attempt = await beginLoginAttempt(context, actor.address, normalizeEmail(admin.email));
  const [found] = await database.rows(FIND_PASSWORD, [admin.id]);
  if (!found || !(await isPassword(password, found.passwordHash))) throw wrongPassword();
  const proved = await database.rows(STORE_PROOF, [tokenHash, now(), found.passwordHash]);
  if (proved.length === 0) throw wrongPassword();
  await attempt.succeed();
}
