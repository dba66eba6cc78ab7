import { and, eq, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { Webhook as Signer } from 'standardwebhooks';
import { z } from 'zod';
import type { DataKeys } from '../crypto/data-keys.ts';
import { readWebhookSecret } from '../crypto/webhook-secrets.ts';
import type { Database } from '../db/database.ts';
import { claimNextSql, lockNextSql, runQueue } from '../db/queue.ts';
import { webhookDeliveries, webhookEndpoints } from '../db/schema/webhooks.ts';
import { defineStatement, sampleOf } from '../db/statement.ts';
import { publishEvents } from './event-feed.ts';
import { type Attempt, nextAttemptAt, type PostOptions, postEvent } from './post-event.ts';

const claimedRow = z.object({
  id: z.number(),
  endpointId: z.string(),
  leaseEndsAt: z.date(),
  attempts: z.number(),
  isTest: z.boolean(),
  isFailing: z.boolean(),
  url: z.string(),
  secret: z.string(),
  previousSecret: z.nullable(z.string()),
  eventId: z.string(),
  type: z.string(),
  timestamp: z.string(),
  data: z.record(z.string(), z.unknown()),
});

export type ClaimedDelivery = z.infer<typeof claimedRow>;

/** After this time, which is much longer than an attempt, another node sends the deliveries of a killed node. */
const LEASE_MS = 60_000;

// Disabled endpoints still receive test events.
const CLAIM = defineStatement({
  name: 'claim-webhook-delivery',
  text: claimNextSql(
    {
      table: 'webhook_deliveries',
      due: `endpoint_id = $1 AND state = 'waiting' AND next_attempt_at <= $2
        AND (event_sequence IS NULL OR (SELECT is_enabled FROM webhook_endpoints WHERE id = $1))`,
      order: 'next_attempt_at, id',
    },
    'next_attempt_at = $3',
    `SELECT d.id, d.endpoint_id AS "endpointId", d.next_attempt_at AS "leaseEndsAt", d.attempts,
      d.event_sequence IS NULL AS "isTest", w.failing_since IS NOT NULL AS "isFailing", w.url, w.secret,
      CASE WHEN w.previous_secret_until > $2 THEN w.previous_secret END AS "previousSecret",
      e.event_id AS "eventId", e.type, iso_instant(e.at) AS timestamp, e.data
    FROM claimed AS d JOIN delivery_events AS e ON e.delivery_id = d.id JOIN webhook_endpoints AS w ON w.id = d.endpoint_id`,
  ),
  row: claimedRow,
  example: [sampleOf('webhook_endpoints'), new Date('2099-01-01'), new Date('2099-01-01')],
});

/** Claims the next due delivery of an endpoint without leaving a transaction open (HOOK-03). */
export async function claimDelivery(
  database: Database,
  endpointId: string,
  now: Date,
): Promise<ClaimedDelivery | undefined> {
  const leaseEndsAt = new Date(now.getTime() + LEASE_MS);
  const [claimed] = await database.rows(CLAIM, [endpointId, now, leaseEndsAt]);
  return claimed;
}

const FIND_DUE = defineStatement({
  name: 'find-due-webhook-endpoints',
  text: `
    SELECT id FROM webhook_endpoints AS w WHERE is_enabled AND EXISTS (
      SELECT FROM webhook_deliveries WHERE endpoint_id = w.id AND state = 'waiting' AND next_attempt_at <= $1)
    UNION SELECT endpoint_id FROM webhook_deliveries
    WHERE event_sequence IS NULL AND state = 'waiting' AND next_attempt_at <= $1`,
  row: z.object({ id: z.string() }),
  example: [new Date('2099-01-01')],
});

export async function findDueEndpoints(database: Database, now: Date): Promise<string[]> {
  return (await database.rows(FIND_DUE, [now])).map(({ id }) => id);
}

const NOT_SENT_ATTEMPT: Attempt = {
  isSuccess: false,
  statusCode: null,
  durationMs: 0,
  error: 'Not sent: a public demo calls no other servers.',
  answer: null,
};

const GONE = 410;
/** An endpoint with only failures for this long is disabled (HOOK-02). */
const FAILING_MS = 5 * 24 * 60 * 60 * 1000;

/**
 * Records an attempt first in the delivery, unless its lease has ended, and then in the endpoint. A deletion locks
 * the endpoint first, so the order matters.
 */
async function recordAttempt(
  { orm }: Database,
  { id, endpointId, leaseEndsAt, attempts, isTest, isFailing }: ClaimedDelivery,
  attempt: Attempt,
  now: Date,
): Promise<void> {
  const { isSuccess, ...result } = attempt;
  const isNotSent = attempt === NOT_SENT_ATTEMPT;
  const isGone = attempt.statusCode === GONE;
  const next = isSuccess || isGone || isTest || isNotSent ? null : nextAttemptAt(attempts + 1, now);
  const ended = isSuccess ? 'delivered' : 'failed';
  await orm
    .update(webhookDeliveries)
    .set({
      ...result,
      state: next === null ? ended : 'waiting',
      attempts: attempts + 1,
      lastAttemptAt: now,
      nextAttemptAt: next,
    })
    .where(
      and(
        eq(webhookDeliveries.id, id),
        eq(webhookDeliveries.state, 'waiting'),
        eq(webhookDeliveries.nextAttemptAt, leaseEndsAt),
      ),
    );
  if (isSuccess && isFailing)
    await orm.update(webhookEndpoints).set({ failingSince: null }).where(eq(webhookEndpoints.id, endpointId));
  if (!isSuccess && !isNotSent) await recordFailure(orm, endpointId, isGone, now);
}

async function recordFailure(orm: Database['orm'], endpointId: string, isGone: boolean, now: Date): Promise<void> {
  const { failingSince, isEnabled, disabledReason, disabledAt } = webhookEndpoints;
  const failingFrom = new Date(now.getTime() - FAILING_MS);
  const isOver = sql`${isEnabled} AND (${isGone} OR coalesce(${failingSince} <= ${failingFrom.toISOString()}::timestamptz, false))`;
  const at = sql`${now.toISOString()}::timestamptz`;
  await orm
    .update(webhookEndpoints)
    .set({
      failingSince: sql`coalesce(${failingSince}, ${at})`,
      isEnabled: sql`${isEnabled} AND NOT (${isOver})`,
      disabledReason: sql`CASE WHEN ${isOver} THEN ${isGone ? 'gone' : 'failing'} ELSE ${disabledReason} END`,
      disabledAt: sql`CASE WHEN ${isOver} THEN ${at} ELSE ${disabledAt} END`,
    })
    .where(and(eq(webhookEndpoints.id, endpointId), sql`(${failingSince} IS NULL OR ${isOver})`));
}

const REPLAYS_PER_BATCH = 500;
const MAX_WAITING = 1000;

const QUEUE_PIECE = defineStatement({
  name: 'queue-webhook-replays',
  text: `
    WITH due AS (${lockNextSql(
      {
        table: 'webhook_endpoints AS w',
        due: `replay_after IS NOT NULL AND is_enabled AND ${MAX_WAITING} > (
          SELECT count(*) FROM (
            SELECT FROM webhook_deliveries WHERE endpoint_id = w.id AND state = 'waiting' LIMIT ${MAX_WAITING}) AS waiting)`,
        order: 'id',
      },
      `id, types, replay_after, replay_through, least(replay_after + ${REPLAYS_PER_BATCH}, replay_through) AS until`,
    )}), queued AS (
      INSERT INTO webhook_deliveries (endpoint_id, event_sequence, next_attempt_at, created_at)
      SELECT p.id, e.sequence, $1, $1 FROM due AS p
      JOIN events AS e ON e.position > p.replay_after AND e.position <= p.until AND (p.types IS NULL OR e.type = ANY(p.types))
      ORDER BY e.position
    )
    UPDATE webhook_endpoints AS w SET replay_after = CASE WHEN until < p.replay_through THEN until END,
      replay_through = CASE WHEN until < p.replay_through THEN p.replay_through END
    FROM due AS p WHERE w.id = p.id RETURNING w.id`,
  row: z.object({ id: z.string() }),
  example: [new Date(0)],
});

/**
 * Queues the next batch of a replay in a single statement, so that another run can continue after a crash (HOOK-02).
 * Skips endpoints with many pending deliveries.
 * @returns whether there was a batch
 */
async function queueNextReplay(database: Database, now: Date): Promise<boolean> {
  return (await database.rows(QUEUE_PIECE, [now])).length > 0;
}

const POLL_MS = 300;
/** Concurrent deliveries per endpoint and node. */
const SENDERS = 4;

export interface DeliveryParts extends Omit<PostOptions, 'signal'> {
  /** Whether each delivery fails without sending a request, as in a public demo (SHIP-06). */
  readonly isPublicDemo?: boolean;
  readonly database: Database;
  readonly keys: DataKeys;
  readonly log: Logger;
  readonly now: () => Date;
}

/**
 * Publishes events and delivers them from any number of nodes (HOOK-03). A delivery without a recorded result is sent
 * again with the same `webhook-id`.
 */
export function deliverWebhooks(parts: DeliveryParts): () => Promise<void> {
  const { database, log, now } = parts;
  const queues = [
    runQueue({
      log,
      failure: 'the events of a replay could not be queued',
      pollMs: POLL_MS,
      processNext: () => queueNextReplay(database, now()),
    }),
    runQueue({
      log,
      failure: 'webhooks could not be delivered',
      pollMs: POLL_MS,
      workers: SENDERS,
      prepare: () => publishEvents(database, now()),
      findLanes: () => findDueEndpoints(database, now()),
      processNext: (signal, endpointId) => deliverNext(parts, endpointId, signal),
    }),
  ];
  return async () => {
    await Promise.all(queues.map((stop) => stop()));
  };
}

/** @returns whether a delivery was due */
async function deliverNext(parts: DeliveryParts, endpointId: string, signal: AbortSignal): Promise<boolean> {
  const { database, keys, log, now, isPublicDemo = false } = parts;
  const claimed = await claimDelivery(database, endpointId, now());
  if (!claimed) return false;
  const attempt = isPublicDemo
    ? NOT_SENT_ATTEMPT
    : await postEvent(await signedEvent(keys, claimed, now()), { ...parts, signal });
  if (signal.aborted) return true;
  await recordAttempt(database, claimed, attempt, now());
  if (!attempt.isSuccess && !isPublicDemo)
    log.warn({ delivery: claimed.id, endpoint: endpointId, reason: attempt.error }, 'a webhook was not delivered');
  return true;
}

/** Signs an event as defined by Standard Webhooks; for a day after a rotation, with both secrets. */
async function signedEvent(keys: DataKeys, claimed: ClaimedDelivery, at: Date) {
  const { url, endpointId, secret, previousSecret, eventId: id, type, timestamp, data } = claimed;
  const body = JSON.stringify({ id, type, timestamp, data });
  const secrets = [await readWebhookSecret(keys, { endpointId, column: 'secret', text: secret })];
  if (previousSecret !== null)
    secrets.push(await readWebhookSecret(keys, { endpointId, column: 'previous_secret', text: previousSecret }));
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'wayside-webhooks',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((each) => new Signer(each).sign(id, at, body)).join(' '),
  };
  return { url, headers, body };
}
