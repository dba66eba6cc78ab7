import type pg from 'pg';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import { hashToken, newToken } from '../../session-token.ts';
import { defineStatement, rowsOf, sampleOf } from '../db/statement.ts';

const OPEN_SESSION = defineStatement({
  name: 'open-session',
  text: `WITH ended AS (DELETE FROM sessions WHERE expires_at <= $3)
         INSERT INTO sessions (token_hash, admin_id, created_at, expires_at, user_agent, address, last_seen_at, proved_at, identity_id)
         SELECT $1, id, $3, $3::timestamptz + $4 * interval '1 hour', $6, $7, $3, $8, $9 FROM admins
         WHERE id = $2 AND ($5::text IS NULL OR password_hash = $5) AND suspended_at IS NULL
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
    null,
    null,
  ],
});

const MAX_USER_AGENT_LENGTH = 300;

interface OpenSessionInput {
  readonly adminId: string;
  /** The hash that the password was compared with; null for a sign-in at the identity provider. */
  readonly passwordHash: string | null;
  /** The identity used for the sign-in (SHIP-04). */
  readonly identityId: string | null;
  /** When the administrator proved their identity (TEAM-05); null if unknown. */
  readonly provedAt: Date | null;
  /** The browser's user agent, shown in the list of sessions (TEAM-03). */
  readonly userAgent: string | undefined;
  readonly address: string;
}

/**
 * Opens a session for an active administrator if their password has not changed since it was verified (SECU-03).
 * @returns its token, which the database stores only as a hash; null if there is no such administrator
 */
export async function openSession(
  { settings, now }: AppContext,
  client: pg.ClientBase | pg.Pool,
  { adminId, passwordHash, identityId, provedAt, userAgent, address }: OpenSessionInput,
): Promise<string | null> {
  const token = newToken();
  const device = userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null;
  const session = [hashToken(token), adminId, now(), settings.sessionHours, passwordHash];
  const values = [...session, device, address, provedAt, identityId];
  return (await rowsOf(client, OPEN_SESSION, values)).length === 0 ? null : token;
}
