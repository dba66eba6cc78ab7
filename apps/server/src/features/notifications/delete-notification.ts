import { eq } from 'drizzle-orm';
import type pg from 'pg';
import { conflict, notFound } from '../../api-error.ts';
import type { ActorContext } from '../../context.ts';
import { forgetImported } from '../../crud/change-record.ts';
import { orm } from '../../db/orm.ts';
import { recordActivity } from '../../db/record-activity.ts';
import { notifications } from '../../db/schema/notifications.ts';
import { notificationRecord } from '../../records/notifications.ts';

export interface DeleteNotificationInput {
  readonly id: string;
  /** Whether to remove it only before it leaves: an undo. */
  readonly isUnsent: boolean;
}

/**
 * Removes a notification; one that waits for its delivery is never delivered (NOTI-05).
 * @throws 404; 409 where it has left already and only an unsent one is to be removed
 */
export function deleteNotification(
  context: ActorContext,
  { id, isUnsent }: DeleteNotificationInput,
): Promise<void> {
  const { database, now, actor } = context;
  return database.transaction(async (client) => {
    if (isUnsent) await requireUnsent(context, client, id);
    const { rowCount } = await client.query('DELETE FROM notifications WHERE id = $1', [id]);
    if (rowCount === 0) throw notFound('notification');
    await forgetImported(client, notificationRecord, [id]);
    await recordActivity(client, actor, now(), { action: 'deleted', entity: 'notification', entityId: id });
  });
}

/** A notification that no webhook delivers is never sent. */
async function requireUnsent({ outbox }: ActorContext, client: pg.ClientBase, id: string): Promise<void> {
  const { delivery } = notifications;
  const [found] = await orm(client).select({ delivery }).from(notifications).where(eq(notifications.id, id));
  if (!found) throw notFound('notification');
  if (found.delivery === null) return;
  const isWaiting = found.delivery === 'queued' && ((await outbox?.withdraw(client, id)) ?? true);
  if (!isWaiting) throw conflict('This notification has left already. Nothing was changed.');
}
