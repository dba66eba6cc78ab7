import type { WebhookEndpoint } from '@wayside/contract/webhooks';
import { eq } from 'drizzle-orm';
import { notFound } from '../../api-error.ts';
import type { ActorContext } from '../../context.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { webhookEndpoints } from '../../platform/db/schema/webhooks.ts';
import { requireAllowedUrl, shownUrl, typesText } from './endpoint-fields.ts';
import { readEndpoint } from './read-endpoints.ts';

export interface UpdateEndpointInput {
  readonly id: string;
  readonly url: string | undefined;
  readonly types: readonly string[] | null | undefined;
  readonly isEnabled: boolean | undefined;
}

/**
 * Changes the given fields of an endpoint, or switches it on or off (HOOK-02). Switched on again, it starts with a new record of
 * failures and receives what was waiting; events of the time between are sent by a replay.
 * @throws 404; 400 for an address inside of a private network
 */
export function updateEndpoint(
  { database, settings, now, actor }: ActorContext,
  { id, ...given }: UpdateEndpointInput,
): Promise<WebhookEndpoint> {
  if (given.url !== undefined) requireAllowedUrl(settings, given.url);
  return database.transaction(async (client) => {
    const at = now();
    const [before] = await orm(client)
      .select()
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.id, id))
      .for('no key update');
    if (!before) throw notFound('webhook endpoint');
    const { url = before.url, types = before.types, isEnabled = before.isEnabled } = given;
    const changes = [
      { field: 'address', before: shownUrl(before.url), after: shownUrl(url), isChanged: url !== before.url },
      { field: 'types', before: typesText(before.types), after: typesText(types) },
      { field: 'isEnabled', before: before.isEnabled, after: isEnabled },
    ].filter(({ isChanged, before: was, after }) => isChanged ?? was !== after);
    if (changes.length === 0) return readEndpoint(client, id, at);
    const isFresh = url !== before.url || (isEnabled && !before.isEnabled);
    await orm(client)
      .update(webhookEndpoints)
      .set({
        url,
        types: types && [...types],
        isEnabled,
        ...(isEnabled ? { disabledReason: null, disabledAt: null } : {}),
        ...(before.isEnabled && !isEnabled ? { disabledReason: 'switched_off', disabledAt: at } : {}),
        ...(isFresh ? { failingSince: null } : {}),
      })
      .where(eq(webhookEndpoints.id, id));
    await recordActivity(client, actor, at, {
      action: 'updated',
      entity: 'webhook_endpoint',
      entityId: id,
      changes: changes.map(({ field, before: was, after }) => ({ field, before: was, after })),
    });
    return readEndpoint(client, id, at);
  });
}
