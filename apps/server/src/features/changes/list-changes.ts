import { type Event, feedCursor } from '@wayside/contract/events';
import { sentence } from '@wayside/contract/sentences';
import { encoderOf } from '@wayside/contract/wire/wire';
import { z } from 'zod';
import { gone } from '../../api-error.ts';
import type { AppContext } from '../../context.ts';
import { jsonRows } from '../../platform/db/json-rows.ts';
import { defineStatement } from '../../platform/db/statement.ts';
import { publishEvents } from '../../platform/webhooks/event-feed.ts';

const eventRow = z.object({
  position: z.number(),
  id: z.string(),
  type: z.string(),
  timestamp: z.string(),
  data: z.record(z.string(), z.unknown()),
});

const READ_FEED = defineStatement({
  name: 'read-event-feed',
  text: `
    SELECT f.last_position AS "lastPosition", f.removed_through AS "removedThrough", ${jsonRows(`
      SELECT position, id, type, iso_instant(at) AS timestamp, data FROM events
      WHERE position > coalesce($1, f.removed_through) ORDER BY position LIMIT $2`)} AS page
    FROM event_feed AS f`,
  row: z.object({ lastPosition: z.number(), removedThrough: z.number(), page: z.array(eventRow) }),
  example: [null, 10],
});

const cursorOf = (position: number) => String(encoderOf(feedCursor)(position));

interface ListChangesInput {
  /** The cursor of the previous page; null starts at the oldest stored events. */
  readonly after: number | null;
  readonly limit: number;
}

/**
 * Returns the events after a cursor in commit order, and the next cursor (HOOK-04). An event is in the feed before
 * the client receives the response to the call that caused it. @throws 410 with the oldest cursor if events after the
 * cursor are deleted or the cursor belongs to another database
 */
export async function listChanges(
  { database, now }: AppContext,
  { after, limit }: ListChangesInput,
): Promise<{ rows: Event[]; cursor: number }> {
  await publishEvents(database, now());
  const [found] = await database.rows(READ_FEED, [after, limit]);
  if (!found) throw new Error('the feed has no end');
  const { lastPosition, removedThrough, page } = found;
  if (after !== null && after < removedThrough) throw gone(sentence('cursor_too_old'), cursorOf(removedThrough));
  if (after !== null && after > lastPosition) throw gone(sentence('cursor_ahead'), cursorOf(removedThrough));
  return {
    rows: page.map(({ position: _position, ...event }) => event),
    cursor: page.at(-1)?.position ?? after ?? removedThrough,
  };
}
