import { queryOptions } from '@tanstack/react-query';
import {
  cancelJob,
  countMechanicJob,
  countUserJob,
  getJob,
  type Job,
  type JobAction,
  listJobRows,
  listJobs,
  type RowResult,
  startMechanicJob,
  startUserJob,
  undoJob,
} from '@wayside/contract/jobs';
import type { ApplicationStatus } from '@wayside/contract/mechanics';
import { call } from '../../lib/api.ts';
import { invalidateRecords } from '../../lib/cached-records.ts';
import { queryClient, REFETCH_ALWAYS } from '../../lib/query-client.ts';
import { MECHANIC_KEYS, USER_KEYS } from '../../lib/record-keys.ts';

/** The people to block or unblock: the selected ones, or all who match the filters of the list. */
export type JobTarget = { readonly ids: readonly string[] | null } & (
  | { readonly list: 'users'; readonly filters: { readonly search: string | null } }
  | {
      readonly list: 'mechanics';
      readonly filters: { readonly search: string | null; readonly status: readonly ApplicationStatus[] | null };
    }
);

const PROGRESS_MS = 1_000;
const KEY = 'jobs';

export function countQuery(target: JobTarget, action: JobAction) {
  return queryOptions({
    queryKey: [KEY, 'count', target, action],
    queryFn: () => countJob(target, action),
    ...REFETCH_ALWAYS,
    gcTime: 0,
  });
}

const selectedOf = ({ ids }: JobTarget, action: JobAction) => ({ action, ids, all: ids === null });

function countJob(target: JobTarget, action: JobAction) {
  const selected = selectedOf(target, action);
  const { search } = target.filters;
  return target.list === 'users'
    ? call(countUserJob, { body: { ...selected, search } })
    : call(countMechanicJob, { body: { ...selected, search, status: target.filters.status } });
}

/** Starts a job for the counted people. @param key idempotency key of the click, so that it starts only one job */
export async function startJob(
  target: JobTarget,
  { action, key, seenCount }: { readonly action: JobAction; readonly key: string; readonly seenCount: number },
): Promise<Job> {
  const selected = { ...selectedOf(target, action), key, seenCount };
  const { search } = target.filters;
  const { record } =
    target.list === 'users'
      ? await call(startUserJob, { body: { ...selected, search } })
      : await call(startMechanicJob, { body: { ...selected, search, status: target.filters.status } });
  return record;
}

export function jobQuery(id: string) {
  return queryOptions({
    queryKey: [KEY, 'one', id],
    queryFn: async ({ signal }) => (await call(getJob, { params: { id }, signal })).record,
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? PROGRESS_MS : false),
    ...REFETCH_ALWAYS,
  });
}

export const jobsQuery = queryOptions({
  queryKey: [KEY, 'list'],
  queryFn: ({ signal }) => call(listJobs, { query: { page: 1, limit: 20 }, signal }),
  refetchInterval: ({ state }) => (state.data?.rows.some((job) => job.state === 'running') ? PROGRESS_MS : false),
  ...REFETCH_ALWAYS,
});

/** Query of one page of a job's rows. @param progress triggers a refetch when it changes */
export function jobRowsQuery(id: string, view: { page: number; result: RowResult | null }, progress: string) {
  return queryOptions({
    queryKey: [KEY, 'rows', id, view, progress],
    queryFn: ({ signal }) => call(listJobRows, { params: { id }, query: { ...view, limit: 10 }, signal }),
    gcTime: 0,
  });
}

export const sendCancel = async (id: string): Promise<Job> => (await call(cancelJob, { params: { id } })).record;

export const sendUndo = async (id: string, key: string): Promise<Job> =>
  (await call(undoJob, { params: { id }, body: { key } })).record;

export function invalidatePeople(list: string): void {
  void invalidateRecords(list === 'users' ? USER_KEYS : MECHANIC_KEYS);
  void queryClient.invalidateQueries({ queryKey: jobsQuery.queryKey });
}
