import type { ServiceKey } from '@wayside/contract/service-keys';
import { and, eq, isNull, or } from 'drizzle-orm';
import type pg from 'pg';
import { notFound } from '../../api-error.ts';
import type { ActorContext } from '../../context.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { serviceKeys } from '../../platform/db/schema/service-keys.ts';
import { readServiceKey } from './list-service-keys.ts';

type RevokeContext = Pick<ActorContext, 'database' | 'now' | 'actor'>;

/** Revokes a key, for good and at once: every call reads it (SYNC-06). A key that is revoked stays so. @throws 404 */
export function revokeServiceKey(context: RevokeContext, { id }: { readonly id: string }): Promise<ServiceKey> {
  return context.database.transaction(async (client) => {
    await revoke(client, context, id);
    const record = await readServiceKey(client, context.now(), id);
    if (!record) throw notFound('service key');
    return record;
  });
}

/** Revokes every key of a name, or the one with this prefix. @returns how many were revoked, and how many there are */
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

/** @returns whether it was not revoked before */
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
