import { eq } from 'drizzle-orm';
import { conflict, notFound } from '../../api-error.ts';
import type { ActorContext } from '../../context.ts';
import { orm } from '../../platform/db/orm.ts';
import { webhookDeliveries, webhookEndpoints } from '../../platform/db/schema/webhooks.ts';

/**
 * Queues the event of a delivery once more for the same endpoint, under the same `webhook-id` (HOOK-02).
 * @returns the id of the new delivery
 * @throws 404; 409 for a test event, and where the endpoint is off
 */
export function resendDelivery({ database, now }: ActorContext, id: string): Promise<string> {
  return database.transaction(async (client) => {
    const [found] = await orm(client)
      .select({
        endpointId: webhookDeliveries.endpointId,
        eventSequence: webhookDeliveries.eventSequence,
        isEnabled: webhookEndpoints.isEnabled,
      })
      .from(webhookDeliveries)
      .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
      .where(eq(webhookDeliveries.id, Number(id)))
      .for('key share');
    if (!found) throw notFound('delivery');
    const { endpointId, eventSequence, isEnabled } = found;
    if (eventSequence === null) throw conflict('A test event is not sent again; send another test.');
    if (!isEnabled) throw conflict('This endpoint is off. Switch it on first.');
    const at = now();
    const [queued] = await orm(client)
      .insert(webhookDeliveries)
      .values({ endpointId, eventSequence, nextAttemptAt: at, createdAt: at })
      .returning({ id: webhookDeliveries.id });
    return String(queued?.id);
  });
}
