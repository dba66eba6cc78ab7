import type { ServiceKeyScope } from '@wayside/contract/service-keys';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { forbidden, invalidKey } from '../../api-error.ts';
import type { AppContext, CallContext, ServiceKeyIdentity } from '../../context.ts';
import { bearerKey } from '../../service-key-text.ts';
import { hashToken } from '../../session-token.ts';
import { defineStatement, sampleOf } from '../db/statement.ts';

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
 * Reads the service key of `Authorization: Bearer`, from the database at each call, so that a revoked key opens nothing
 * on any node (SYNC-06).
 * @throws 401 when there is none, or it is unknown, revoked or expired
 */
export function serviceKeyReader({
  database,
  now,
}: Pick<AppContext, 'database' | 'now'>): (request: FastifyRequest) => Promise<ServiceKeyIdentity> {
  return async ({ headers }) => {
    const key = bearerKey(headers.authorization);
    if (key === null) throw invalidKey('The header Authorization must be "Bearer" and a service key.');
    const [found] = await database.rows(FIND_KEY, [hashToken(key), now()]);
    if (!found) throw invalidKey('This service key is unknown.');
    const { isRevoked, isExpired, ...identity } = found;
    if (isRevoked) throw invalidKey('This service key was revoked.');
    if (isExpired) throw invalidKey('This service key has expired.');
    return identity;
  };
}

/**
 * Call it first in the route of a call that needs a service key.
 * @throws 403 when the key has no such scope; 401 without a key
 */
export function requireScope({ serviceKey }: Pick<CallContext, 'serviceKey'>, scope: ServiceKeyScope): void {
  if (serviceKey === null) throw invalidKey('This call needs a service key.');
  if (!serviceKey.scopes.includes(scope)) throw forbidden(`This service key has no scope "${scope}".`);
}
