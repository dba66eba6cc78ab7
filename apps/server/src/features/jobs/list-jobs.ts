import type { Job } from '@wayside/contract/jobs';
import type { Page } from '@wayside/contract/wire/paging';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import { defineStatement } from '../../db/statement.ts';
import { JOB_COLUMNS, jobRow } from '../../jobs/read-job.ts';

const LIST_JOBS = defineStatement({
  name: 'list-jobs',
  text: `SELECT ${JOB_COLUMNS} FROM jobs ORDER BY created_at DESC, id DESC LIMIT $1 OFFSET $2`,
  row: jobRow,
  example: [10, 0],
});
const COUNT_JOBS = defineStatement({
  name: 'count-jobs',
  text: 'SELECT count(*) AS total FROM jobs',
  row: z.object({ total: z.number() }),
  example: [],
});

/** A page of the jobs over marked rows, newest first (VIEW-07). */
export async function listJobs(
  { database }: Pick<AppContext, 'database'>,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<Page<Job>> {
  const [counted] = await database.rows(COUNT_JOBS, []);
  const total = counted?.total ?? 0;
  const rows = await database.rows(LIST_JOBS, [limit, (page - 1) * limit]);
  return { rows, total, page, pageCount: Math.ceil(total / limit) };
}
