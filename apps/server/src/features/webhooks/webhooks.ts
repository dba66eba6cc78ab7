import { randomBytes } from 'node:crypto';
import type { WebhookEndpoint } from '@wayside/contract/webhooks';
import { ObjectId } from 'bson';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { badRequest, conflict, fieldError, notFound } from '../../api-error.ts';
import type { ActorContext } from '../../context.ts';
import { encryptWebhookSecret, readWebhookSecret } from '../../platform/crypto/webhook-secrets.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { webhookDeliveries, webhookEndpoints } from '../../platform/db/schema/webhooks.ts';
import { defineStatement, rowsOf, sampleOf } from '../../platform/db/statement.ts';
import { namesPrivateHost } from '../../public-address.ts';
import type { Settings } from '../../settings.ts';
import { readEndpoint } from './read-endpoints.ts';

const SECRET_BYTES = 32;
/** How long the previous secret also signs, so that a receiver has time to switch to the new one. */
const SECRET_OVERLAP_MS = 24 * 60 * 60 * 1000;

/** Generates a signing secret in the format of Standard Webhooks. */
const newSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;

/**
 * Gives an endpoint a new secret; the previous one also signs for 24 hours (HOOK-02). Only this response contains the
 * secret. @throws 404
 */
export function rotateSecret(
  { database, keys, now, actor }: ActorContext,
  id: string,
): Promise<{ record: WebhookEndpoint; secret: string }> {
  const secret = newSecret();
  return database.transaction(async (client) => {
    const at = now();
    const isIt = eq(webhookEndpoints.id, id);
    const [found] = await orm(client)
      .select({ secret: webhookEndpoints.secret })
      .from(webhookEndpoints)
      .where(isIt)
      .for('update');
    if (found === undefined) throw notFound('webhook_endpoint');
    const previous = await readWebhookSecret(keys, { endpointId: id, column: 'secret', text: found.secret });
    // An encrypted value can be decrypted only in its own column, so the previous secret is encrypted again.
    const [next, before] = [
      await encryptWebhookSecret(keys, client, { endpointId: id, column: 'secret', text: secret }),
      await encryptWebhookSecret(keys, client, { endpointId: id, column: 'previous_secret', text: previous }),
    ];
    await orm(client)
      .update(webhookEndpoints)
      .set({
        secret: next,
        previousSecret: before,
        previousSecretUntil: new Date(at.getTime() + SECRET_OVERLAP_MS),
      })
      .where(isIt);
    await recordActivity(client, actor, at, { action: 'secret_rotated', entity: 'webhook_endpoint', entityId: id });
    return { record: await readEndpoint(client, id, at), secret };
  });
}

/**
 * Rejects a private address that every delivery would reject. Host names are resolved only at each delivery
 * (HOOK-03). @throws 400
 */
function requireAllowedUrl({ allowsPrivateWebhooks }: Settings, url: string): void {
  if (!allowsPrivateWebhooks && namesPrivateHost(url))
    throw badRequest([fieldError('url', 'not_into_private_network')]);
}

/** Returns an address for logs, without its path and query, which may contain a token. */
const shownUrl = (url: string): string => new URL(url).origin;

/** Formats event types for the activity log. */
const typesText = (types: readonly string[] | null): string => types?.join(', ') ?? 'all';

/** Limits the connections: every node has separate ones for each endpoint, so that no endpoint delays another. */
const MAX_ENDPOINTS = 50;

interface CreateEndpointInput {
  readonly url: string;
  /** If null, the endpoint receives all event types. */
  readonly types: readonly string[] | null;
}

/**
 * Adds an endpoint that receives events from now on (HOOK-02). Only this response contains its secret.
 * @throws 400 for an address inside a private network; 409 if there are too many endpoints
 */
export function createEndpoint(
  { database, keys, settings, now, actor }: ActorContext,
  { url, types }: CreateEndpointInput,
): Promise<{ record: WebhookEndpoint; secret: string }> {
  requireAllowedUrl(settings, url);
  const id = new ObjectId().toHexString();
  const secret = newSecret();
  return database.transaction(async (client) => {
    const at = now();
    if ((await orm(client).$count(webhookEndpoints)) >= MAX_ENDPOINTS)
      throw conflict('most_endpoints', { most: MAX_ENDPOINTS });
    const stored = await encryptWebhookSecret(keys, client, { endpointId: id, column: 'secret', text: secret });
    await orm(client)
      .insert(webhookEndpoints)
      .values({ id, url, types: types && [...types], secret: stored, createdAt: at });
    await recordActivity(client, actor, at, {
      action: 'created',
      entity: 'webhook_endpoint',
      entityId: id,
      changes: [
        { field: 'address', before: null, after: shownUrl(url) },
        { field: 'types', before: null, after: typesText(types) },
      ],
    });
    return { record: await readEndpoint(client, id, at), secret };
  });
}

/** Removes an endpoint and its deliveries, including a delivery in progress. @throws 404 */
export function deleteEndpoint({ database, now, actor }: ActorContext, id: string): Promise<void> {
  return database.transaction(async (client) => {
    const [gone] = await orm(client)
      .delete(webhookEndpoints)
      .where(eq(webhookEndpoints.id, id))
      .returning({ url: webhookEndpoints.url });
    if (!gone) throw notFound('webhook_endpoint');
    await recordActivity(client, actor, now(), {
      action: 'deleted',
      entity: 'webhook_endpoint',
      entityId: id,
      changes: [{ field: 'address', before: shownUrl(gone.url), after: null }],
    });
  });
}

