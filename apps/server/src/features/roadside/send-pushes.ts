import { createHash, ECDH } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { ObjectId } from 'bson';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { z } from 'zod';
import { badRequest, fieldError } from '../../api-error.ts';
import type { AppContext, Session } from '../../context.ts';
import type { DataKeys } from '../../platform/crypto/data-keys.ts';
import type { Database } from '../../platform/db/database.ts';
import { orm } from '../../platform/db/orm.ts';
import { pushSubscriptions } from '../../platform/db/schema/roadside.ts';
import { admins } from '../../platform/db/schema/session.ts';
import { defineStatement, sampleOf } from '../../platform/db/statement.ts';
import {
  encryptMessage,
  type PushSubscription,
  type VapidKeys,
  vapidHeader,
  vapidKeys,
} from '../../platform/push/web-push.ts';
import { type PostOptions, postEvent } from '../../platform/webhooks/post-event.ts';
import { repeat, withFailureLogging } from '../../repeat.ts';
import { isClaimLiveSql } from './expire-claims.ts';
import { targetSecondsSql } from './list-emergencies.ts';
import { IS_DESK_OPEN_SQL, onShiftSql } from './shifts.ts';

/** Returns the place to which the ciphertext of a subscription is bound. */
export const subscriptionCellAddress = (id: string) =>
  ({ table: 'push_subscriptions', id, column: 'subscription' }) as const;

const hashOf = (endpoint: string): Buffer => createHash('sha256').update(endpoint).digest();

/** Returns the public key with which a browser subscribes (DESK-05). */
export async function getPushKey({
  database,
  keys,
}: Pick<AppContext, 'database' | 'keys'>): Promise<{ publicKey: string }> {
  const { publicKey } = await vapidKeys(database, keys);
  return { publicKey };
}

/** The maximum number of a user's browsers that receive messages. The oldest subscription is removed. */
const MAX_BROWSERS = 10;

function isPoint(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url');
    return true;
  } catch {
    return false;
  }
}

/**
 * Stores the subscription of the caller's browser for the current session (DESK-05).
 * @throws 400 if the key is not a point on P-256, or if the push service does not use https and private networks are
 *   not allowed
 */
export async function subscribeToPush(
  { database, keys, settings }: Pick<AppContext, 'database' | 'keys' | 'settings'>,
  { admin, tokenHash }: Session,
  subscription: PushSubscription,
): Promise<void> {
  const { endpoint } = subscription;
  if (new URL(endpoint).protocol !== 'https:' && !settings.allowsPrivateWebhooks)
    throw badRequest([fieldError('endpoint', 'push_service_address')]);
  if (!isPoint(subscription.p256dh)) throw badRequest([fieldError('p256dh', 'point_on_curve')]);
  await database.transaction(async (client) => {
    // If two browsers of a user subscribe concurrently, the second sees the first.
    await orm(client).select({ id: admins.id }).from(admins).where(eq(admins.id, admin.id)).for('no key update');
    const id = new ObjectId().toHexString();
    // The ciphertext is bound to the id, so both are replaced in an existing row.
    const row = {
      id,
      adminId: admin.id,
      sessionHash: tokenHash,
      subscription: await keys.encrypt(client, JSON.stringify(subscription), subscriptionCellAddress(id)),
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
      .offset(MAX_BROWSERS);
    await orm(client).delete(pushSubscriptions).where(inArray(pushSubscriptions.id, oldest));
  });
}

/** Removes the subscription of the caller's browser. A missing subscription is not an error (DESK-05). */
export async function unsubscribeFromPush(
  { database }: Pick<AppContext, 'database'>,
  { admin }: Session,
  { endpoint }: Pick<PushSubscription, 'endpoint'>,
): Promise<void> {
  await database.orm
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.endpointHash, hashOf(endpoint)), eq(pushSubscriptions.adminId, admin.id)));
}

const IS_CLAIMED_SQL = `EXISTS (SELECT FROM emergency_claims AS c WHERE c.booking_id = e.booking_id AND ${isClaimLiveSql('c')})`;

