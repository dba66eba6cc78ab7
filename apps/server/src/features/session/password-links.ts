import type pg from 'pg';
import type { Database } from '../../db/database.ts';
import { hashToken, newToken } from '../../session-token.ts';

/** How long a link to set a password works. */
export const LINK_HOURS = 72;

/** Makes a one-time link for an administrator; returns its token, of which the database keeps the hash. */
export async function createPasswordLink(client: pg.PoolClient, adminId: string): Promise<string> {
  const token = newToken();
  await client.query(
    `INSERT INTO password_links (token_hash, admin_id, expires_at) VALUES ($1, $2, now() + $3 * interval '1 hour')`,
    [hashToken(token), adminId, LINK_HOURS],
  );
  return token;
}

/**
 * Makes another link for an administrator who has used none so far, since only the hash of the last one is known.
 * @returns null when they have a password of their own
 */
export function renewPasswordLink(database: Database, adminId: string): Promise<string | null> {
  return database.transaction(async (client) => {
    await lockAdmin(client, adminId);
    const { rowCount } = await client.query('SELECT FROM password_links WHERE admin_id = $1 LIMIT 1', [adminId]);
    if (rowCount === 0) return null;
    const token = await createPasswordLink(client, adminId);
    await client.query('DELETE FROM password_links WHERE admin_id = $1 AND expires_at <= now()', [adminId]);
    return token;
  });
}

/** Lets one transaction at a time change how an administrator gets in. */
export async function lockAdmin(client: pg.PoolClient, adminId: string): Promise<void> {
  await client.query('SELECT FROM admins WHERE id = $1 FOR UPDATE', [adminId]);
}
