import { eq } from 'drizzle-orm';
import type { Logger } from 'pino';
import { Webhook as Signer } from 'standardwebhooks';
import { z } from 'zod';
import type { Database } from '../db/database.ts';
import { notifications } from '../db/schema/notifications.ts';
import { defineStatement, sampleOf } from '../db/statement.ts';
import type { Webhook } from '../settings.ts';

const TIMEOUT_MS = 15_000;

const notification = z.object({
  message: z.nullable(z.string()),
  type: z.nullable(z.string()),
  createdAt: z.string(),
  recipientId: z.nullable(z.string()),
  name: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
});

const READ = defineStatement({
  name: 'read-undelivered-notification',
  text: `SELECT n.message, n.type, iso_instant(n.created_at) AS "createdAt", p.id AS "recipientId", p.name, p.phone, p.email
         FROM notifications AS n
         LEFT JOIN (SELECT id, name, phone, email FROM users UNION ALL SELECT id, name, phone, email FROM mechanics) AS p
           ON p.id = coalesce(n.user_id, n.mechanic_id)
         WHERE n.id = $1 AND n.delivery <> 'delivered'`,
  row: notification,
  example: [sampleOf('notifications')],
});

/**
 * Sends a notification to the webhook, signed as Standard Webhooks say. The webhook's id contains the notification's, so
 * that a receiver recognizes a second delivery. A deleted or delivered notification is done.
 * @throws when the webhook did not accept it, so that the queue tries again
 */
export async function deliverNotification(
  { database, webhook, log }: { database: Database; webhook: Webhook; log: Logger },
  id: string,
  isLastAttempt: boolean,
): Promise<void> {
  const [found] = await database.rows(READ, [id]);
  if (!found) return;
  const setDelivery = (delivery: 'delivered' | 'failed') =>
    database.orm.update(notifications).set({ delivery }).where(eq(notifications.id, id));
  try {
    await post(webhook, id, found);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log.warn({ notification: id, reason, isLastAttempt }, 'a notification was not delivered');
    if (isLastAttempt) await setDelivery('failed');
    throw error;
  }
  await setDelivery('delivered');
}

async function post({ url, secret }: Webhook, id: string, found: z.infer<typeof notification>): Promise<void> {
  const now = new Date();
  const { message, type, createdAt, recipientId, name, phone, email } = found;
  const recipient = recipientId === null ? null : { id: recipientId, name, phone, email };
  const data = { id, message, type, recipient };
  const body = JSON.stringify({ type: 'notification.created', timestamp: createdAt, data });
  const messageId = `msg_${id}`;
  const response = await fetch(url, {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: {
      'content-type': 'application/json',
      'webhook-id': messageId,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Signer(secret).sign(messageId, now, body),
    },
    body,
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`the webhook answered ${response.status}`);
}
