import { z } from 'zod';
import type { Database } from '../db/database.ts';
import { claimNext } from '../db/queue.ts';
import { defineStatement, sampleOf } from '../db/statement.ts';

const claimedRow = z.object({
  id: z.number(),
  endpointId: z.string(),
  leaseEndsAt: z.date(),
  attempts: z.number(),
  isTest: z.boolean(),
  isFailing: z.boolean(),
  url: z.string(),
  secret: z.string(),
  previousSecret: z.nullable(z.string()),
  eventId: z.string(),
  type: z.string(),
  timestamp: z.string(),
  data: z.record(z.string(), z.unknown()),
});

/** A delivery that this node sends now. */
export type ClaimedDelivery = z.infer<typeof claimedRow>;

/** A claim expires after this time, well beyond the longest attempt, so that another node sends for one that was killed. */
const LEASE_MS = 60_000;

// A test goes to an endpoint that is off, too.
const CLAIM = defineStatement({
  name: 'claim-webhook-delivery',
  text: claimNext(
    {
      table: 'webhook_deliveries',
      due: `endpoint_id = $1 AND state = 'waiting' AND next_attempt_at <= $2
        AND (event_sequence IS NULL OR (SELECT is_enabled FROM webhook_endpoints WHERE id = $1))`,
      order: 'next_attempt_at, id',
    },
    'next_attempt_at = $3',
    `SELECT d.id, d.endpoint_id AS "endpointId", d.next_attempt_at AS "leaseEndsAt", d.attempts,
      d.event_sequence IS NULL AS "isTest", w.failing_since IS NOT NULL AS "isFailing", w.url, w.secret,
      CASE WHEN w.previous_secret_until > $2 THEN w.previous_secret END AS "previousSecret",
      e.event_id AS "eventId", e.type, iso_instant(e.at) AS timestamp, e.data
    FROM claimed AS d JOIN delivery_events AS e ON e.delivery_id = d.id JOIN webhook_endpoints AS w ON w.id = d.endpoint_id`,
  ),
  row: claimedRow,
  example: [sampleOf('webhook_endpoints'), new Date('2099-01-01'), new Date('2099-01-01')],
});

/**
 * Takes the next delivery of an endpoint that is due, so that no other node sends it too (HOOK-03). No transaction
 * stays open.
 */
export async function claimDelivery(
  database: Database,
  endpointId: string,
  now: Date,
): Promise<ClaimedDelivery | undefined> {
  const leaseEndsAt = new Date(now.getTime() + LEASE_MS);
  const [claimed] = await database.rows(CLAIM, [endpointId, now, leaseEndsAt]);
  return claimed;
}

const FIND_DUE = defineStatement({
  name: 'find-due-webhook-endpoints',
  text: `
    SELECT id FROM webhook_endpoints AS w WHERE is_enabled AND EXISTS (
      SELECT FROM webhook_deliveries WHERE endpoint_id = w.id AND state = 'waiting' AND next_attempt_at <= $1)
    UNION SELECT endpoint_id FROM webhook_deliveries
    WHERE event_sequence IS NULL AND state = 'waiting' AND next_attempt_at <= $1`,
  row: z.object({ id: z.string() }),
  example: [new Date('2099-01-01')],
});

/** The endpoints that have a delivery to be sent now. */
export async function findDueEndpoints(database: Database, now: Date): Promise<string[]> {
  return (await database.rows(FIND_DUE, [now])).map(({ id }) => id);
}