/**
 * Statement that selects the emergencies that were not claimed in time and have no notification yet; each is assigned
 * to one node. Emergencies older than a day are skipped.
 */
const TAKE_UNCLAIMED = defineStatement({
  name: 'take-unclaimed-emergencies',
  text: `INSERT INTO emergency_pushes (booking_id, sent_at)
    SELECT e.booking_id, now() FROM emergencies AS e JOIN bookings AS b ON b.id = e.booking_id AND b.record_state = 'full'
    WHERE e.phase = 'pending' AND e.phase_since <= now() - make_interval(secs => ${targetSecondsSql('claim')})
      AND e.phase_since > now() - interval '1 day' AND NOT ${IS_CLAIMED_SQL}
      AND NOT EXISTS (SELECT FROM emergency_pushes AS p WHERE p.booking_id = e.booking_id)
    ORDER BY e.booking_id ON CONFLICT (booking_id) DO NOTHING
    RETURNING booking_id AS id, ${targetSecondsSql('claim')} AS seconds`,
  row: z.object({ id: z.string(), seconds: z.number() }),
  example: [],
});

/** Statement that selects the emergencies with a notification that have been claimed or have ended. */
const TAKE_CLAIMED = defineStatement({
  name: 'take-claimed-emergencies',
  text: `DELETE FROM emergency_pushes AS p USING emergencies AS e
    WHERE e.booking_id = p.booking_id AND (e.phase <> 'pending' OR ${IS_CLAIMED_SQL}) RETURNING p.booking_id AS id`,
  row: z.object({ id: z.string() }),
  example: [],
});

const subscriptionRow = z.object({ id: z.string(), subscription: z.string() });

/** Statement that selects the browsers of users on shift whose desk is neither open nor muted. */
const LIST_ABSENT = defineStatement({
  name: 'list-absent-subscriptions',
  text: `SELECT DISTINCT p.id, p.subscription FROM ${onShiftSql('$1')}
    JOIN push_subscriptions AS p ON p.admin_id = a.id JOIN sessions AS own ON own.token_hash = p.session_hash AND own.expires_at > $1
    WHERE NOT ${IS_DESK_OPEN_SQL} AND NOT coalesce(d.muted_until > now(), false)`,
  row: subscriptionRow,
  example: [new Date(0)],
});
/** Statement that selects every browser that may show a notification. */
const LIST_SUBSCRIPTIONS = defineStatement({
  name: 'list-subscriptions',
  text: `SELECT p.id, p.subscription FROM push_subscriptions AS p JOIN sessions AS s ON s.token_hash = p.session_hash
    WHERE s.expires_at > $1`,
  row: subscriptionRow,
  example: [new Date(0)],
});
const CHECK_PUSH_SHOWN = defineStatement({
  name: 'is-push-shown',
  text: 'SELECT booking_id AS id FROM emergency_pushes WHERE booking_id = $1',
  row: z.object({ id: z.string() }),
  example: ['e'.repeat(24)],
});
const REMOVE = defineStatement({
  name: 'remove-subscription',
  text: 'DELETE FROM push_subscriptions WHERE id = $1',
  example: [sampleOf('push_subscriptions')],
});

const storedSubscription = z.object({ endpoint: z.string(), p256dh: z.string(), auth: z.string() });

/** The message that the service worker of the web app reads. It contains no names. */
type PushMessage =
  | { readonly kind: 'unclaimed'; readonly id: string; readonly text: string }
  | { readonly kind: 'claimed'; readonly id: string };

interface PushParts extends Pick<PostOptions, 'allowsPrivate'> {
  readonly database: Database;
  readonly keys: DataKeys;
  /** The email address at which push services can contact the operator. */
  readonly contact: string;
  readonly log: Logger;
  readonly now: () => Date;
}

const INTERVAL_MS = 1_000;
const TIMEOUT_MS = 10_000;
const MAX_ATTEMPTS = 3;
const RETRY_MS = 1_500;
/** The time for which a push service stores a message for an offline browser. */
const TTL_SECONDS = 600;
const GONE = [404, 410];
/** The maximum number of messages that are sent concurrently. */
const MAX_CONCURRENT_PUSHES = 100;
/**
 * Notifies the browsers of users on shift without an open desk about unclaimed emergencies, and all browsers about
 * the claim (DESK-05). Safe on any number of nodes. @returns a function that stops the job and resolves after the
 * current messages are sent
 */
