import { SERVICE_KEY_SCOPES, SERVICE_KEY_STATES, type ServiceKey } from '@wayside/contract/service-keys';
import type pg from 'pg';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import { defineStatement, rowsOf, sampleOf } from '../../platform/db/statement.ts';

const KEYS = `SELECT id, name, prefix, scopes,
    CASE WHEN revoked_at IS NOT NULL THEN 'revoked' WHEN expires_at <= $1 THEN 'expired' ELSE 'valid' END AS state,
    iso_instant(created_at) AS "createdAt", created_by AS "createdBy", iso_instant(expires_at) AS "expiresAt",
    iso_instant(last_used_at) AS "lastUsedAt", iso_instant(revoked_at) AS "revokedAt", revoked_by AS "revokedBy"
  FROM service_keys`;

const row = z.object({
  id: z.string(),
  name: z.string(),
  prefix: z.string(),
  scopes: z.array(z.enum(SERVICE_KEY_SCOPES)),
  state: z.enum(SERVICE_KEY_STATES),
  createdAt: z.string(),
  createdBy: z.nullable(z.string()),
  expiresAt: z.nullable(z.string()),
  lastUsedAt: z.nullable(z.string()),
  revokedAt: z.nullable(z.string()),
  revokedBy: z.nullable(z.string()),
});

const LIST_KEYS = defineStatement({
  name: 'list-service-keys',
  text: `${KEYS} ORDER BY created_at DESC, id DESC`,
  row,
  example: [new Date(0)],
});

const READ_KEY = defineStatement({
  name: 'read-service-key',
  text: `${KEYS} WHERE id = $2`,
  row,
  example: [new Date(0), sampleOf('service_keys')],
});

/** All service keys, newest first (SYNC-06). */
export async function listServiceKeys({
  database,
  now,
}: Pick<AppContext, 'database' | 'now'>): Promise<{ rows: ServiceKey[] }> {
  return { rows: await database.rows(LIST_KEYS, [now()]) };
}

/** One service key in a transaction; undefined where there is none. */
export async function readServiceKey(client: pg.ClientBase, at: Date, id: string): Promise<ServiceKey | undefined> {
  const [found] = await rowsOf(client, READ_KEY, [at, id]);
  return found;
}
