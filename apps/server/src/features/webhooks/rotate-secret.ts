import { randomBytes } from 'node:crypto';
import type { WebhookEndpoint } from '@wayside/contract/webhooks';
import { eq } from 'drizzle-orm';
import { notFound } from '../../api-error.ts';
import type { ActorContext } from '../../context.ts';
import { encryptWebhookSecret, readWebhookSecret } from '../../platform/crypto/webhook-secrets.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { webhookEndpoints } from '../../platform/db/schema/webhooks.ts';
import { readEndpoint } from './read-endpoints.ts';

const SECRET_BYTES = 32;
/** How long the secret before signs too, so that a receiver can change to the new one. */
const BOTH_SIGN_MS = 24 * 60 * 60 * 1000;

/** A signing secret as Standard Webhooks write it. */
export const newSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;

/**
 * Gives an endpoint a new secret; the one before signs too for 24 hours (HOOK-02).
 * @returns it with the secret, which no other answer contains
 * @throws 404
 */
export function rotateSecret(
  { database, keys, now, actor }: ActorContext,
  id: string,
): Promise<{ record: WebhookEndpoint; secret: string }> {
  const secret = newSecret();
  return database.transaction(async (client) => {
    const at = now();
    const isIt = eq(webhookEndpoints.id, id);
    const [found] = await orm(client)
      .select({ secret: webhookEndpoints.secret })
      .from(webhookEndpoints)
      .where(isIt)
      .for('update');
    if (found === undefined) throw notFound('webhook endpoint');
    const previous = await readWebhookSecret(keys, { endpointId: id, column: 'secret', text: found.secret });
    // A value opens in its own column alone.
    const [next, before] = [
      await encryptWebhookSecret(keys, client, { endpointId: id, column: 'secret', text: secret }),
      await encryptWebhookSecret(keys, client, { endpointId: id, column: 'previous_secret', text: previous }),
    ];
    await orm(client)
      .update(webhookEndpoints)
      .set({ secret: next, previousSecret: before, previousSecretUntil: new Date(at.getTime() + BOTH_SIGN_MS) })
      .where(isIt);
    await recordActivity(client, actor, at, { action: 'secret_rotated', entity: 'webhook_endpoint', entityId: id });
    return { record: await readEndpoint(client, id, at), secret };
  });
}
