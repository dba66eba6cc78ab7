import type pg from 'pg';
import { advisoryLocks } from '../../platform/db/advisory-locks.ts';
import type { Database } from '../../platform/db/database.ts';
import { tryLock, waitForLock } from '../../platform/db/wait-for-lock.ts';

/** As long as the largest import takes. */
const LONGEST_WAIT_MS = 6 * 3_600_000;

/**
 * Runs `work` on a connection of its own while no other import runs on this database; a second one says that it waits
 * and waits. The lock belongs to the connection, so that it ends with an import that is killed.
 */
export async function underImportLock<T>(
  database: Database,
  screen: { write(text: string): unknown },
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await database.pool.connect();
  // A connection that breaks while nothing is asked of it is noticed by the next question.
  const ignore = () => undefined;
  client.on('error', ignore);
  try {
    if (!(await tryLock(client, 'filling'))) {
      screen.write('Another import is running; this one begins when it has ended.\n');
      await waitForLock(client, 'filling', { until: 'session', longestMs: LONGEST_WAIT_MS });
    }
    const result = await work(client);
    await client.query('SELECT pg_advisory_unlock($1)', [advisoryLocks.filling]);
    client.off('error', ignore);
    client.release();
    return result;
  } catch (error) {
    // Whatever state it is in, it goes, and the lock with it.
    client.release(true);
    throw error;
  }
}
