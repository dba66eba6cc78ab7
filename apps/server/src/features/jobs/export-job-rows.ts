import { z } from 'zod';
import type { ActorContext } from '../../context.ts';
import { eachPage } from '../../platform/db/each-page.ts';
import { defineStatement } from '../../platform/db/statement.ts';
import { type ExportTable, textColumn, timestampColumn } from '../../platform/exports/export-table.ts';
import { recordExport } from '../../platform/exports/record-export.ts';
import { readJob } from '../../platform/jobs/read-job.ts';
import { resultOfOthers } from './list-job-rows.ts';

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
