import { conflict, notFound } from '../../api-error.ts';
import type { ActorContext } from '../../context.ts';
import { recordActivity } from '../../db/record-activity.ts';

/**
 * Queues a notification once more whose delivery has failed.
 * @throws 404; 409 when it has not failed, or when nothing leaves from here
 */
export function resendNotification(
  { database, outbox, now, actor }: ActorContext,
  { id }: { readonly id: string },
): Promise<void> {
  return database.transaction(async (client) => {
    const { rows } = await client.query<{ delivery: string | null }>(
      'SELECT delivery FROM notifications WHERE id = $1 FOR UPDATE',
      [id],
    );
    const [found] = rows;
    if (!found) throw notFound('notification');
    if (outbox === null) throw conflict('Notifications do not leave from here: no webhook is set.');
    if (found.delivery !== 'failed') throw conflict('Only a notification whose delivery has failed is sent again.');
    await client.query(`UPDATE notifications SET delivery = 'queued' WHERE id = $1`, [id]);
    await outbox.enqueue(client, id, { isUrgent: true });
    await recordActivity(client, actor, now(), {
      action: 'sent',
      entity: 'notification',
      entityId: id,
      changes: [{ field: 'delivery', before: 'failed', after: 'queued' }],
    });
  });
}
