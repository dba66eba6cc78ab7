import type pg from 'pg';
import { accountHash } from './login-throttle.ts';

/**
 * Gives an administrator a new password. It ends every session of theirs in the same transaction (SECU-03), makes their
 * one-time links worthless and lifts their throttle; whoever calls takes sessions back from other nodes after the commit.
 * @returns how many sessions were ended
 */
export async function replacePassword(
  client: pg.PoolClient,
  adminId: string,
  passwordHash: string,
): Promise<number> {
  const { rows } = await client.query<{ emailKey: string }>(
    'UPDATE admins SET password_hash = $2 WHERE id = $1 RETURNING email_key AS "emailKey"',
    [adminId, passwordHash],
  );
  await client.query('DELETE FROM password_links WHERE admin_id = $1', [adminId]);
  for (const { emailKey } of rows)
    await client.query('DELETE FROM login_attempts WHERE account_hash = $1', [accountHash(emailKey)]);
  const { rowCount } = await client.query('DELETE FROM sessions WHERE admin_id = $1', [adminId]);
  return rowCount ?? 0;
}
