import { MAX_VALID_KEYS_OF_A_NAME, type ServiceKey, type ServiceKeyScope } from '@wayside/contract/service-keys';
import { ObjectId } from 'bson';
import { and, eq, gt, isNull, or } from 'drizzle-orm';
import { conflict } from '../../api-error.ts';
import type { ActorContext } from '../../context.ts';
import { advisoryLocks } from '../../platform/db/advisory-locks.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { serviceKeys } from '../../platform/db/schema/service-keys.ts';
import { newServiceKey, prefixOf } from '../../service-key-text.ts';
import { hashToken } from '../../session-token.ts';
import { readServiceKey } from './list-service-keys.ts';

const DAY_MS = 86_400_000;

export interface CreateServiceKeyInput {
  readonly name: string;
  readonly scopes: readonly ServiceKeyScope[];
  /** Null for a key without an end. */
  readonly days: number | null;
}

/**
 * Makes a service key (SYNC-06). The database has its hash alone, so that this answer is the only place where it is.
 * @throws 409 when two valid keys have the name
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
    if (others.length >= MAX_VALID_KEYS_OF_A_NAME)
      throw conflict(
        `There are already two valid keys named ${name}. Revoke the one that is no longer used first.`,
      );
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
