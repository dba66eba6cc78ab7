import {
  type JobAction,
  type JobCount,
  type JobGroup,
  type JobList,
  MAX_ROWS_OF_JOB,
  type RowResult,
} from '@wayside/contract/jobs';
import type { ApplicationStatus } from '@wayside/contract/mechanics';
import { sentence } from '@wayside/contract/sentences';
import { badRequest, conflict, fieldError } from '../../api-error.ts';
import type { AppContext } from '../../context.ts';
import { causeKey } from '../../find-cause.ts';
import { buildListQuery } from '../db/list-query.ts';
import type { ListFilters, ListShape } from '../db/list-shape.ts';
import { MECHANIC_BLOCK, type PersonFlag, statusSql, USER_BLOCK } from '../db/toggle-flag.ts';

export const JOB_FLAGS: Readonly<Record<JobList, PersonFlag>> = { users: USER_BLOCK, mechanics: MECHANIC_BLOCK };

/** Null if the record is missing. */
export interface PersonState {
  readonly recordState: 'full' | 'stub' | 'erased' | null;
  readonly isOn: boolean | null;
  readonly status: ApplicationStatus | null;
}

export interface RowOutcome {
  readonly result: Exclude<RowResult, 'waiting' | 'not_reached'>;
  readonly reason: string | null;
}

/** Returns the outcome for a person by the rules of a single block. A dry run and its job therefore agree (VIEW-07). */
export function outcomeOf(
  flag: PersonFlag,
  action: JobAction,
  { recordState, isOn, status }: PersonState,
): RowOutcome {
  if (recordState === 'erased') return { result: 'refused', reason: sentence(`${flag.noun}_erased`).message };
  if (recordState !== 'full') return { result: 'refused', reason: sentence(`no_such_${flag.noun}`).message };
  const rejection = flag.rejectionOf?.({ status }) ?? null;
  if (rejection !== null) return { result: 'refused', reason: rejection.message };
  if (isOn === flagValueOf(action))
    return { result: 'unchanged', reason: sentence(isOn ? 'blocked_already' : 'not_blocked').message };
  return { result: 'done', reason: null };
}

/** The state that the job sets; a job never toggles. */
export const flagValueOf = (action: JobAction): boolean => action === 'block';

/** Individually selected rows, or all filtered rows. */
export interface JobSelection {
  readonly ids: readonly string[] | null;
  readonly all: boolean;
  readonly shape: ListShape;
  readonly listed: ListFilters;
}

interface SelectedRows {
  /** A SELECT of `id` and `position`, which starts at 1. */
  readonly text: string;
  readonly values: readonly unknown[];
}

const RECORD_ID = /^[0-9a-f]{24}$/;

/**
 * Selects the rows in list order, at most one more than a job allows (VIEW-07).
 * @throws 400 unless exactly one of `ids` and `all` is given
 */
export function selectedRows({ ids, all, shape, listed }: JobSelection): SelectedRows {
  if ((ids !== null) === all) throw badRequest([fieldError('ids', 'ids_unless_all')]);
  if (ids !== null) {
    if (!ids.every((id) => RECORD_ID.test(id))) throw badRequest([fieldError('ids', 'ids_of_records')]);
    return {
      text: 'SELECT id, position::int FROM unnest($1::text[]) WITH ORDINALITY AS given (id, position)',
      values: [ids],
    };
  }
  const { bind, filteredRows, values } = buildListQuery(shape, listed);
  return {
    text: `SELECT id, row_number() OVER (ORDER BY listed DESC, id DESC)::int AS position
      FROM (${filteredRows()}) AS matching ORDER BY listed DESC, id DESC LIMIT ${bind(MAX_ROWS_OF_JOB + 1)}`,
    values,
  };
}

export interface CountJobInput extends JobSelection {
  readonly list: JobList;
  readonly action: JobAction;
}

/** Counts the outcomes of a job as a dry run (VIEW-07). @throws 400; 409 for too many rows */
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
        LEFT JOIN (SELECT id, record_state, ${flag.column}, ${statusSql(flag)} AS status FROM ${flag.table}) AS p ON p.id = selected.id
        GROUP BY 1, 2, 3`,
      isPrepared: false,
    },
    values,
  );
  const groups = new Map<string, JobGroup>();
  for (const { count, ...state } of states) {
    const outcome = outcomeOf(flag, action, state);
    const key = `${outcome.result} ${outcome.reason}`;
    groups.set(key, {
      ...outcome,
      reasonKey: causeKey(outcome.reason),
      count: count + (groups.get(key)?.count ?? 0),
    });
  }
  const total = states.reduce((sum, { count }) => sum + count, 0);
  rejectTooMany(total);
  return { total, groups: [...groups.values()].toSorted((one, other) => other.count - one.count) };
}

/** @throws 409 if the job has too many rows */
export function rejectTooMany(total: number): void {
  if (total > MAX_ROWS_OF_JOB)
    throw conflict('too_many_rows_selected', { most: MAX_ROWS_OF_JOB.toLocaleString('en-IN') });
}
