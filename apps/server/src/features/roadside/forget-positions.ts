import { POSITION_KEPT_HOURS } from '@wayside/contract/roadside-requests';
import type { Logger } from 'pino';
import { advisoryLocks } from '../../platform/db/advisory-locks.ts';
import type { Database } from '../../platform/db/database.ts';
import { defineStatement, rowsOf } from '../../platform/db/statement.ts';
import { loggingFailures, repeat } from '../../repeat.ts';

const FORGET = defineStatement({
  name: 'forget-positions',
  text: `DELETE FROM mechanic_positions WHERE at < now() - interval '${POSITION_KEPT_HOURS} hours'`,
  example: [],
});

/** Removes the positions of mechanics that are older than a day (ROAD-04). Nobody stores positions at the same time. */
export async function forgetPositions(database: Pick<Database, 'transaction'>): Promise<void> {
  await database.transaction(async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.positions]);
    await rowsOf(client, FORGET, []);
  });
}

const INTERVAL_MS = 60_000;

/** Does so every minute. @returns a function that stops it and resolves after the run in progress */
export function forgetPositionsRepeatedly(database: Database, log: Logger): () => Promise<void> {
  return repeat(
    INTERVAL_MS,
    loggingFailures(log, 'old positions of mechanics could not be removed', () => forgetPositions(database)),
  );
}