// The worker queues the events between the two positions in batches. Positions follow the order of commits, not of
// time, so the replay starts at the lowest position since the given time.
const BEGIN_REPLAY = defineStatement({
  name: 'begin-webhook-replay',
  text: `
    UPDATE webhook_endpoints AS w SET replay_through = f.last_position, replay_after = least(w.replay_after, f.last_position, coalesce(
      (SELECT min(position) - 1 FROM events WHERE at >= $2 AND position IS NOT NULL), f.last_position))
    FROM event_feed AS f WHERE w.id = $1 RETURNING w.is_enabled AS "isEnabled"`,
  row: z.object({ isEnabled: z.boolean() }),
  example: [sampleOf('webhook_endpoints'), new Date(0)],
});

/**
 * Sends all stored events since an instant again (HOOK-02). It extends a replay that is already running. @throws 404;
 * 409 if the endpoint is off
 */
export function replayEvents(
  { database, now, actor }: ActorContext,
  { id, since }: { readonly id: string; readonly since: string },
): Promise<WebhookEndpoint> {
  return database.transaction(async (client) => {
    const at = now();
    const [begun] = await rowsOf(client, BEGIN_REPLAY, [id, since]);
    if (!begun) throw notFound('webhook_endpoint');
    if (!begun.isEnabled) throw conflict('endpoint_off');
    await recordActivity(client, actor, at, {
      action: 'replayed',
      entity: 'webhook_endpoint',
      entityId: id,
      changes: [{ field: 'sinceAt', before: null, after: since }],
    });
    return readEndpoint(client, id, at);
  });
}

/**
 * Queues the event of a delivery again, under the same `webhook-id` (HOOK-02). @returns the new delivery's id
 * @throws 404; 409 for a test event or if the endpoint is off
 */
export function resendDelivery({ database, now }: ActorContext, id: string): Promise<string> {
  return database.transaction(async (client) => {
    const [found] = await orm(client)
      .select({
        endpointId: webhookDeliveries.endpointId,
        eventSequence: webhookDeliveries.eventSequence,
        isEnabled: webhookEndpoints.isEnabled,
      })
      .from(webhookDeliveries)
      .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
      .where(eq(webhookDeliveries.id, Number(id)))
      .for('key share');
    if (!found) throw notFound('delivery');
    const { endpointId, eventSequence, isEnabled } = found;
    if (eventSequence === null) throw conflict('test_event_not_repeatable');
    if (!isEnabled) throw conflict('endpoint_off');
    const at = now();
    const [queued] = await orm(client)
      .insert(webhookDeliveries)
      .values({ endpointId, eventSequence, nextAttemptAt: at, createdAt: at })
      .returning({ id: webhookDeliveries.id });
    return String(queued?.id);
  });
}

/** Queues a test event, even if the endpoint is off (HOOK-02). @returns the delivery's id @throws 404 */
export function sendTest({ database, now }: ActorContext, endpointId: string): Promise<string> {
  return database.transaction(async (client) => {
    const found = await orm(client)
      .select({ id: webhookEndpoints.id })
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.id, endpointId))
      .for('key share');
    if (found.length === 0) throw notFound('webhook_endpoint');
    const at = now();
    const [queued] = await orm(client)
      .insert(webhookDeliveries)
      .values({ endpointId, nextAttemptAt: at, createdAt: at })
      .returning({ id: webhookDeliveries.id });
    return String(queued?.id);
  });
}

interface UpdateEndpointInput {
  readonly id: string;
  readonly url: string | undefined;
  readonly types: readonly string[] | null | undefined;
  readonly isEnabled: boolean | undefined;
}

/**
 * Changes fields of an endpoint, or switches it on or off (HOOK-02). An endpoint that is switched on starts with an
 * empty failure record and receives its waiting deliveries. A replay sends the events that it missed. @throws 404;
 * 400 for an address inside a private network
 */
export function updateEndpoint(
  { database, settings, now, actor }: ActorContext,
  { id, ...given }: UpdateEndpointInput,
): Promise<WebhookEndpoint> {
  if (given.url !== undefined) requireAllowedUrl(settings, given.url);
  return database.transaction(async (client) => {
    const at = now();
    const [before] = await orm(client)
      .select()
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.id, id))
      .for('no key update');
    if (!before) throw notFound('webhook_endpoint');
    const { url = before.url, types = before.types, isEnabled = before.isEnabled } = given;
    const changes = [
      { field: 'address', before: shownUrl(before.url), after: shownUrl(url), isChanged: url !== before.url },
      { field: 'types', before: typesText(before.types), after: typesText(types) },
      { field: 'isEnabled', before: before.isEnabled, after: isEnabled },
    ].filter(({ isChanged, before: was, after }) => isChanged ?? was !== after);
    if (changes.length === 0) return readEndpoint(client, id, at);
    const isFresh = url !== before.url || (isEnabled && !before.isEnabled);
    await orm(client)
      .update(webhookEndpoints)
      .set({
        url,
        types: types && [...types],
        isEnabled,
        ...(isEnabled ? { disabledReason: null, disabledAt: null } : {}),
        ...(before.isEnabled && !isEnabled ? { disabledReason: 'switched_off', disabledAt: at } : {}),
        ...(isFresh ? { failingSince: null } : {}),
      })
      .where(eq(webhookEndpoints.id, id));
    await recordActivity(client, actor, at, {
      action: 'updated',
      entity: 'webhook_endpoint',
      entityId: id,
      changes: changes.map(({ field, before: was, after }) => ({ field, before: was, after })),
    });
    return readEndpoint(client, id, at);
  });
}
