import type { WebhookEndpoint } from '@wayside/contract/webhooks';
import { ObjectId } from 'bson';
import { conflict } from '../../api-error.ts';
import type { ActorContext } from '../../context.ts';
import { encryptWebhookSecret } from '../../platform/crypto/webhook-secrets.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { webhookEndpoints } from '../../platform/db/schema/webhooks.ts';
import { requireAllowedUrl, shownUrl, typesText } from './endpoint-fields.ts';
import { readEndpoint } from './read-endpoints.ts';
import { newSecret } from './rotate-secret.ts';

/** Each endpoint has connections of its own on every node, so that none delays another: a bound on all of them. */
const MAX_ENDPOINTS = 50;

export interface CreateEndpointInput {
  readonly url: string;
  /** Null: every type. */
  readonly types: readonly string[] | null;
}

/**
 * Adds an endpoint that receives the events from now on (HOOK-02).
 * @returns it with its secret, which no other answer contains
 * @throws 400 for an address inside of a private network; 409 where there are too many
 */
export function createEndpoint(
  { database, keys, settings, now, actor }: ActorContext,
  { url, types }: CreateEndpointInput,
): Promise<{ record: WebhookEndpoint; secret: string }> {
  requireAllowedUrl(settings, url);
  const id = new ObjectId().toHexString();
  const secret = newSecret();
  return database.transaction(async (client) => {
    const at = now();
    if ((await orm(client).$count(webhookEndpoints)) >= MAX_ENDPOINTS)
      throw conflict(`There are ${MAX_ENDPOINTS} webhook endpoints, which is the most there can be.`);
    const stored = await encryptWebhookSecret(keys, client, { endpointId: id, column: 'secret', text: secret });
    await orm(client)
      .insert(webhookEndpoints)
      .values({ id, url, types: types && [...types], secret: stored, createdAt: at });
    await recordActivity(client, actor, at, {
      action: 'created',
      entity: 'webhook_endpoint',
      entityId: id,
      changes: [
        { field: 'address', before: null, after: shownUrl(url) },
        { field: 'types', before: null, after: typesText(types) },
      ],
    });
    return { record: await readEndpoint(client, id, at), secret };
  });
}
