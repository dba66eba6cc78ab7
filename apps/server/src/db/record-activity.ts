import { COMMAND_LINE_ID } from '@wayside/contract/activity';
import { ObjectId } from 'bson';
import type pg from 'pg';
import { z } from 'zod';
import type { Actor } from '../actor.ts';
import type { NewActivityEntry } from './activity-entry.ts';
import { appendLink } from './chain-links.ts';
import { eventOfActivity } from './event-of-activity.ts';
import { defineStatement, rowsOf, sampleOf } from './statement.ts';

// The entry comes first, so that sequences are taken in the order of the log.
const INSERT_ACTIVITY = defineStatement({
  name: 'insert-activity',
  text: `WITH entry AS (
           INSERT INTO activity (at, actor_id, actor_email, address, action, entity, entity_id, changes, note)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id, at, hash),
         event AS (
           INSERT INTO events (id, type, at, data)
           SELECT $10, $11, at, $12::jsonb FROM entry WHERE $11::text IS NOT NULL)
         SELECT id, hash FROM entry`,
  row: z.object({ id: z.number(), hash: z.instanceof(Buffer) }),
  example: [new Date(0), null, null, null, 'created', 'slot', sampleOf('slots'), '[]', null, 'evt_1', null, null],
});

/**
 * Appends to the activity log (SECU-05), and to the events where an administrator did it (HOOK-01), in the transaction of the
 * change and as its last statement: from here on everybody else who appends waits for the commit.
 */
export async function recordActivity(
  client: pg.ClientBase,
  actor: Actor,
  at: Date,
  entry: NewActivityEntry,
): Promise<void> {
  const event = actor.id === null || actor.id === COMMAND_LINE_ID ? null : eventOfActivity(entry);
  const [row] = await rowsOf(client, INSERT_ACTIVITY, [
    at,
    actor.id,
    actor.email,
    actor.address,
    entry.action,
    entry.entity,
    entry.entityId,
    JSON.stringify(entry.changes ?? []),
    entry.note ?? null,
    `evt_${new ObjectId().toHexString()}`,
    event?.type ?? null,
    event && JSON.stringify(event.data),
  ]);
  if (row === undefined) throw new Error('the entry was not inserted');
  // The entry before has the number before: the log has no gap.
  const { id, hash } = row;
  await appendLink(client, { chain: 'activity', entries: id, firstId: id, lastId: id, hash });
}
