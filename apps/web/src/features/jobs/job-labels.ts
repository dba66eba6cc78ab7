import type { Job, JobList, RowResult } from '@wayside/contract/jobs';
import { formatCount } from '../../lib/format.ts';
import type { StatusLabel } from '../../ui/badge.tsx';

type Count = Pick<Job, 'list' | 'action'>;

const NOUNS: Readonly<Record<JobList, readonly [one: string, many: string]>> = {
  users: ['user', 'users'],
  mechanics: ['mechanic', 'mechanics'],
};

/** "1 user", "418 mechanics". */
export const countOf = (list: string, count: number): string => {
  const [one, many] = NOUNS[list === 'mechanics' ? 'mechanics' : 'users'];
  return `${formatCount(count)} ${count === 1 ? one : many}`;
};

/** "Block", "Unblock". */
export const verbOf = ({ action }: Pick<Count, 'action'>): string => (action === 'block' ? 'Block' : 'Unblock');

/** "Block 418 users". */
export const jobTitle = (job: Count & { readonly total: number }): string =>
  `${verbOf(job)} ${countOf(job.list, job.total)}`;

/** The states of jobs. */
export const JOB_STATE_LABELS: Readonly<Record<string, StatusLabel>> = {
  running: { label: 'Running', tone: 'info' },
  finished: { label: 'Finished', tone: 'success' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
  stopped: { label: 'Stopped', tone: 'warning' },
};

/** The label of what came of a row: "Blocked", "Left as it was". */
export const resultLabel = (result: string, { action }: Pick<Count, 'action'>): string => {
  const labels: Readonly<Record<RowResult, string>> = {
    done: action === 'block' ? 'Blocked' : 'Unblocked',
    unchanged: 'Left as it was',
    refused: 'Refused',
    failed: 'Failed',
    waiting: 'Waiting',
    not_reached: 'Not reached',
  };
  return labels[result as RowResult] ?? result;
};
