import { notFound } from '../../api-error.ts';
import type { ActorContext } from '../../context.ts';
import { forgetImported } from '../../crud/change-record.ts';
import { recordActivity } from '../../db/record-activity.ts';
import { notificationRecord } from '../../records/notifications.ts';

/** Removes a notification; one that waits for its delivery is never delivered. @throws 404 */
export function deleteNotification(
  { database, now, actor }: ActorContext,
  { id }: { readonly id: string },
): Promise<void> {
  return database.transaction(async (client) => {
    const { rowCount } = await client.query('DELETE FROM notifications WHERE id = $1', [id]);
    if (rowCount === 0) throw notFound('notification');
    await forgetImported(client, notificationRecord, [id]);
    await recordActivity(client, actor, now(), { action: 'deleted', entity: 'notification', entityId: id });
  });
}
