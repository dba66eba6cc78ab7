import type { Logger } from 'pino';
import { Webhook as Signer } from 'standardwebhooks';
import type { DataKeys } from '../crypto/data-keys.ts';
import { readWebhookSecret } from '../crypto/webhook-secrets.ts';
import type { Database } from '../db/database.ts';
import { publishEvents } from '../db/publish-events.ts';
import { runQueue } from '../db/queue.ts';
import { type ClaimedDelivery, claimDelivery, findDueEndpoints } from './claim-delivery.ts';
import { type PostOptions, postEvent } from './post-event.ts';
import { queueNextReplay } from './queue-next-replay.ts';
import { recordAttempt } from './record-attempt.ts';

const POLL_MS = 300;
/** Deliveries to one endpoint at the same time, from one node. No endpoint takes the place of another. */
const SENDERS = 4;

export interface DeliveryParts extends Omit<PostOptions, 'signal'> {
  readonly database: Database;
  readonly keys: DataKeys;
  readonly log: Logger;
  readonly now: () => Date;
}

/**
 * Publishes events and delivers them until the returned function is called, on any number of nodes (HOOK-03). A delivery that
 * was sent and could not be recorded is sent again, under the same `webhook-id`.
 */
export function deliverWebhooks(parts: DeliveryParts): () => Promise<void> {
  const { database, log, now } = parts;
  const queues = [
    runQueue({
      log,
      failure: 'the events of a replay could not be queued',
      pollMs: POLL_MS,
      workOnNext: () => queueNextReplay(database, now()),
    }),
    runQueue({
      log,
      failure: 'webhooks could not be delivered',
      pollMs: POLL_MS,
      workers: SENDERS,
      prepare: () => publishEvents(database, now()),
      findLanes: () => findDueEndpoints(database, now()),
      workOnNext: (signal, endpointId) => deliverNext(parts, endpointId, signal),
    }),
  ];
  return async () => {
    await Promise.all(queues.map((stop) => stop()));
  };
}

/** @returns whether a delivery of the endpoint was due */
async function deliverNext(parts: DeliveryParts, endpointId: string, signal: AbortSignal): Promise<boolean> {
  const { database, keys, log, now } = parts;
  const claimed = await claimDelivery(database, endpointId, now());
  if (!claimed) return false;
  const attempt = await postEvent(await signedEvent(keys, claimed, now()), { ...parts, signal });
  if (signal.aborted) return true;
  await recordAttempt(database, claimed, attempt, now());
  if (!attempt.isSuccess)
    log.warn({ delivery: claimed.id, endpoint: endpointId, reason: attempt.error }, 'a webhook was not delivered');
  return true;
}

/** The request of a delivery, signed as Standard Webhooks say; two signatures for a day after a rotation. */
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
