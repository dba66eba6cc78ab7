import { CALL_KEPT_DAYS } from '@wayside/contract/calls';
import type { Logger } from 'pino';
import type { Database } from '../../platform/db/database.ts';
import { defineStatement } from '../../platform/db/statement.ts';
import { loggingFailures, repeat } from '../../repeat.ts';

const FORGET = defineStatement({
  name: 'forget-calls',
  text: `DELETE FROM calls WHERE at < now() - interval '${CALL_KEPT_DAYS} days'`,
  example: [],
});

/** Removes calls that are older than 90 days (PEOP-07). */
export const forgetCalls = (database: Pick<Database, 'rows'>) => database.rows(FORGET, []);

const INTERVAL_MS = 3_600_000;

/** Does so every hour. @returns a function that stops it and resolves after the run in progress */
export function forgetCallsRepeatedly(database: Database, log: Logger): () => Promise<void> {
  return repeat(
    INTERVAL_MS,
    loggingFailures(log, 'old calls could not be removed', () => forgetCalls(database)),
  );
}
