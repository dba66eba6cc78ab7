import type pg from 'pg';
import { z } from 'zod';
import { advisoryLocks } from '../db/advisory-locks.ts';
import type { Database } from '../db/database.ts';
import { defineStatement, rowsOf } from '../db/statement.ts';
import { waitForLock } from '../db/wait-for-lock.ts';

/** As long as the largest import takes. */
const LONGEST_WAIT_MS = 6 * 3_600_000;

const TRY_LOCK = defineStatement({
  name: 'try-lock',
  text: 'SELECT pg_try_advisory_lock($1) AS "isFree"',
  row: z.object({ isFree: z.boolean() }),
  example: [0],
  isPrepared: false,
});

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
    const [lock] = await rowsOf(client, TRY_LOCK, [advisoryLocks.filling]);
    if (!lock?.isFree) {
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
