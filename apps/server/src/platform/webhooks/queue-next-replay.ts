import { z } from 'zod';
import type { Database } from '../db/database.ts';
import { lockNext } from '../db/queue.ts';
import { defineStatement } from '../db/statement.ts';

/** Events that are looked through at once. */
const PIECE = 500;
const MAX_WAITING = 1000;

const QUEUE_PIECE = defineStatement({
  name: 'queue-webhook-replays',
  text: `
    WITH due AS (${lockNext(
      {
        table: 'webhook_endpoints AS w',
        due: `replay_after IS NOT NULL AND is_enabled AND ${MAX_WAITING} > (
          SELECT count(*) FROM (
            SELECT FROM webhook_deliveries WHERE endpoint_id = w.id AND state = 'waiting' LIMIT ${MAX_WAITING}) AS waiting)`,
        order: 'id',
      },
      `id, types, replay_after, replay_through, least(replay_after + ${PIECE}, replay_through) AS until`,
    )}), queued AS (
      INSERT INTO webhook_deliveries (endpoint_id, event_sequence, next_attempt_at, created_at)
      SELECT p.id, e.sequence, $1, $1 FROM due AS p
      JOIN events AS e ON e.position > p.replay_after AND e.position <= p.until AND (p.types IS NULL OR e.type = ANY(p.types))
      ORDER BY e.position
    )
    UPDATE webhook_endpoints AS w SET replay_after = CASE WHEN until < p.replay_through THEN until END,
      replay_through = CASE WHEN until < p.replay_through THEN p.replay_through END
    FROM due AS p WHERE w.id = p.id RETURNING w.id`,
  row: z.object({ id: z.string() }),
  example: [new Date(0)],
});

/**
 * Queues the next piece of a replay (HOOK-02). It is one statement, so that a program that is killed continues where it was. An
 * endpoint with many waiting deliveries gets its next piece later.
 * @returns whether there was a piece
 */
export async function queueNextReplay(database: Database, now: Date): Promise<boolean> {
  return (await database.rows(QUEUE_PIECE, [now])).length > 0;
}