export function sendPushesRepeatedly(parts: PushParts): () => Promise<void> {
  const sending = new Set<Promise<void>>();
  const stopping = new AbortController();
  const send = withFailureLogging(
    parts.log,
    'a push message could not be sent',
    (...given: Parameters<typeof sendOne>) => sendOne(...given),
  );
  const stop = repeat(
    INTERVAL_MS,
    withFailureLogging(parts.log, 'push messages could not be sent', async () => {
      for (const message of await findDueMessages(parts.database)) {
        const list = message.kind === 'unclaimed' ? LIST_ABSENT : LIST_SUBSCRIPTIONS;
        for (const row of await parts.database.rows(list, [parts.now()])) {
          if (sending.size >= MAX_CONCURRENT_PUSHES) await Promise.race(sending);
          const sent = send(parts, row, message, stopping.signal).finally(() => sending.delete(sent));
          sending.add(sent);
        }
      }
    }),
  );
  return async () => {
    const stopped = stop();
    stopping.abort();
    await stopped;
    await Promise.all(sending);
  };
}

async function findDueMessages(database: Database): Promise<PushMessage[]> {
  const unclaimed = await database.rows(TAKE_UNCLAIMED, []);
  const claimed = await database.rows(TAKE_CLAIMED, []);
  return [
    ...unclaimed.map(({ id, seconds }) => ({
      kind: 'unclaimed' as const,
      id,
      text: `Emergency unclaimed for ${seconds} s`,
    })),
    ...claimed.map(({ id }) => ({ kind: 'claimed' as const, id })),
  ];
}

/** Encrypts a message. Returns null if the subscription has invalid keys. */
function encryptPush(message: PushMessage, target: z.infer<typeof storedSubscription>): Buffer | null {
  try {
    return encryptMessage(JSON.stringify(message), target);
  } catch {
    return null;
  }
}

/**
 * Sends a message to one browser and retries after a temporary failure while the message is still valid. Deletes an
 * expired subscription.
 */
async function sendOne(
  parts: PushParts,
  { id, subscription }: z.infer<typeof subscriptionRow>,
  message: PushMessage,
  signal: AbortSignal,
): Promise<void> {
  const { database, keys, contact, log, now, allowsPrivate } = parts;
  const target = storedSubscription.parse(
    JSON.parse(await keys.decrypt(subscription, subscriptionCellAddress(id))),
  );
  const content = encryptPush(message, target);
  if (content === null) {
    await database.rows(REMOVE, [id]);
    return;
  }
  const vapid: VapidKeys = await vapidKeys(database, keys);
  const event = {
    url: target.endpoint,
    body: content,
    headers: {
      authorization: vapidHeader(vapid, { endpoint: target.endpoint, subject: `mailto:${contact}`, now: now() }),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(TTL_SECONDS),
      urgency: 'high',
      // The message about the claim replaces an undelivered message about the emergency.
      topic: message.id,
    },
  };
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const { isSuccess, statusCode, error } = await postEvent(event, {
      allowsPrivate,
      timeoutMs: TIMEOUT_MS,
      signal,
    });
    if (isSuccess) return;
    if (statusCode !== null && GONE.includes(statusCode)) {
      await database.rows(REMOVE, [id]);
      return;
    }
    log.warn({ subscription: id, status: statusCode, reason: error }, 'a push message was not delivered');
    if (statusCode !== null && statusCode < 500 && statusCode !== 429) return;
    if (attempt === MAX_ATTEMPTS) return;
    await delay(RETRY_MS * attempt, null, { signal }).catch(() => null);
    if (signal.aborted) return;
    const isShown = (await database.rows(CHECK_PUSH_SHOWN, [message.id])).length > 0;
    if (isShown !== (message.kind === 'unclaimed')) return;
  }
}
