import type { Database } from '../db/database.ts';
import { eventually } from './eventually.ts';

/**
 * Resolves when somebody waits for a lock in this database; other tests use the same server at the same time. Asked on
 * a connection of its own: inside a transaction the answer would never change.
 * @param what is waited for, for the failure
 */
export function untilSomebodyWaits({ pool }: Database, what: string): Promise<void> {
  return eventually(what, async () => {
    const { rows } = await pool.query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    return rows.length > 0;
  });
}
