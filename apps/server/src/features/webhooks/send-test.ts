import { eq } from 'drizzle-orm';
import { notFound } from '../../api-error.ts';
import type { ActorContext } from '../../context.ts';
import { orm } from '../../platform/db/orm.ts';
import { webhookDeliveries, webhookEndpoints } from '../../platform/db/schema/webhooks.ts';

/**
 * Queues an event that tests an endpoint: once, at once, and also where the endpoint is off (HOOK-02).
 * @returns the id of its delivery
 * @throws 404
 */
export function sendTest({ database, now }: ActorContext, endpointId: string): Promise<string> {
  return database.transaction(async (client) => {
    const found = await orm(client)
      .select({ id: webhookEndpoints.id })
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.id, endpointId))
      .for('key share');
    if (found.length === 0) throw notFound('webhook endpoint');
    const at = now();
    const [queued] = await orm(client)
      .insert(webhookDeliveries)
      .values({ endpointId, nextAttemptAt: at, createdAt: at })
      .returning({ id: webhookDeliveries.id });
    return String(queued?.id);
  });
}
