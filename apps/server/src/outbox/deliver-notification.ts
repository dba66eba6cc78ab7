import type { Logger } from 'pino';
import { Webhook as Signer } from 'standardwebhooks';
import type { Database } from '../db/database.ts';
import type { Webhook } from '../settings.ts';

const PATIENCE_MS = 15_000;

interface Leaving {
  readonly message: string | null;
  readonly type: string | null;
  readonly createdAt: string;
  readonly recipient: { readonly id: string; readonly name: string | null; readonly phone: string | null } | null;
}

const READ = {
  name: 'read-leaving-notification',
  text: `SELECT n.message, n.type, iso_instant(n.created_at) AS "createdAt",
           CASE WHEN p.id IS NOT NULL THEN json_build_object('id', p.id, 'name', p.name, 'phone', p.phone, 'email', p.email) END AS recipient
         FROM notifications AS n
         LEFT JOIN (SELECT id, name, phone, email FROM users UNION ALL SELECT id, name, phone, email FROM mechanics) AS p
           ON p.id = coalesce(n.user_id, n.mechanic_id)
         WHERE n.id = $1 AND n.delivery <> 'delivered'`,
};
const SAY = { name: 'say-delivery', text: 'UPDATE notifications SET delivery = $2 WHERE id = $1' };

/**
 * Sends a notification to the webhook, signed as Standard Webhooks say; its id there is the notification's, so that who
 * gets it twice can tell. One that was deleted, or delivered already, is over.
 * @throws when it was not taken, so that the queue tries again
 */
export async function deliverNotification(
  { database, webhook, log }: { database: Database; webhook: Webhook; log: Logger },
  id: string,
  isLastAttempt: boolean,
): Promise<void> {
  const [leaving] = await database.rows<Leaving>(READ, [id]);
  if (!leaving) return;
  try {
    await post(webhook, id, leaving);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log.warn({ notification: id, reason, isLastAttempt }, 'a notification was not delivered');
    if (isLastAttempt) await database.rows(SAY, [id, 'failed']);
    throw error;
  }
  await database.rows(SAY, [id, 'delivered']);
}

async function post({ url, secret }: Webhook, id: string, { createdAt, ...data }: Leaving): Promise<void> {
  const now = new Date();
  const body = JSON.stringify({ type: 'notification.created', timestamp: createdAt, data: { id, ...data } });
  const messageId = `msg_${id}`;
  const response = await fetch(url, {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE_MS),
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
