import { eq } from 'drizzle-orm';
import { conflict, notFound } from '../../api-error.ts';
import type { ActorContext } from '../../context.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { notifications } from '../../platform/db/schema/notifications.ts';

/**
 * Queues a notification again after its delivery has failed.
 * @throws 404; 409 when it has not failed, or when no webhook is set
 */
export function resendNotification(
  { database, settings, now, actor }: ActorContext,
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
    if (settings.webhook === null)
      throw conflict('Notifications are not delivered: NOTIFY_WEBHOOK_URL is not set.');
    if (found.delivery !== 'failed')
      throw conflict('Only a notification whose delivery has failed can be sent again.');
    const at = now();
    await orm(client)
      .update(notifications)
      .set({ delivery: 'queued', deliveryAttempts: 0, nextAttemptAt: at })
      .where(isThisOne);
    await recordActivity(client, actor, at, {
      action: 'sent',
      entity: 'notification',
      entityId: id,
      changes: [{ field: 'delivery', before: 'failed', after: 'queued' }],
    });
  });
}
