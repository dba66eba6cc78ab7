import type pg from 'pg';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import { defineStatement, rowsOf, sampleOf } from '../../platform/db/statement.ts';
import { hashToken, newToken } from '../../session-token.ts';

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

interface OpenSessionInput {
  readonly adminId: string;
  /** The hash that the password was compared with. */
  readonly passwordHash: string;
  /** The browser's name for itself, shown in the list of sessions (TEAM-03). */
  readonly userAgent: string | undefined;
  readonly address: string;
}

/**
 * Opens a session of an administrator who is not suspended and whose password is still the one that was compared: a
 * session must not outlive a change of it (SECU-03).
 * @returns its token, of which the database has the hash; null when there is no such administrator now
 */
export async function openSession(
  { settings, now }: AppContext,
  client: pg.ClientBase | pg.Pool,
  { adminId, passwordHash, userAgent, address }: OpenSessionInput,
): Promise<string | null> {
  const token = newToken();
  const device = userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null;
  const values = [hashToken(token), adminId, now(), settings.sessionHours, passwordHash, device, address];
  return (await rowsOf(client, OPEN_SESSION, values)).length === 0 ? null : token;
}
