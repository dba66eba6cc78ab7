import { z } from 'zod';
import type { Database } from './database.ts';
import { defineStatement } from './statement.ts';

const PUBLISH = defineStatement({
  name: 'publish-events',
  text: 'SELECT publish_events($1) AS published',
  row: z.object({ published: z.number() }),
  example: [new Date(0)],
});
/** The most events of one call: the limit in `migrations/functions/publish_events.sql`. */
const AT_ONCE = 1000;

/**
 * Gives every committed event its place in the feed and queues its deliveries (HOOK-03, HOOK-04). Any number of nodes may do so at
 * the same time.
 */
export async function publishEvents(database: Pick<Database, 'rows'>, at: Date): Promise<void> {
  for (;;) {
    const [done] = await database.rows(PUBLISH, [at]);
    if ((done?.published ?? 0) < AT_ONCE) return;
  }
}
