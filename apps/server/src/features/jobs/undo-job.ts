import type { Job } from '@wayside/contract/jobs';
import { eq } from 'drizzle-orm';
import { conflict } from '../../api-error.ts';
import type { CallContext } from '../../context.ts';
import { orm } from '../../platform/db/orm.ts';
import { jobs } from '../../platform/db/schema/jobs.ts';
import { readJob } from '../../platform/jobs/read-job.ts';
import { insertJob } from '../../platform/jobs/start-job.ts';

/**
 * Starts a job in the other direction over what a job has changed, and nothing else: whom somebody has blocked or unblocked since stays
 * so (VIEW-07). One that was cancelled or stopped can be started again for the rest.
 * @throws 404; 409 where the job still runs, has changed nothing, or is taken back already
 */
export async function undoJob(
  context: CallContext,
  { id, key }: { readonly id: string; readonly key: string },
): Promise<Job> {
  const job = await readJob(context.database.pool, id);
  if (job.state === 'running') throw conflict('This job still runs. Cancel it first.');
  if (job.done === 0) throw conflict('This job has changed nothing.');
  return insertJob(context, {
    list: job.list,
    action: job.action === 'block' ? 'unblock' : 'block',
    key,
    request: null,
    undoOf: id,
    mayBegin: async (client, own) => {
      // Two who take it back at once wait for each other.
      await orm(client).select({ id: jobs.id }).from(jobs).where(eq(jobs.id, id)).for('update');
      const { rowCount } = await client.query(
        "SELECT FROM jobs WHERE undo_of = $1 AND state IN ('running', 'finished') AND id <> $2",
        [id, own],
      );
      if (rowCount !== 0) throw conflict('This job is taken back already.');
    },
    rows: {
      text: `SELECT record_id AS id, row_number() OVER (ORDER BY position)::int AS position
        FROM job_rows WHERE job_id = $1 AND result = 'done'`,
      values: [id],
    },
    check: () => undefined,
  });
}
