import { JOB_LISTS, type Job, type JobRow, type RowResult } from '@wayside/contract/jobs';
import { sentence } from '@wayside/contract/sentences';
import type { Page } from '@wayside/contract/wire/paging';
import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { conflict } from '../../api-error.ts';
import type { ActorContext, AppContext, CallContext } from '../../context.ts';
import { toFieldChanges } from '../../platform/db/activity-entry.ts';
import { eachPage } from '../../platform/db/each-page.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { jobs } from '../../platform/db/schema/jobs.ts';
import { defineStatement, type Statement } from '../../platform/db/statement.ts';
import { offsetOf, type PageInput, pageOf } from '../../platform/db/statement-page.ts';
import { type ExportTable, textColumn, timestampColumn } from '../../platform/exports/export-table.ts';
import { recordExport } from '../../platform/exports/record-export.ts';
import { JOB_FLAGS } from '../../platform/jobs/count-job.ts';
import { JOB_COLUMNS, jobRow, readJob, type StoredJob, withReasonKey } from '../../platform/jobs/read-job.ts';
import { insertJob } from '../../platform/jobs/start-job.ts';

const LIST_JOBS = defineStatement({
  name: 'list-jobs',
  text: `SELECT ${JOB_COLUMNS} FROM jobs ORDER BY created_at DESC, id DESC LIMIT $1 OFFSET $2`,
  row: jobRow,
  example: [10, 0],
});

/** Returns a page of the bulk jobs, newest first (VIEW-07). */
export async function listJobs({ database }: Pick<AppContext, 'database'>, input: PageInput): Promise<Page<Job>> {
  const total = await database.orm.$count(jobs);
  const rows = await database.rows(LIST_JOBS, [input.limit, offsetOf(input)]);
  return pageOf(rows.map(withReasonKey), total, input);
}

interface ListJobRowsInput extends PageInput {
  readonly id: string;
  /** If null, all rows are returned. */
  readonly result: RowResult | null;
}

const PAGES = new Map(
  JOB_LISTS.map((list): [string, Statement<Omit<JobRow, 'reasonKey'>>] => [
    list,
    {
      name: `list-job-rows-of-${list}`,
      text: `SELECT r.record_id AS "recordId", CASE WHEN p.record_state = 'full' THEN p.name END AS name,
          coalesce(r.result, $2) AS result, r.reason, iso_instant(r.at) AS at
        FROM job_rows AS r LEFT JOIN ${JOB_FLAGS[list].table} AS p ON p.id = r.record_id
        WHERE r.job_id = $1 AND ($3::text IS NULL OR coalesce(r.result, $2) = $3) ORDER BY r.position LIMIT $4 OFFSET $5`,
      isPrepared: false,
    },
  ]),
);

/** Returns a page of a job's rows with their results, in processing order (VIEW-07). @throws 404 */
export async function listJobRows(
  { database }: Pick<AppContext, 'database'>,
  { id, result, ...page }: ListJobRowsInput,
): Promise<Page<JobRow>> {
  const job = await readJob(database.pool, id);
  const total = countOf(job, result);
  const statement = PAGES.get(job.list);
  const values = [id, unprocessedResult(job), result, page.limit, offsetOf(page)];
  const rows = statement ? await database.rows(statement, values) : [];
  return pageOf(rows.map(withReasonKey), total, page);
}

/** Returns the result that is displayed for a row that has not been processed. */
const unprocessedResult = ({ state }: StoredJob): RowResult => (state === 'running' ? 'waiting' : 'not_reached');

function countOf(job: StoredJob, result: RowResult | null): number {
  if (result === null) return job.total;
  if (result === 'waiting' || result === 'not_reached') return result === unprocessedResult(job) ? job.left : 0;
  return job[result];
}

/**
 * Cancels a job once the rows in progress have finished. Completed rows are not undone (VIEW-07). @throws 404; 409 if
 * the job has already ended
 */
export function cancelJob({ database, now, actor }: ActorContext, { id }: { readonly id: string }): Promise<Job> {
  return database.transaction(async (client) => {
    const at = now();
    const { email: name } = actor;
    const { message: reason } =
      name === null ? sentence('job_cancelled_by_somebody') : sentence('job_cancelled_by', { name });
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
        changes: toFieldChanges({ rows: total, done, left }),
      });
    } else if (job.state !== 'cancelled') throw conflict('job_ended');
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

/** Exports the rows of a job with their results as a table, without names (VIEW-07). @throws 404 */
export async function exportJobRows(
  context: ActorContext,
  { jobId }: { readonly jobId: string },
): Promise<ExportTable<Row>> {
  const { database } = context;
  const job = await readJob(database.pool, jobId);
  await recordExport(context, { table: 'job-rows', filters: { job: jobId }, rowCount: job.total });
  const pages = eachPage<Row>(
    (last) => database.rows(PAGE, [jobId, last?.position ?? 0, unprocessedResult(job)]),
    ROWS,
  );
  return { name: `job-${jobId}`, columns: COLUMNS, rowCount: job.total, pages };
}

/**
 * Undoes a job: starts the opposite job over the rows that the job changed and that have not changed since then
 * (VIEW-07). A cancelled or stopped undo can be repeated for the remaining rows. @throws 404; 409 if the job is still
 * running, has changed nothing, or is already undone
 */
export async function undoJob(
  context: CallContext,
  { id, key }: { readonly id: string; readonly key: string },
): Promise<Job> {
  const job = await readJob(context.database.pool, id);
  if (job.state === 'running') throw conflict('job_running');
  if (job.done === 0) throw conflict('job_changed_nothing');
  return insertJob(context, {
    list: job.list,
    action: job.action === 'block' ? 'unblock' : 'block',
    key,
    request: null,
    undoOf: id,
    requireStartable: async (client, own) => {
      // If two users undo the job at once, the second waits for the first.
      await orm(client).select({ id: jobs.id }).from(jobs).where(eq(jobs.id, id)).for('update');
      const { rowCount } = await client.query(
        "SELECT FROM jobs WHERE undo_of = $1 AND state IN ('running', 'finished') AND id <> $2",
        [id, own],
      );
      if (rowCount !== 0) throw conflict('job_taken_back');
    },
    rows: {
      text: `SELECT record_id AS id, row_number() OVER (ORDER BY position)::int AS position
        FROM job_rows WHERE job_id = $1 AND result = 'done'`,
      values: [id],
    },
    check: () => undefined,
  });
}
