import type { Database } from '../platform/db/database.ts';
import { eventually } from './eventually.ts';

/**
 * Resolves when the given number of connections to this database wait for a lock. Polls on a separate connection,
 * because inside a transaction the result would not change.
 * @param what the expected event, which the error message contains
 */
export function untilLockWait({ pool }: Database, what: string, waiting = 1): Promise<void> {
  return eventually(what, async () => {
    const { rows } = await pool.query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    return rows.length >= waiting;
  });
}
