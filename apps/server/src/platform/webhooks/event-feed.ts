import type { Logger } from 'pino';
import { z } from 'zod';
import { repeatFromNow, withFailureLogging } from '../../repeat.ts';
import type { Database } from '../db/database.ts';
import { defineStatement } from '../db/statement.ts';

const PUBLISH = defineStatement({
  name: 'publish-events',
  text: 'SELECT publish_events($1) AS published',
  row: z.object({ published: z.number() }),
  example: [new Date(0)],
});
/** Must equal the limit in `migrations/functions/publish_events.sql`. */
const EVENTS_PER_BATCH = 1000;

/** Numbers committed events and queues their deliveries, on any number of nodes (HOOK-03, HOOK-04). */
export async function publishEvents(database: Pick<Database, 'rows'>, at: Date): Promise<void> {
  for (;;) {
    const [done] = await database.rows(PUBLISH, [at]);
    if ((done?.published ?? 0) < EVENTS_PER_BATCH) return;
  }
}

const RETENTION_MS = 30 * 24 * 60 * 60 * 1000;
const REMOVED_PER_BATCH = 1000;

// Deleting an event also deletes its deliveries, through the foreign key.
const REMOVE_EVENTS = defineStatement({
  name: 'remove-old-events',
  text: `
    WITH removed AS (
      DELETE FROM events WHERE sequence IN (
        SELECT sequence FROM events WHERE at < $1 AND position IS NOT NULL ORDER BY at LIMIT ${REMOVED_PER_BATCH})
      RETURNING id, position
    ), last AS (SELECT id, position FROM removed ORDER BY position DESC LIMIT 1)
    UPDATE event_feed AS f SET removed_through = greatest(f.removed_through, last.position),
      removed_event_id = CASE WHEN last.position > f.removed_through THEN last.id ELSE f.removed_event_id END,
      removed_event_position = CASE WHEN last.position > f.removed_through THEN last.position ELSE f.removed_event_position END
    FROM last WHERE EXISTS (SELECT FROM removed) RETURNING (SELECT count(*) FROM removed) AS count`,
  row: z.object({ count: z.number() }),
  example: [new Date('2099-01-01')],
});
const REMOVE_DELIVERIES = defineStatement({
  name: 'remove-old-webhook-deliveries',
  text: `WITH removed AS (
      DELETE FROM webhook_deliveries WHERE id IN (
        SELECT id FROM webhook_deliveries WHERE created_at < $1 ORDER BY created_at LIMIT ${REMOVED_PER_BATCH}) RETURNING id)
    SELECT count(*) AS count FROM removed`,
  row: z.object({ count: z.number() }),
  example: [new Date(0)],
});

/** Deletes events and deliveries after 30 days (HOOK-02, HOOK-04). */
export async function removeOldEvents(database: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - RETENTION_MS);
  for (const statement of [REMOVE_EVENTS, REMOVE_DELIVERIES])
    for (;;) {
      const [removed] = await database.rows(statement, [before]);
      if ((removed?.count ?? 0) < REMOVED_PER_BATCH) break;
    }
}

const INTERVAL_MS = 3_600_000;

export function removeOldEventsRepeatedly(database: Database, log: Logger): () => Promise<void> {
  return repeatFromNow(
    INTERVAL_MS,
    withFailureLogging(log, 'old events could not be removed', () => removeOldEvents(database, new Date())),
  );
}
