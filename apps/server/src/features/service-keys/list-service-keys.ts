import type { ServiceKey } from '@wayside/contract/service-keys';
import type pg from 'pg';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import { defineStatement, rowsOf, sampleOf } from '../../db/statement.ts';

const RECORD = `json_build_object('id', id, 'name', name, 'prefix', prefix, 'scopes', scopes,
  'state', CASE WHEN revoked_at IS NOT NULL THEN 'revoked' WHEN expires_at <= $1 THEN 'expired' ELSE 'valid' END,
  'createdAt', iso_instant(created_at), 'createdBy', created_by, 'expiresAt', iso_instant(expires_at),
  'lastUsedAt', iso_instant(last_used_at), 'revokedAt', iso_instant(revoked_at), 'revokedBy', revoked_by)`;

const row = z.object({ record: z.custom<ServiceKey>() });

const LIST_KEYS = defineStatement({
  name: 'list-service-keys',
  text: `SELECT ${RECORD} AS record FROM service_keys ORDER BY created_at DESC, id DESC`,
  row,
  example: [new Date(0)],
});

const READ_KEY = defineStatement({
  name: 'read-service-key',
  text: `SELECT ${RECORD} AS record FROM service_keys WHERE id = $2`,
  row,
  example: [new Date(0), sampleOf('service_keys')],
});

/** All service keys, newest first (SYNC-06). */
export async function listServiceKeys({
  database,
  now,
}: Pick<AppContext, 'database' | 'now'>): Promise<{ rows: ServiceKey[] }> {
  const found = await database.rows(LIST_KEYS, [now()]);
  return { rows: found.map(({ record }) => record) };
}

/** One service key in a transaction; undefined where there is none. */
export async function readServiceKey(client: pg.ClientBase, at: Date, id: string): Promise<ServiceKey | undefined> {
  const [found] = await rowsOf(client, READ_KEY, [at, id]);
  return found?.record;
}
