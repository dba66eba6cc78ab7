import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Webhook as Signer } from 'standardwebhooks';
import { loggingFailures, repeat } from '../../repeat.ts';
import type { DataKeys } from '../crypto/data-keys.ts';
import { readWebhookSecret } from '../crypto/webhook-secrets.ts';
import type { Database } from '../db/database.ts';
import { publishEvents } from '../db/publish-events.ts';
import { type ClaimedDelivery, claimDelivery, findDueEndpoints } from './claim-delivery.ts';
import { type PostOptions, postEvent } from './post-event.ts';
import { queueReplays } from './queue-replays.ts';
import { recordAttempt } from './record-attempt.ts';
import { removeOldEvents } from './remove-old-events.ts';

const POLL_MS = 300;
const REMOVE_EVERY_MS = 3_600_000;
/** Deliveries to one endpoint at the same time, from one node. No endpoint takes the place of another. */
const SENDERS = 4;
/** A delivery that takes longer is repeated after its lease. */
const STOP_MS = 2_000;

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
export function deliverRepeatedly(parts: DeliveryParts): () => Promise<void> {
  const { database, keys, log, now } = parts;
  const stopping = new AbortController();
  // Each delivery that is on its way listens.
  setMaxListeners(0, stopping.signal);
  const senders = new Map<string, number>();
  const running = new Set<Promise<void>>();
  let isStopped = false;
  let removedAt = Number.NEGATIVE_INFINITY;

  async function deliverTo(endpointId: string): Promise<void> {
    for (;;) {
      const claimed = isStopped ? undefined : await claimDelivery(database, endpointId, now());
      if (!claimed) return;
      const attempt = await postEvent(await signedEvent(keys, claimed, now()), {
        ...parts,
        signal: stopping.signal,
      });
      if (stopping.signal.aborted) return;
      await recordAttempt(database, claimed, attempt, now());
      if (!attempt.isSuccess)
        log.warn(
          { delivery: claimed.id, endpoint: endpointId, reason: attempt.error },
          'a webhook was not delivered',
        );
    }
  }

  function startSender(endpointId: string): void {
    senders.set(endpointId, (senders.get(endpointId) ?? 0) + 1);
    const sender = deliverTo(endpointId)
      .catch((error) => log.warn({ err: error }, 'a delivery could not be recorded; it is repeated'))
      .finally(() => {
        running.delete(sender);
        const rest = (senders.get(endpointId) ?? 0) - 1;
        if (rest > 0) senders.set(endpointId, rest);
        else senders.delete(endpointId);
      });
    running.add(sender);
  }

  async function work(): Promise<void> {
    await publishEvents(database, now());
    await queueReplays(database, now());
    for (const endpointId of await findDueEndpoints(database, now()))
      for (let sender = senders.get(endpointId) ?? 0; sender < SENDERS; sender += 1) startSender(endpointId);
    if (performance.now() - removedAt > REMOVE_EVERY_MS) {
      await removeOldEvents(database, now());
      removedAt = performance.now();
    }
  }

  const endWork = repeat(POLL_MS, loggingFailures(log, 'events could not be published', work));
  return async () => {
    isStopped = true;
    await endWork();
    await Promise.race([Promise.all(running), delay(STOP_MS, undefined, { ref: false })]);
    stopping.abort();
    await Promise.all(running);
  };
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
