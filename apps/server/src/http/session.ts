import type { FastifyRequest } from 'fastify';
import { notSignedIn } from '../api-error.ts';
import type { AppContext, CallContext, Session } from '../context.ts';
import type { NamedStatement } from '../db/database.ts';
import { hashToken, isToken } from '../session-token.ts';

/** A session is prolonged after this share of its life, not at every call. */
const PROLONG_AFTER = 1 / 48;

const FIND_SESSION: NamedStatement = {
  name: 'find-session',
  text: `SELECT a.id, a.email, a.name,
           s.expires_at < $2::timestamptz + $3 * interval '1 hour' AS "isDue"
         FROM sessions s JOIN admins a ON a.id = s.admin_id
         WHERE s.token_hash = $1 AND s.expires_at > $2`,
};
const PROLONG_SESSION: NamedStatement = {
  name: 'prolong-session',
  text: `UPDATE sessions SET expires_at = $2::timestamptz + $3 * interval '1 hour' WHERE token_hash = $1`,
};

interface FoundSession {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly isDue: boolean;
}

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
    const [found] = await database.rows<FoundSession>(FIND_SESSION, [tokenHash, at, dueHours]);
    if (!found) throw notSignedIn();
    if (found.isDue) await database.rows(PROLONG_SESSION, [tokenHash, at, settings.sessionHours]);
    return { admin: { id: found.id, email: found.email, name: found.name }, tokenHash };
  };
}

/** The caller's session; every call but the public ones has one. */
export function signedIn({ session }: Pick<CallContext, 'session'>): Session {
  if (session === null) throw notSignedIn();
  return session;
}
