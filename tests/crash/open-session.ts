import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';

/**
 * Inserts a session of the first administrator and returns its token. Its proof of identity lasts as long as the load
 * may run (TEAM-05).
 */
export async function openSession(connectionString: string): Promise<string> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const token = randomBytes(32).toString('base64url');
  await client.query(
    `INSERT INTO sessions (token_hash, admin_id, expires_at, proved_at) SELECT $1, id, now() + interval '12 hours', now() + interval '12 hours' FROM admins ORDER BY created_at, id LIMIT 1`,
    [createHash('sha256').update(token).digest()],
  );
  await client.end();
  return token;
}
