import { JOB_LISTS, type JobRow, type RowResult } from '@wayside/contract/jobs';
import type { Page } from '@wayside/contract/wire/paging';
import type { AppContext } from '../../context.ts';
import type { Statement } from '../../platform/db/statement.ts';
import { offsetOf, type PageInput, pageOf } from '../../platform/db/statement-page.ts';
import { JOB_FLAGS } from '../../platform/jobs/count-job.ts';
import { readJob, type StoredJob } from '../../platform/jobs/read-job.ts';

export interface ListJobRowsInput extends PageInput {
  readonly id: string;
  /** Null for all. */
  readonly result: RowResult | null;
}

const PAGES = new Map(
  JOB_LISTS.map((list): [string, Statement<JobRow>] => [
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

/** A page of the rows of a job with their results, in the order in which they are done (VIEW-07). @throws 404 */
export async function listJobRows(
  { database }: Pick<AppContext, 'database'>,
  { id, result, ...page }: ListJobRowsInput,
): Promise<Page<JobRow>> {
  const job = await readJob(database.pool, id);
  const total = countOf(job, result);
  const statement = PAGES.get(job.list);
  const values = [id, resultOfOthers(job), result, page.limit, offsetOf(page)];
  const rows = statement ? await database.rows(statement, values) : [];
  return pageOf(rows, total, page);
}

/** What a row without a result reads. */
export const resultOfOthers = ({ state }: StoredJob): RowResult =>
  state === 'running' ? 'waiting' : 'not_reached';

function countOf(job: StoredJob, result: RowResult | null): number {
  if (result === null) return job.total;
  if (result === 'waiting' || result === 'not_reached') return result === resultOfOthers(job) ? job.left : 0;
  return job[result];
}
