import type { Job } from '@wayside/contract/jobs';
import { conflict } from '../../api-error.ts';
import type { CallContext } from '../../context.ts';
import { readJob } from '../../jobs/read-job.ts';
import { insertJob } from '../../jobs/start-job.ts';

/** Starts a job in the other direction over what a job has changed, and nothing else (VIEW-07). @throws 404; 409 */
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
    rows: {
      text: `SELECT record_id AS id, row_number() OVER (ORDER BY position)::int AS position
        FROM job_rows WHERE job_id = $1 AND result = 'done'`,
      values: [id],
    },
    check: () => undefined,
  });
}
