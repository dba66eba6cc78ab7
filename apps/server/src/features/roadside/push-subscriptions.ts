import { createHash } from 'node:crypto';
import { ObjectId } from 'bson';
import { and, eq } from 'drizzle-orm';
import { badRequest } from '../../api-error.ts';
import type { AppContext, Session } from '../../context.ts';
import { orm } from '../../platform/db/orm.ts';
import { pushSubscriptions } from '../../platform/db/schema/roadside.ts';
import { type PushSubscription, vapidKeys } from '../../platform/push/web-push.ts';

/** Where the subscription of a row is encrypted for. */
export const subscriptionPlace = (id: string) =>
  ({ table: 'push_subscriptions', id, column: 'subscription' }) as const;

const hashOf = (endpoint: string): Buffer => createHash('sha256').update(endpoint).digest();

/** The public key that a browser subscribes with (DESK-05). */
export async function getPushKey({
  database,
  keys,
}: Pick<AppContext, 'database' | 'keys'>): Promise<{ publicKey: string }> {
  const { publicKey } = await vapidKeys(database, keys);
  return { publicKey };
}

/**
 * Stores the subscription of the caller's browser, or moves it to the present session (DESK-05).
 * @throws 400 for a push service that is not reached over https, unless private networks are allowed, as in tests
 */
export async function subscribeToPush(
  { database, keys, settings }: Pick<AppContext, 'database' | 'keys' | 'settings'>,
  { admin, tokenHash }: Session,
  subscription: PushSubscription,
): Promise<void> {
  const { endpoint } = subscription;
  if (new URL(endpoint).protocol !== 'https:' && !settings.allowsPrivateWebhooks)
    throw badRequest([{ field: 'endpoint', message: 'must be the https address of a push service' }]);
  await database.transaction(async (client) => {
    await orm(client)
      .delete(pushSubscriptions)
      .where(eq(pushSubscriptions.endpointHash, hashOf(endpoint)));
    const id = new ObjectId().toHexString();
    await orm(client)
      .insert(pushSubscriptions)
      .values({
        id,
        adminId: admin.id,
        sessionHash: tokenHash,
        endpointHash: hashOf(endpoint),
        subscription: await keys.encrypt(client, JSON.stringify(subscription), subscriptionPlace(id)),
      });
  });
}

/** Removes the subscription of the caller's browser; one that is not there is no error (DESK-05). */
export async function unsubscribeFromPush(
  { database }: Pick<AppContext, 'database'>,
  { admin }: Session,
  { endpoint }: Pick<PushSubscription, 'endpoint'>,
): Promise<void> {
  await database.orm
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.endpointHash, hashOf(endpoint)), eq(pushSubscriptions.adminId, admin.id)));
}
