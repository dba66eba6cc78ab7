import { randomBytes } from 'node:crypto';
import type { WebhookEndpoint } from '@wayside/contract/webhooks';
import { eq } from 'drizzle-orm';
import { notFound } from '../../api-error.ts';
import type { ActorContext } from '../../context.ts';
import { orm } from '../../db/orm.ts';
import { recordActivity } from '../../db/record-activity.ts';
import { webhookEndpoints } from '../../db/schema/webhooks.ts';
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
  { database, now, actor }: ActorContext,
  id: string,
): Promise<{ record: WebhookEndpoint; secret: string }> {
  const secret = newSecret();
  return database.transaction(async (client) => {
    const at = now();
    const rotated = await orm(client)
      .update(webhookEndpoints)
      .set({
        secret,
        previousSecret: webhookEndpoints.secret,
        previousSecretUntil: new Date(at.getTime() + BOTH_SIGN_MS),
      })
      .where(eq(webhookEndpoints.id, id))
      .returning({ id: webhookEndpoints.id });
    if (rotated.length === 0) throw notFound('webhook endpoint');
    await recordActivity(client, actor, at, { action: 'secret_rotated', entity: 'webhook_endpoint', entityId: id });
    return { record: await readEndpoint(client, id, at), secret };
  });
}
