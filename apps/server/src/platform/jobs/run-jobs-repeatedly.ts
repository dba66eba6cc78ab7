import { loggingFailures, repeat } from '../../repeat.ts';
import { defineStatement } from '../db/statement.ts';
import { type JobParts, runNextPiece } from './run-jobs.ts';

const POLL_MS = 500;
const REMOVE_EVERY_MS = 3_600_000;

const REMOVE_OLD_JOBS = defineStatement({
  name: 'remove-old-jobs',
  text: `DELETE FROM jobs WHERE id IN (SELECT id FROM jobs WHERE finished_at < $1::timestamptz - interval '90 days' LIMIT 5)`,
  example: [new Date(0)],
});
const DELAY_JOBS = defineStatement({
  name: 'delay-failing-job',
  text: `UPDATE jobs SET touched_at = $1
    WHERE id = (SELECT id FROM jobs WHERE state = 'running' ORDER BY touched_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)`,
  example: [new Date(0)],
});

/**
 * Does jobs over marked rows until the returned function is called, on any number of nodes (VIEW-07). The piece in progress is
 * finished; what remains is done by another node or after the next start.
 */
export function runJobsRepeatedly(parts: JobParts): () => Promise<void> {
  const { database, log, now } = parts;
  let isStopped = false;
  let removedAt = Number.NEGATIVE_INFINITY;

  async function work(): Promise<void> {
    try {
      while (!isStopped && (await runNextPiece(parts)));
      if (performance.now() - removedAt > REMOVE_EVERY_MS) {
        await database.rows(REMOVE_OLD_JOBS, [now()]);
        removedAt = performance.now();
      }
    } catch (error) {
      // Others have their turn before it is tried again.
      await database.rows(DELAY_JOBS, [now()]).catch(() => undefined);
      throw error;
    }
  }

  const endWork = repeat(POLL_MS, loggingFailures(log, 'rows of a job could not be done', work));
  return async () => {
    isStopped = true;
    await endWork();
  };
}
