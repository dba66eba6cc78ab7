import { POSITION_KEPT_HOURS } from '@wayside/contract/roadside-requests';
import type { Logger } from 'pino';
import type { Database } from '../../platform/db/database.ts';
import { defineStatement } from '../../platform/db/statement.ts';
import { loggingFailures, repeat } from '../../repeat.ts';

// One that is written meanwhile is not old any more.
const FORGET = defineStatement({
  name: 'forget-positions',
  text: `DELETE FROM mechanic_positions WHERE mechanic_id IN (
      SELECT mechanic_id FROM mechanic_positions WHERE at < now() - interval '${POSITION_KEPT_HOURS} hours' FOR UPDATE SKIP LOCKED)`,
  example: [],
});

/** Removes the positions of mechanics that are older than a day (ROAD-04). */
export async function forgetPositions(database: Pick<Database, 'rows'>): Promise<void> {
  await database.rows(FORGET, []);
}

const INTERVAL_MS = 60_000;

/** Does so every minute. @returns a function that stops it and resolves after the run in progress */
export function forgetPositionsRepeatedly(database: Database, log: Logger): () => Promise<void> {
  return repeat(
    INTERVAL_MS,
    loggingFailures(log, 'old positions of mechanics could not be removed', () => forgetPositions(database)),
  );
}
