import type { JobAction, JobList, RowResult } from '@wayside/contract/jobs';
import type { ApplicationStatus } from '@wayside/contract/mechanics';
import { MECHANIC_BLOCK, USER_BLOCK } from '../db/block-flags.ts';
import type { PersonFlag } from '../db/toggle-flag.ts';

/** The flag that jobs set, by list. */
export const JOB_FLAGS: Readonly<Record<JobList, PersonFlag>> = { users: USER_BLOCK, mechanics: MECHANIC_BLOCK };

/** What decides about a row; all null where the record is not there. */
export interface PersonState {
  readonly recordState: 'full' | 'stub' | 'erased' | null;
  readonly isOn: boolean | null;
  readonly status: ApplicationStatus | null;
}

/** What comes of a row. */
export interface RowOutcome {
  readonly result: Exclude<RowResult, 'waiting' | 'not_reached'>;
  readonly reason: string | null;
}

/** What comes of a person, by the rules of a single block or unblock: the same for a dry run and for the job (VIEW-07). */
export function outcomeOf(
  flag: PersonFlag,
  action: JobAction,
  { recordState, isOn, status }: PersonState,
): RowOutcome {
  if (recordState === 'erased') return { result: 'refused', reason: `The ${flag.noun}’s data is erased.` };
  if (recordState !== 'full') return { result: 'refused', reason: `There is no such ${flag.noun}.` };
  const rejection = flag.rejectionOf?.({ status }) ?? null;
  if (rejection !== null) return { result: 'refused', reason: rejection };
  if (isOn === isOnAfter(action))
    return { result: 'unchanged', reason: isOn ? 'Blocked already.' : 'Not blocked.' };
  return { result: 'done', reason: null };
}

/** The state that an action sets: a job never toggles. */
export const isOnAfter = (action: JobAction): boolean => action === 'block';
