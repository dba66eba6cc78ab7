import {
  MAX_VALID_KEYS_OF_A_NAME,
  SERVICE_KEY_SCOPES,
  SERVICE_KEY_STATES,
  type ServiceKey,
  type ServiceKeyScope,
} from '@wayside/contract/service-keys';
import { ObjectId } from 'bson';
import { and, eq, gt, isNull, or } from 'drizzle-orm';
import type pg from 'pg';
import { z } from 'zod';
import { conflict, notFound } from '../../api-error.ts';
import type { ActorContext, AppContext } from '../../context.ts';
import { advisoryLocks } from '../../platform/db/advisory-locks.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { serviceKeys } from '../../platform/db/schema/service-keys.ts';
import { defineStatement, rowsOf, sampleOf } from '../../platform/db/statement.ts';
import { newServiceKey, prefixOf } from '../../service-key-text.ts';
import { hashToken } from '../../session-token.ts';

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

/** Returns all service keys, newest first (SYNC-06). */
export async function listServiceKeys({
  database,
  now,
}: Pick<AppContext, 'database' | 'now'>): Promise<{ rows: ServiceKey[] }> {
  return { rows: await database.rows(LIST_KEYS, [now()]) };
}

/** Reads a service key in a transaction. Returns undefined if it does not exist. */
async function readServiceKey(client: pg.ClientBase, at: Date, id: string): Promise<ServiceKey | undefined> {
  const [found] = await rowsOf(client, READ_KEY, [at, id]);
  return found;
}

const DAY_MS = 86_400_000;

export interface CreateServiceKeyInput {
  readonly name: string;
  readonly scopes: readonly ServiceKeyScope[];
  /** Null for a key that does not expire. */
  readonly days: number | null;
}

/**
 * Creates a service key (SYNC-06). Only this response contains the key; the database stores its hash. @throws 409 if
 * two valid keys already have the name
 */
export function createServiceKey(
  { database, now, actor }: Pick<ActorContext, 'database' | 'now' | 'actor'>,
  { name, scopes, days }: CreateServiceKeyInput,
): Promise<{ key: string; record: ServiceKey }> {
  const key = newServiceKey();
  const id = new ObjectId().toHexString();
  return database.transaction(async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.serviceKeys]);
    const at = now();
    const { name: nameColumn, revokedAt, expiresAt } = serviceKeys;
    const isValid = and(isNull(revokedAt), or(isNull(expiresAt), gt(expiresAt, at)));
    const others = await orm(client)
      .select({ id: serviceKeys.id })
      .from(serviceKeys)
      .where(and(eq(nameColumn, name), isValid));
    if (others.length >= MAX_VALID_KEYS_OF_A_NAME) throw conflict('two_keys_of_name', { name });
    const values = {
      id,
      name,
      keyHash: hashToken(key),
      prefix: prefixOf(key),
      scopes: [...scopes],
      createdAt: at,
      createdBy: actor.email,
      expiresAt: days === null ? null : new Date(at.getTime() + days * DAY_MS),
    };
    await orm(client).insert(serviceKeys).values(values);
    await recordActivity(client, actor, at, {
      action: 'created',
      entity: 'service_key',
      entityId: id,
      changes: [
        { field: 'name', before: null, after: name },
        { field: 'scopes', before: null, after: scopes.join(', ') },
        { field: 'expiresAt', before: null, after: values.expiresAt?.toISOString() ?? null },
      ],
    });
    const record = await readServiceKey(client, at, id);
    if (!record) throw new Error('the key was not stored');
    return { key, record };
  });
}

type RevokeContext = Pick<ActorContext, 'database' | 'now' | 'actor'>;

/**
 * Revokes a key permanently. This takes effect immediately because every call reads the key (SYNC-06). A revoked key
 * stays revoked. @throws 404
 */
export function revokeServiceKey(context: RevokeContext, { id }: { readonly id: string }): Promise<ServiceKey> {
  return context.database.transaction(async (client) => {
    await revoke(client, context, id);
    const record = await readServiceKey(client, context.now(), id);
    if (!record) throw notFound('service_key');
    return record;
  });
}

/**
 * Revokes every key with the given name, or the key with the given prefix. @returns the numbers of revoked and
 * existing keys
 */
export function revokeKeysOf(
  context: RevokeContext,
  nameOrPrefix: string,
): Promise<{ readonly found: number; readonly revoked: number }> {
  return context.database.transaction(async (client) => {
    const { id: idColumn, name, prefix } = serviceKeys;
    const found = await orm(client)
      .select({ id: idColumn })
      .from(serviceKeys)
      .where(or(eq(name, nameOrPrefix), eq(prefix, nameOrPrefix)))
      .orderBy(idColumn);
    let revoked = 0;
    for (const { id } of found) if (await revoke(client, context, id)) revoked++;
    return { found: found.length, revoked };
  });
}

/** @returns false if the key was already revoked */
async function revoke(client: pg.ClientBase, { now, actor }: RevokeContext, id: string): Promise<boolean> {
  const at = now();
  const revoked = await orm(client)
    .update(serviceKeys)
    .set({ revokedAt: at, revokedBy: actor.email })
    .where(and(eq(serviceKeys.id, id), isNull(serviceKeys.revokedAt)))
    .returning({ name: serviceKeys.name });
  if (revoked.length === 0) return false;
  await recordActivity(client, actor, at, { action: 'revoked', entity: 'service_key', entityId: id });
  return true;
}
