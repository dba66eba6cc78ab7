import { and, eq } from 'drizzle-orm';
import type { Logger } from 'pino';
import { Webhook as Signer } from 'standardwebhooks';
import { z } from 'zod';
import type { Webhook } from '../../settings.ts';
import type { Database } from '../db/database.ts';
import { claimNextSql, runQueue } from '../db/queue.ts';
import { notifications } from '../db/schema/communication.ts';
import { defineStatement } from '../db/statement.ts';
import { nextAttemptAt, postEvent } from './post-event.ts';

/** How long a notification can be undone, in milliseconds (NOTI-05). */
export const UNDO_MS = 10_000;
/** After this time, another node delivers the notifications that a killed node had claimed. */
const LEASE_MS = 60_000;
const POLL_MS = 1_000;
/** Concurrent deliveries, so that a slow response does not delay the others. */
const DELIVERIES_AT_ONCE = 5;

const claimed = z.object({
  id: z.string(),
  attempts: z.number(),
  leaseEndsAt: z.date(),
  message: z.nullable(z.string()),
  type: z.nullable(z.string()),
  createdAt: z.string(),
  recipientId: z.nullable(z.string()),
  name: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
});
type ClaimedNotification = z.infer<typeof claimed>;

// Nodes of the previous release queue notifications without `next_attempt_at`.
const CLAIM = defineStatement({
  name: 'claim-notification',
  text: claimNextSql(
    {
      table: 'notifications',
      due: `delivery = 'queued' AND coalesce(next_attempt_at, created_at + interval '10 minutes') <= $1`,
      order: 'created_at, id',
    },
    'next_attempt_at = $2, delivery_attempts = delivery_attempts + 1',
    `SELECT n.id, n.delivery_attempts AS attempts, n.next_attempt_at AS "leaseEndsAt", n.message, n.type,
      iso_instant(n.created_at) AS "createdAt", coalesce(u.id, m.id) AS "recipientId", coalesce(u.name, m.name) AS name,
      coalesce(u.phone, m.phone) AS phone, coalesce(u.email, m.email) AS email
    FROM claimed AS n LEFT JOIN users AS u ON u.id = n.user_id LEFT JOIN mechanics AS m ON m.id = n.mechanic_id`,
  ),
  row: claimed,
  example: [new Date('2099-01-01'), new Date('2099-01-01')],
});

export interface NotificationDeliveryParts {
  readonly database: Database;
  readonly webhook: Webhook;
  readonly log: Logger;
  readonly now: () => Date;
}

/** Delivers queued notifications to `NOTIFY_WEBHOOK_URL` on any number of nodes, with the retries of HOOK-03. */
export function deliverNotifications(parts: NotificationDeliveryParts): () => Promise<void> {
  const { database, log, now } = parts;
  return runQueue({
    log,
    failure: 'notifications could not be delivered',
    pollMs: POLL_MS,
    workers: DELIVERIES_AT_ONCE,
    processNext: async (signal) => {
      const at = now();
      const [found] = await database.rows(CLAIM, [at, new Date(at.getTime() + LEASE_MS)]);
      if (!found) return false;
      await deliver(parts, found, signal);
      return true;
    },
  });
}

/** Sends a notification and records the result unless the claim has expired. */
async function deliver(
  { database, webhook, log, now }: NotificationDeliveryParts,
  found: ClaimedNotification,
  signal: AbortSignal,
): Promise<void> {
  const { id, attempts, leaseEndsAt } = found;
  // The URL comes from the settings, so it may be private.
  const attempt = await postEvent(signedNotification(webhook, found), { allowsPrivate: true, signal });
  if (signal.aborted) return;
  const nextAt = attempt.isSuccess ? null : nextAttemptAt(attempts, now());
  const ended = attempt.isSuccess ? 'delivered' : 'failed';
  const { delivery, nextAttemptAt: lease } = notifications;
  await database.orm
    .update(notifications)
    .set({ delivery: nextAt === null ? ended : 'queued', nextAttemptAt: nextAt })
    .where(and(eq(notifications.id, id), eq(delivery, 'queued'), eq(lease, leaseEndsAt)));
  if (!attempt.isSuccess)
    log.warn(
      { notification: id, reason: attempt.error, isFinal: nextAt === null },
      'a notification was not delivered',
    );
}

/** Signs a notification as defined by Standard Webhooks. The id lets the receiver recognise a repetition. */
function signedNotification({ url, secret }: Webhook, found: ClaimedNotification) {
  const { id, message, type, createdAt, recipientId, name, phone, email } = found;
  const recipient = recipientId === null ? null : { id: recipientId, name, phone, email };
  const data = { id, message, type, recipient };
  const body = JSON.stringify({ type: 'notification.created', timestamp: createdAt, data });
  const at = new Date();
  const messageId = `msg_${id}`;
  return {
    url,
    body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': messageId,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Signer(secret).sign(messageId, at, body),
    },
  };
}
