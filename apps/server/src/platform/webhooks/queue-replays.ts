import { z } from 'zod';
import type { Database } from '../db/database.ts';
import { defineStatement } from '../db/statement.ts';

/** Events that are looked through at once. */
const PIECE = 500;
/** An endpoint with so many waiting deliveries gets the next piece later. */
const MAX_WAITING = 1000;

const QUEUE_PIECE = defineStatement({
  name: 'queue-webhook-replays',
  text: `
    WITH due AS (
      SELECT id, types, replay_after, replay_through FROM webhook_endpoints
      WHERE replay_after IS NOT NULL AND is_enabled FOR UPDATE SKIP LOCKED
    ), piece AS (
      SELECT *, least(replay_after + ${PIECE}, replay_through) AS until FROM due WHERE ${MAX_WAITING} > (
        SELECT count(*) FROM (
          SELECT FROM webhook_deliveries WHERE endpoint_id = due.id AND state = 'waiting' LIMIT ${MAX_WAITING}) AS waiting)
    ), queued AS (
      INSERT INTO webhook_deliveries (endpoint_id, event_sequence, next_attempt_at, created_at)
      SELECT p.id, e.sequence, $1, $1 FROM piece AS p
      JOIN events AS e ON e.position > p.replay_after AND e.position <= p.until AND (p.types IS NULL OR e.type = ANY(p.types))
      ORDER BY e.position
    )
    UPDATE webhook_endpoints AS w SET replay_after = CASE WHEN until < p.replay_through THEN until END,
      replay_through = CASE WHEN until < p.replay_through THEN p.replay_through END
    FROM piece AS p WHERE w.id = p.id RETURNING w.id`,
  row: z.object({ id: z.string() }),
  example: [new Date(0)],
});

/** Queues the next piece of every replay; each piece is one statement, so that a program that is killed goes on where it was (HOOK-02). */
export async function queueReplays(database: Database, now: Date): Promise<void> {
  await database.rows(QUEUE_PIECE, [now]);
}
