import type pg from 'pg';
import { z } from 'zod';
import { defineStatement, rowsOf } from '../../platform/db/statement.ts';

const FIND = defineStatement({
  name: 'find-applied-events',
  text: `
    SELECT e.id, e.position FROM events AS e, event_feed AS f WHERE e.id = ANY ($1) AND e.position >= f.removed_through
    UNION SELECT removed_event_id, removed_event_position FROM event_feed
    WHERE removed_event_id = ANY ($1) AND removed_event_position = removed_through`,
  row: z.object({ id: z.string(), position: z.number() }),
  example: [['evt_1']],
});

/**
 * The positions in the feed of events that records name as `_applied` (OWN-04): of those that the feed has, and of its last one when
 * that is removed. Events before a removed one are unknown, because nobody knows any more which wallet entries came after them.
 */
export async function findAppliedEvents(
  client: pg.ClientBase,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const found = await rowsOf(client, FIND, [[...new Set(ids)]]);
  return new Map(found.map(({ id, position }) => [id, position]));
}
