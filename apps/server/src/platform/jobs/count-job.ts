import {
  type JobAction,
  type JobCount,
  type JobGroup,
  type JobList,
  MAX_ROWS_OF_JOB,
} from '@wayside/contract/jobs';
import { conflict } from '../../api-error.ts';
import type { AppContext } from '../../context.ts';
import { statusOf } from '../db/toggle-flag.ts';
import { JOB_FLAGS, outcomeOf, type PersonState } from './job-people.ts';
import { type Selected, selectedRows } from './selected-rows.ts';

export interface CountJobInput extends Selected {
  readonly list: JobList;
  readonly action: JobAction;
}

/** The dry run: how many rows a job would change, and what would come of the others (VIEW-07). @throws 400; 409 for too many */
export async function countJob(
  { database }: Pick<AppContext, 'database'>,
  { list, action, ...selected }: CountJobInput,
): Promise<JobCount> {
  const flag = JOB_FLAGS[list];
  const { text, values } = selectedRows(selected);
  const states = await database.rows<PersonState & { count: number }>(
    {
      name: `count-job-${list}`,
      text: `SELECT p.record_state AS "recordState", p.${flag.column} AS "isOn", p.status, count(*) FROM (${text}) AS selected
        LEFT JOIN (SELECT id, record_state, ${flag.column}, ${statusOf(flag)} AS status FROM ${flag.table}) AS p ON p.id = selected.id
        GROUP BY 1, 2, 3`,
      isPrepared: false,
    },
    values,
  );
  const groups = new Map<string, JobGroup>();
  for (const { count, ...state } of states) {
    const outcome = outcomeOf(flag, action, state);
    const key = `${outcome.result} ${outcome.reason}`;
    groups.set(key, { ...outcome, count: count + (groups.get(key)?.count ?? 0) });
  }
  const total = states.reduce((sum, { count }) => sum + count, 0);
  rejectTooMany(total);
  return { total, groups: [...groups.values()].toSorted((one, other) => other.count - one.count) };
}

/** @throws 409 for more rows than a job takes */
export function rejectTooMany(total: number): void {
  if (total > MAX_ROWS_OF_JOB)
    throw conflict(
      `More than ${MAX_ROWS_OF_JOB.toLocaleString('en-IN')} are marked. Narrow the list by a search or a filter.`,
    );
}
