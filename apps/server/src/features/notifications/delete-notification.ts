import { notFound } from '../../api-error.ts';
import type { Actor, AppContext } from '../../context.ts';
import { forgetImported } from '../../crud/change-record.ts';
import { recordActivity } from '../../db/record-activity.ts';
import { collections } from '../../records/collections.ts';

/** Removes a notification; one that has not left yet never does. @throws 404 */
export function deleteNotification({ database, now }: AppContext, actor: Actor, id: string): Promise<void> {
  return database.transaction(async (client) => {
    const { rowCount } = await client.query('DELETE FROM notifications WHERE id = $1', [id]);
    if (rowCount === 0) throw notFound('notification');
    await forgetImported(client, collections.notifications, [id]);
    await recordActivity(client, actor, now(), { action: 'deleted', entity: 'notification', entityId: id });
  });
}
