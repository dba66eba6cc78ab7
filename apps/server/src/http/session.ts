import { ROLES } from '@wayside/contract/roles';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { notSignedIn } from '../api-error.ts';
import type { AppContext, CallContext, Session } from '../context.ts';
import { defineStatement, sampleOf } from '../db/statement.ts';
import { hashToken, isToken } from '../session-token.ts';

/** A session is prolonged after this share of its life, not at every call. */
const PROLONG_AFTER = 1 / 48;

/** How long a proof of who the person is lasts (TEAM-05). */
const PROOF_MINUTES = 10;

const FIND_SESSION = defineStatement({
  name: 'find-session',
  text: `SELECT a.id, a.email, a.name, a.role,
           s.expires_at < $2::timestamptz + $3 * interval '1 hour' AS "isDue",
           coalesce(s.proved_at > $2::timestamptz - interval '${PROOF_MINUTES} minutes', false) AS "isProved"
         FROM sessions s JOIN admins a ON a.id = s.admin_id
         WHERE s.token_hash = $1 AND s.expires_at > $2 AND a.suspended_at IS NULL`,
  row: z.object({
    id: z.string(),
    email: z.string(),
    name: z.nullable(z.string()),
    role: z.enum(ROLES),
    isDue: z.boolean(),
    isProved: z.boolean(),
  }),
  example: [sampleOf('sessions', 'token_hash'), new Date(0), 1],
});
const PROLONG_SESSION = defineStatement({
  name: 'prolong-session',
  text: `UPDATE sessions SET expires_at = $2::timestamptz + $3 * interval '1 hour' WHERE token_hash = $1`,
  example: [sampleOf('sessions', 'token_hash'), new Date(0), 1],
});

/**
 * Reads the session from the header `token`, the only place where a token counts (AUTH-11), and prolongs it.
 * @throws 401 when there is none or it has ended
 */
export function sessionReader({
  database,
  settings,
  now,
}: AppContext): (request: FastifyRequest) => Promise<Session> {
  return async (request) => {
    const token = request.headers.token;
    if (!isToken(token)) throw notSignedIn();
    const tokenHash = hashToken(token);
    const at = now();
    const dueHours = settings.sessionHours * (1 - PROLONG_AFTER);
    const [found] = await database.rows(FIND_SESSION, [tokenHash, at, dueHours]);
    if (!found) throw notSignedIn();
    const { isDue, isProved, ...admin } = found;
    if (isDue) await database.rows(PROLONG_SESSION, [tokenHash, at, settings.sessionHours]);
    return { admin, tokenHash, isProved };
  };
}

/** The caller's session; every call but the public ones has one. */
export function signedIn({ session }: Pick<CallContext, 'session'>): Session {
  if (session === null) throw notSignedIn();
  return session;
}
