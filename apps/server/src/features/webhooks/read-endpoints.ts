import type { WebhookDelivery, WebhookEndpoint } from '@wayside/contract/webhooks';
import type pg from 'pg';
import { z } from 'zod';
import { notFound } from '../../api-error.ts';
import type { AppContext } from '../../context.ts';
import type { Database } from '../../platform/db/database.ts';
import { defineStatement, rowsOf, sampleOf } from '../../platform/db/statement.ts';

const endpointRow = z.object({
  id: z.string(),
  url: z.string(),
  types: z.nullable(z.array(z.string())),
  isEnabled: z.boolean(),
  disabledReason: z.nullable(z.string()),
  disabledAt: z.nullable(z.string()),
  failingSince: z.nullable(z.string()),
  previousSecretUntil: z.nullable(z.string()),
  waiting: z.number(),
  attemptedAt: z.nullable(z.string()),
  statusCode: z.nullable(z.number()),
  error: z.nullable(z.string()),
  replayLeft: z.nullable(z.number()),
  createdAt: z.string(),
});

const READ_ENDPOINTS = defineStatement({
  name: 'read-webhook-endpoints',
  text: `
    SELECT w.id, w.url, w.types, w.is_enabled AS "isEnabled", w.disabled_reason AS "disabledReason",
      iso_instant(w.disabled_at) AS "disabledAt", iso_instant(w.failing_since) AS "failingSince",
      CASE WHEN w.previous_secret_until > $2 THEN iso_instant(w.previous_secret_until) END AS "previousSecretUntil",
      (SELECT count(*) FROM webhook_deliveries WHERE endpoint_id = w.id AND state = 'waiting') AS waiting,
      iso_instant(last.last_attempt_at) AS "attemptedAt", last.status_code AS "statusCode", last.error,
      w.replay_through - w.replay_after AS "replayLeft", iso_instant(w.created_at) AS "createdAt"
    FROM webhook_endpoints AS w LEFT JOIN LATERAL (
      SELECT last_attempt_at, status_code, error FROM webhook_deliveries
      WHERE endpoint_id = w.id AND last_attempt_at IS NOT NULL ORDER BY last_attempt_at DESC LIMIT 1) AS last ON true
    WHERE $1::text IS NULL OR w.id = $1 ORDER BY w.id`,
  row: endpointRow,
  example: [sampleOf('webhook_endpoints'), new Date(0)],
});

function endpointOf({ attemptedAt, statusCode, error, ...endpoint }: z.infer<typeof endpointRow>): WebhookEndpoint {
  return { ...endpoint, lastAttempt: attemptedAt === null ? null : { at: attemptedAt, statusCode, error } };
}

/** Lists all endpoints, oldest first (HOOK-02). */
export async function listEndpoints({
  database,
  now,
}: {
  readonly database: Database;
  readonly now: () => Date;
}): Promise<WebhookEndpoint[]> {
  return (await database.rows(READ_ENDPOINTS, [null, now()])).map(endpointOf);
}

/** Returns one endpoint. @throws 404 */
export async function readEndpoint(client: pg.ClientBase, id: string, at: Date): Promise<WebhookEndpoint> {
  const [found] = await rowsOf(client, READ_ENDPOINTS, [id, at]);
  if (!found) throw notFound('webhook_endpoint');
  return endpointOf(found);
}

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

/** Greater than the number of any delivery. */
const NEWEST = 1e15;

interface ListDeliveriesInput {
  readonly endpointId: string;
  readonly limit: number;
  /** Returns only deliveries before this one. */
  readonly before: string | null;
  readonly state: WebhookDelivery['state'] | null;
}

/** Lists the deliveries of an endpoint, newest first. `next` is the cursor of the next page. @throws 404 */
export async function listDeliveries(
  { database }: AppContext,
  { endpointId, limit, before, state }: ListDeliveriesInput,
): Promise<{ rows: WebhookDelivery[]; next: string | null }> {
  const found = await database.rows(READ_DELIVERIES, [endpointId, before ?? NEWEST, state, limit + 1]);
  if (found.length === 0 && (await database.rows(FIND_ENDPOINT, [endpointId])).length === 0)
    throw notFound('webhook_endpoint');
  const rows = found.slice(0, limit).map(({ eventAt, data, ...delivery }) => ({
    ...delivery,
    payload: { id: delivery.eventId, type: delivery.type, timestamp: eventAt, data },
  }));
  return { rows, next: found.length > limit ? (rows.at(-1)?.id ?? null) : null };
}
