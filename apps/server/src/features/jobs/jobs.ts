import type { Job } from '@wayside/contract/jobs';
import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { conflict } from '../../api-error.ts';
import type { ActorContext, CallContext } from '../../context.ts';
import { statedFields } from '../../platform/db/activity-entry.ts';
import { eachPage } from '../../platform/db/each-page.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { jobs } from '../../platform/db/schema/jobs.ts';
import { defineStatement } from '../../platform/db/statement.ts';
import { type ExportTable, textColumn, timestampColumn } from '../../platform/exports/export-table.ts';
import { recordExport } from '../../platform/exports/record-export.ts';
import { readJob } from '../../platform/jobs/read-job.ts';
import { insertJob } from '../../platform/jobs/start-job.ts';
import { resultOfOthers } from './list-job-rows.ts';

/** Cancels a job after the rows that are in progress; what is done stays done (VIEW-07). @throws 404; 409 when it has already ended */
export function cancelJob({ database, now, actor }: ActorContext, { id }: { readonly id: string }): Promise<Job> {
  return database.transaction(async (client) => {
    const at = now();
    const reason = `${actor.email ?? 'Somebody'} cancelled it.`;
    const cancelled = await orm(client)
      .update(jobs)
      .set({ state: 'cancelled', finishedAt: at, reason })
      .where(and(eq(jobs.id, id), eq(jobs.state, 'running')))
      .returning({ id: jobs.id });
    const job = await readJob(client, id);
    if (cancelled.length > 0) {
      const { total, done, left } = job;
      await recordActivity(client, actor, at, {
        action: 'cancelled',
        entity: 'job',
        entityId: id,
        changes: statedFields({ rows: total, done, left }),
      });
    } else if (job.state !== 'cancelled') throw conflict('This job has ended already.');
    return job;
  });
}

const ROWS = 1_000;
const row = z.object({
  position: z.number(),
  recordId: z.string(),
  result: z.string(),
  reason: z.nullable(z.string()),
  at: z.nullable(z.string()),
});
type Row = z.infer<typeof row>;

const PAGE = defineStatement({
  name: 'export-job-rows',
  text: `SELECT position, record_id AS "recordId", coalesce(result, $3) AS result, reason, iso_instant(at) AS at
    FROM job_rows WHERE job_id = $1 AND position > $2 ORDER BY position LIMIT ${ROWS}`,
  row,
  example: ['9'.repeat(24), 0, 'waiting'],
});

const COLUMNS = [
  textColumn<Row>('Record ID', ({ recordId }) => recordId),
  textColumn<Row>('Result', ({ result }) => result),
  textColumn<Row>('Reason', ({ reason }) => reason),
  timestampColumn<Row>('Time', ({ at }) => at),
];

/** The rows of a job with their results as a table, without names (VIEW-07). @throws 404 */
export async function exportJobRows(
  context: ActorContext,
  { jobId }: { readonly jobId: string },
): Promise<ExportTable<Row>> {
  const { database } = context;
  const job = await readJob(database.pool, jobId);
  await recordExport(context, { table: 'job-rows', filters: { job: jobId }, rowCount: job.total });
  const pages = eachPage<Row>(
    (last) => database.rows(PAGE, [jobId, last?.position ?? 0, resultOfOthers(job)]),
    ROWS,
  );
  return { name: `job-${jobId}`, columns: COLUMNS, rowCount: job.total, pages };
}

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
