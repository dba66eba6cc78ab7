import { createHash, ECDH } from 'node:crypto';
import { ObjectId } from 'bson';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { badRequest } from '../../api-error.ts';
import type { AppContext, Session } from '../../context.ts';
import { orm } from '../../platform/db/orm.ts';
import { pushSubscriptions } from '../../platform/db/schema/roadside.ts';
import { admins } from '../../platform/db/schema/session.ts';
import { vapidKeys } from '../../platform/push/vapid-keys.ts';
import type { PushSubscription } from '../../platform/push/web-push.ts';

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

/** The browsers of one person that get messages, at most: the oldest goes. */
const MOST_BROWSERS = 10;

function isPoint(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url');
    return true;
  } catch {
    return false;
  }
}

/**
 * Stores the subscription of the caller's browser, or moves it to the present session (DESK-05).
 * @throws 400 for a key that is no point on P-256, and for a push service that is not reached over https, unless private networks are allowed, as in tests
 */
export async function subscribeToPush(
  { database, keys, settings }: Pick<AppContext, 'database' | 'keys' | 'settings'>,
  { admin, tokenHash }: Session,
  subscription: PushSubscription,
): Promise<void> {
  const { endpoint } = subscription;
  if (new URL(endpoint).protocol !== 'https:' && !settings.allowsPrivateWebhooks)
    throw badRequest([{ field: 'endpoint', message: 'must be the https address of a push service' }]);
  if (!isPoint(subscription.p256dh))
    throw badRequest([{ field: 'p256dh', message: 'must be a point on the curve P-256' }]);
  await database.transaction(async (client) => {
    // Of two browsers of a person that subscribe at once, the second sees the first.
    await orm(client).select({ id: admins.id }).from(admins).where(eq(admins.id, admin.id)).for('no key update');
    const id = new ObjectId().toHexString();
    // The ciphertext is bound to the id, so that a row that is there gets both.
    const row = {
      id,
      adminId: admin.id,
      sessionHash: tokenHash,
      subscription: await keys.encrypt(client, JSON.stringify(subscription), subscriptionPlace(id)),
      createdAt: sql`clock_timestamp()`,
    };
    await orm(client)
      .insert(pushSubscriptions)
      .values({ ...row, endpointHash: hashOf(endpoint) })
      .onConflictDoUpdate({ target: pushSubscriptions.endpointHash, set: row });
    const oldest = orm(client)
      .select({ id: pushSubscriptions.id })
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.adminId, admin.id))
      .orderBy(desc(pushSubscriptions.createdAt), desc(pushSubscriptions.id))
      .offset(MOST_BROWSERS);
    await orm(client).delete(pushSubscriptions).where(inArray(pushSubscriptions.id, oldest));
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
