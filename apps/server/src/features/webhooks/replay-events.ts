import type { WebhookEndpoint } from '@wayside/contract/webhooks';
import { z } from 'zod';
import { conflict, notFound } from '../../api-error.ts';
import type { ActorContext } from '../../context.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { defineStatement, rowsOf, sampleOf } from '../../platform/db/statement.ts';
import { readEndpoint } from './read-endpoints.ts';

// The worker queues the events between the two positions piece by piece; positions follow the order of commits and not of time,
// so the first event of the time decides.
const BEGIN_REPLAY = defineStatement({
  name: 'begin-webhook-replay',
  text: `
    UPDATE webhook_endpoints AS w SET replay_through = f.last_position, replay_after = least(w.replay_after, f.last_position, coalesce(
      (SELECT min(position) - 1 FROM events WHERE at >= $2 AND position IS NOT NULL), f.last_position))
    FROM event_feed AS f WHERE w.id = $1 RETURNING w.is_enabled AS "isEnabled"`,
  row: z.object({ isEnabled: z.boolean() }),
  example: [sampleOf('webhook_endpoints'), new Date(0)],
});

/**
 * Begins to send every stored event since an instant once more (HOOK-02). The worker goes on after a restart; what a replay
 * that still runs has not sent yet is part of it.
 * @throws 404; 409 where the endpoint is off
 */
export function replayEvents(
  { database, now, actor }: ActorContext,
  { id, since }: { readonly id: string; readonly since: string },
): Promise<WebhookEndpoint> {
  return database.transaction(async (client) => {
    const at = now();
    const [begun] = await rowsOf(client, BEGIN_REPLAY, [id, since]);
    if (!begun) throw notFound('webhook endpoint');
    if (!begun.isEnabled) throw conflict('This endpoint is off. Switch it on first.');
    await recordActivity(client, actor, at, {
      action: 'replayed',
      entity: 'webhook_endpoint',
      entityId: id,
      changes: [{ field: 'sinceAt', before: null, after: since }],
    });
    return readEndpoint(client, id, at);
  });
}
