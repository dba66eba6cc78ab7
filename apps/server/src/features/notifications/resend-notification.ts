import { eq } from 'drizzle-orm';
import { conflict, notFound } from '../../api-error.ts';
import type { ActorContext } from '../../context.ts';
import { orm } from '../../db/orm.ts';
import { recordActivity } from '../../db/record-activity.ts';
import { notifications } from '../../db/schema/notifications.ts';

/**
 * Queues a notification once more whose delivery has failed.
 * @throws 404; 409 when it has not failed, or when nothing leaves from here
 */
export function resendNotification(
  { database, outbox, now, actor }: ActorContext,
  { id }: { readonly id: string },
): Promise<void> {
  return database.transaction(async (client) => {
    const isThisOne = eq(notifications.id, id);
    const [found] = await orm(client)
      .select({ delivery: notifications.delivery })
      .from(notifications)
      .where(isThisOne)
      .for('update');
    if (!found) throw notFound('notification');
    if (outbox === null) throw conflict('Notifications do not leave from here: no webhook is set.');
    if (found.delivery !== 'failed') throw conflict('Only a notification whose delivery has failed is sent again.');
    await orm(client).update(notifications).set({ delivery: 'queued' }).where(isThisOne);
    await outbox.enqueue(client, id, { isUrgent: true });
    await recordActivity(client, actor, now(), {
      action: 'sent',
      entity: 'notification',
      entityId: id,
      changes: [{ field: 'delivery', before: 'failed', after: 'queued' }],
    });
  });
}
