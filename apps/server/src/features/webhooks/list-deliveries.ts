import type { WebhookDelivery } from '@wayside/contract/webhooks';
import { z } from 'zod';
import { notFound } from '../../api-error.ts';
import type { AppContext } from '../../context.ts';
import { defineStatement, sampleOf } from '../../platform/db/statement.ts';

const deliveryRow = z.object({
  id: z.string(),
  eventId: z.string(),
  type: z.string(),
  state: z.string(),
  attempts: z.number(),
  statusCode: z.nullable(z.number()),
  durationMs: z.nullable(z.number()),
  error: z.nullable(z.string()),
  answer: z.nullable(z.string()),
  lastAttemptAt: z.nullable(z.string()),
  nextAttemptAt: z.nullable(z.string()),
  createdAt: z.string(),
  eventAt: z.string(),
  data: z.record(z.string(), z.unknown()),
});

const READ_DELIVERIES = defineStatement({
  name: 'read-webhook-deliveries',
  text: `
    SELECT d.id::text AS id, e.event_id AS "eventId", e.type, d.state, d.attempts, d.status_code AS "statusCode",
      d.duration_ms AS "durationMs", d.error, d.answer, iso_instant(d.last_attempt_at) AS "lastAttemptAt",
      iso_instant(d.next_attempt_at) AS "nextAttemptAt", iso_instant(d.created_at) AS "createdAt",
      iso_instant(e.at) AS "eventAt", e.data
    FROM webhook_deliveries AS d JOIN delivery_events AS e ON e.delivery_id = d.id
    WHERE d.endpoint_id = $1 AND d.id < $2 AND ($3::text IS NULL OR d.state = $3)
    ORDER BY d.id DESC LIMIT $4`,
  row: deliveryRow,
  example: [sampleOf('webhook_endpoints'), 1e15, null, 10],
});

const FIND_ENDPOINT = defineStatement({
  name: 'find-webhook-endpoint',
  text: 'SELECT id FROM webhook_endpoints WHERE id = $1',
  row: z.object({ id: z.string() }),
  example: [sampleOf('webhook_endpoints')],
});

/** Above the number of any delivery. */
const NEWEST = 1e15;

export interface ListDeliveriesInput {
  readonly endpointId: string;
  readonly limit: number;
  /** Only deliveries before this one. */
  readonly before: string | null;
  readonly state: WebhookDelivery['state'] | null;
}

/**
 * The deliveries of an endpoint, newest first; `next` continues where the page ends.
 * @throws 404
 */
export async function listDeliveries(
  { database }: AppContext,
  { endpointId, limit, before, state }: ListDeliveriesInput,
): Promise<{ rows: WebhookDelivery[]; next: string | null }> {
  const found = await database.rows(READ_DELIVERIES, [endpointId, before ?? NEWEST, state, limit + 1]);
  if (found.length === 0 && (await database.rows(FIND_ENDPOINT, [endpointId])).length === 0)
    throw notFound('webhook endpoint');
  const rows = found.slice(0, limit).map(({ eventAt, data, ...delivery }) => ({
    ...delivery,
    payload: { id: delivery.eventId, type: delivery.type, timestamp: eventAt, data },
  }));
  return { rows, next: found.length > limit ? (rows.at(-1)?.id ?? null) : null };
}
