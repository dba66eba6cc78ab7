import { eq } from 'drizzle-orm';
import { notFound } from '../../api-error.ts';
import type { ActorContext } from '../../context.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { webhookEndpoints } from '../../platform/db/schema/webhooks.ts';
import { shownUrl } from './endpoint-fields.ts';

/** Removes an endpoint with its deliveries; one that is on its way ends. @throws 404 */
export function deleteEndpoint({ database, now, actor }: ActorContext, id: string): Promise<void> {
  return database.transaction(async (client) => {
    const [gone] = await orm(client)
      .delete(webhookEndpoints)
      .where(eq(webhookEndpoints.id, id))
      .returning({ url: webhookEndpoints.url });
    if (!gone) throw notFound('webhook endpoint');
    await recordActivity(client, actor, now(), {
      action: 'deleted',
      entity: 'webhook_endpoint',
      entityId: id,
      changes: [{ field: 'address', before: shownUrl(gone.url), after: null }],
    });
  });
}
