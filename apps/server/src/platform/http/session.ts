import { ROLES, roleMay } from '@wayside/contract/roles';
import type { ServiceKeyScope } from '@wayside/contract/service-keys';
import type { Permission } from '@wayside/contract/wire/permissions';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { forbidden, invalidKey, notSignedIn, permissionDenied } from '../../api-error.ts';
import type { AppContext, CallContext, ServiceKeyIdentity, Session } from '../../context.ts';
import { bearerKey } from '../../service-key-text.ts';
import { hashToken, isToken } from '../../session-token.ts';
import { MAX_SESSION_HOURS } from '../../settings.ts';
import { recordSeen } from '../accounts/record-sign-in.ts';
import { defineStatement, sampleOf } from '../db/statement.ts';
import { hasSecondFactorSql } from '../two-factor/factors.ts';

const FIND_KEY = defineStatement({
  name: 'find-service-key',
  text: `SELECT id, name, scopes, revoked_at IS NOT NULL AS "isRevoked", coalesce(expires_at <= $2, false) AS "isExpired"
         FROM service_keys WHERE key_hash = $1`,
  row: z.object({
    id: z.string(),
    name: z.string(),
    scopes: z.array(z.string()),
    isRevoked: z.boolean(),
    isExpired: z.boolean(),
  }),
  example: [sampleOf('service_keys', 'key_hash'), new Date(0)],
});

/**
 * Reads the service key in `Authorization: Bearer` from the database on each call, so that a revocation takes effect
 * immediately (SYNC-06).
 * @throws 401
 */
export function createServiceKeyReader({
  database,
  now,
}: Pick<AppContext, 'database' | 'now'>): (request: FastifyRequest) => Promise<ServiceKeyIdentity> {
  return async ({ headers }) => {
    const key = bearerKey(headers.authorization);
    if (key === null) throw invalidKey('key_header_expected');
    const [found] = await database.rows(FIND_KEY, [hashToken(key), now()]);
    if (!found) throw invalidKey('key_unknown');
    const { isRevoked, isExpired, ...identity } = found;
    if (isRevoked) throw invalidKey('key_revoked');
    if (isExpired) throw invalidKey('key_expired');
    return identity;
  };
}

/**
 * Checks the scope of the service key; a route for service keys calls it first. @throws 403 without the scope; 401
 * without a key
 */
export function requireScope({ serviceKey }: Pick<CallContext, 'serviceKey'>, scope: ServiceKeyScope): void {
  if (serviceKey === null) throw invalidKey('key_needed');
  if (!serviceKey.scopes.includes(scope)) throw forbidden('key_without_scope', { scope });
}

/** Limits how often `last_seen_at` is written. */
const SEEN_EVERY = "interval '1 minute'";
/** The maximum life of a session, no matter how often it is used (TEAM-03). */
const MAX_SESSION_LIFETIME = `interval '${MAX_SESSION_HOURS} hours'`;
const IS_UPDATE_DUE_SQL = `(last_seen_at IS NULL OR last_seen_at <= $2::timestamptz - ${SEEN_EVERY})`;

/** How long a proof of identity is valid (TEAM-05). */
const PROOF_MINUTES = 10;

/** The session of a token with its administrator; no row if the session has ended. */
export const FIND_SESSION = defineStatement({
  name: 'find-session',
  text: `SELECT a.id, a.email, a.name, a.role, s.is_due AS "isDue",
           $3 AND s.identity_id IS NULL AND NOT ${hasSecondFactorSql('a.id')} AS "mustSetUpTwoFactor",
           coalesce(s.proved_at > $2::timestamptz - interval '${PROOF_MINUTES} minutes', false) AS "isProved"
         FROM (SELECT *, ${IS_UPDATE_DUE_SQL} AS is_due FROM sessions WHERE token_hash = $1) s JOIN admins a ON a.id = s.admin_id
         WHERE s.expires_at > $2 AND s.created_at > $2::timestamptz - ${MAX_SESSION_LIFETIME} AND a.suspended_at IS NULL`,
  row: z.object({
    id: z.string(),
    email: z.string(),
    name: z.nullable(z.string()),
    role: z.enum(ROLES),
    isDue: z.boolean(),
    mustSetUpTwoFactor: z.boolean(),
    isProved: z.boolean(),
  }),
  example: [sampleOf('sessions', 'token_hash'), new Date(0), true],
});
const PROLONG_SESSION = defineStatement({
  name: 'prolong-session',
  text: `UPDATE sessions SET last_seen_at = $2,
           expires_at = least($2::timestamptz + $3 * interval '1 hour', created_at + ${MAX_SESSION_LIFETIME})
         WHERE token_hash = $1 AND ${IS_UPDATE_DUE_SQL}`,
  example: [sampleOf('sessions', 'token_hash'), new Date(0), 1],
});

/**
 * Reads and prolongs the session of the `token` header, the only place where a token is accepted (AUTH-11). @throws
 * 401
 */
export function createSessionReader(context: AppContext): (request: FastifyRequest) => Promise<Session> {
  const { database, settings, now } = context;
  return async (request) => {
    const token = request.headers.token;
    if (!isToken(token)) throw notSignedIn();
    const tokenHash = hashToken(token);
    const at = now();
    const [found] = await database.rows(FIND_SESSION, [tokenHash, at, settings.requiresTwoFactor]);
    if (!found) throw notSignedIn();
    const { isDue, isProved, mustSetUpTwoFactor, ...admin } = found;
    if (isDue) {
      await database.rows(PROLONG_SESSION, [tokenHash, at, settings.sessionHours]);
      await recordSeen(context, admin.id, at);
    }
    // In a public demo, accounts have no known password (SHIP-06).
    return { admin, tokenHash, isProved: isProved || settings.isPublicDemo, mustSetUpTwoFactor };
  };
}

/** Returns the caller's session, which all calls except public ones have. */
export function requireSession({ session }: Pick<CallContext, 'session'>): Session {
  if (session === null) throw notSignedIn();
  return session;
}

/** Passes pieces on as long as the session is active and its role may read them (TEAM-02, SECU-03). @throws 401; 403 */
export async function* whileAllowed<T>(
  context: Pick<CallContext, 'database' | 'settings' | 'now' | 'session'>,
  permission: Permission,
  pieces: AsyncIterable<T>,
): AsyncGenerator<T, void> {
  const { database, settings, now } = context;
  const { tokenHash } = requireSession(context);
  for await (const piece of pieces) {
    const [found] = await database.rows(FIND_SESSION, [tokenHash, now(), settings.requiresTwoFactor]);
    if (!found) throw notSignedIn();
    if (!roleMay(found.role, permission)) throw permissionDenied(permission);
    yield piece;
  }
}
