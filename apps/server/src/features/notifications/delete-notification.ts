import { eq } from 'drizzle-orm';
import type pg from 'pg';
import { conflict, notFound } from '../../api-error.ts';
import type { ActorContext } from '../../context.ts';
import { forgetImported } from '../../platform/crud/change-record.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { notifications } from '../../platform/db/schema/notifications.ts';
import { notificationRecord } from '../../records/notifications.ts';

export interface DeleteNotificationInput {
  readonly id: string;
  /** Whether this is an undo, which removes only a notification whose delivery has not begun. */
  readonly isUnsent: boolean;
}

/**
 * Removes a notification; one that waits for its delivery is never delivered (NOTI-05).
 * @throws 404; 409 where its delivery has begun and only an unsent one is to be removed
 */
export function deleteNotification(
  { database, now, actor }: ActorContext,
  { id, isUnsent }: DeleteNotificationInput,
): Promise<void> {
  return database.transaction(async (client) => {
    if (isUnsent) await requireUnsent(client, id);
    const { rowCount } = await client.query('DELETE FROM notifications WHERE id = $1', [id]);
    if (rowCount === 0) throw notFound('notification');
    await forgetImported(client, notificationRecord, [id]);
    await recordActivity(client, actor, now(), { action: 'deleted', entity: 'notification', entityId: id });
  });
}

/** Rejects an undo after the first attempt of the delivery. A notification that no webhook delivers is never sent. */
async function requireUnsent(client: pg.ClientBase, id: string): Promise<void> {
  const { delivery, deliveryAttempts } = notifications;
  const [found] = await orm(client)
    .select({ delivery, deliveryAttempts })
    .from(notifications)
    .where(eq(notifications.id, id))
    .for('update');
  if (!found) throw notFound('notification');
  if (found.delivery === null || (found.delivery === 'queued' && found.deliveryAttempts === 0)) return;
  throw conflict('This notification has been sent already. Nothing was changed.');
}
