import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { repeat } from '../repeat.ts';
import { postPendingEntries } from './post-entries.ts';

/** Nothing that is committed stays unposted for longer than a second (PAYO-10). */
const INTERVAL_MS = 500;

const IS_PENDING = {
  name: 'is-posting-pending',
  text: 'SELECT EXISTS (SELECT FROM pending_postings) AS "isPending"',
};

/**
 * Posts what others have left pending: every writer of this program posts in its own transaction, but records may come by
 * another hand, or from a program that was killed in an earlier version.
 * @returns ends it, when what it does just now is done
 */
export function keepPosting(database: Database, log: Logger): () => Promise<void> {
  return repeat(INTERVAL_MS, async () => {
    try {
      const [found] = await database.rows<{ isPending: boolean }>(IS_PENDING, []);
      if (found?.isPending) await postPendingEntries(database);
    } catch (error) {
      log.warn({ err: error }, 'pending entries could not be posted; it is tried again');
    }
  });
}
