import type { Job } from '@wayside/contract/jobs';
import type { Page } from '@wayside/contract/wire/paging';
import type { AppContext } from '../../context.ts';
import { jobs } from '../../platform/db/schema/jobs.ts';
import { defineStatement } from '../../platform/db/statement.ts';
import { offsetOf, type PageInput, pageOf } from '../../platform/db/statement-page.ts';
import { JOB_COLUMNS, jobRow } from '../../platform/jobs/read-job.ts';

const LIST_JOBS = defineStatement({
  name: 'list-jobs',
  text: `SELECT ${JOB_COLUMNS} FROM jobs ORDER BY created_at DESC, id DESC LIMIT $1 OFFSET $2`,
  row: jobRow,
  example: [10, 0],
});

/** A page of the jobs over marked rows, newest first (VIEW-07). */
export async function listJobs({ database }: Pick<AppContext, 'database'>, input: PageInput): Promise<Page<Job>> {
  const total = await database.orm.$count(jobs);
  return pageOf(await database.rows(LIST_JOBS, [input.limit, offsetOf(input)]), total, input);
}
