import { ApiError } from '../../api-error.ts';
import type { AppContext } from '../../context.ts';
import { hashToken } from '../../session-token.ts';
import { lockAdmin } from './password-links.ts';
import { passwordError } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import { replacePassword } from './replace-password.ts';

const goneLink = () =>
  new ApiError(404, 'This link does not work: it was used already, has expired, or is not complete.');

/**
 * Sets the password of whoever was given a one-time link (PRIV-07). Their email comes back, for the login.
 * @throws 400 when the password cannot be taken, which leaves the link as it is; 404 when the link does not work
 */
export async function setPassword(
  { database, now }: AppContext,
  { token, password }: { readonly token: string; readonly password: string },
): Promise<{ email: string }> {
  const problem = passwordError(password);
  // A sentence already: it names the field itself.
  if (problem !== null) throw new ApiError(400, problem, { problems: [{ field: 'password', message: problem }] });
  const values = [hashToken(token), now()];
  const { rows } = await database.pool.query<{ id: string; email: string }>(
    `SELECT id, email FROM password_links JOIN admins ON admins.id = admin_id WHERE token_hash = $1 AND expires_at > $2`,
    values,
  );
  const [admin] = rows;
  if (!admin) throw goneLink();
  const passwordHash = await hashPassword(password);
  await database.transaction(async (client) => {
    await lockAdmin(client, admin.id);
    const used = await client.query('DELETE FROM password_links WHERE token_hash = $1 AND expires_at > $2', values);
    if (used.rowCount === 0) throw goneLink();
    await replacePassword(client, admin.id, passwordHash);
  });
  return { email: admin.email };
}
