import { queryOptions } from '@tanstack/react-query';
import { getResultFile, listResultFiles, listResultIssues } from '@wayside/contract/bank-results';
import { RUN_LIST } from '@wayside/contract/lists';
import { listRunRows, recordOutcome } from '@wayside/contract/payment-run-rows';
import {
  cancelRun,
  countRuns,
  createRun,
  getRun,
  listRunProfiles,
  listRuns,
  type PaymentRun,
  previewRun,
  type RunRowState,
} from '@wayside/contract/payment-runs';
import { call } from '../../lib/api.ts';
import { invalidateApprovals } from '../../lib/invalidate-money.ts';
import { queryClient, REFETCH_ALWAYS, UNCACHED_OPTIONS } from '../../lib/query-client.ts';
import { readRecord } from '../../lib/read-record.ts';
import { BALANCE_KEYS, RUN_KEYS } from '../../lib/record-keys.ts';
import { COUNTS_KEY } from '../../lib/saved-views.ts';
import { listQueries } from '../../list/list-queries.ts';

const PROGRESS_MS = 700;

export const runs = listQueries(RUN_LIST, { key: RUN_KEYS.list, list: listRuns, count: countRuns });

export const runQuery = (id: string) =>
  queryOptions({
    queryKey: [RUN_KEYS.one, id],
    queryFn: ({ signal }) => readRecord(() => call(getRun, { params: { id }, signal })),
    ...REFETCH_ALWAYS,
  });

interface RunRowsView {
  readonly page: number;
  readonly state: RunRowState | null;
  readonly search: string | null;
}

export const runRowsQuery = (id: string, view: RunRowsView) =>
  queryOptions({
    queryKey: [RUN_KEYS.rows, id, view],
    queryFn: ({ signal }) => call(listRunRows, { params: { id }, query: { ...view, limit: 10 }, signal }),
    ...REFETCH_ALWAYS,
  });

export const resultFilesQuery = queryOptions({
  queryKey: [RUN_KEYS.resultFiles],
  queryFn: ({ signal }) => call(listResultFiles, { query: { page: 1, limit: 10 }, signal }),
  refetchInterval: ({ state }) => (state.data?.rows.some((each) => each.state === 'reading') ? PROGRESS_MS : false),
  ...REFETCH_ALWAYS,
});

export const resultFileQuery = (id: string) =>
  queryOptions({
    queryKey: [RUN_KEYS.resultFiles, id],
    queryFn: async ({ signal }) => (await call(getResultFile, { params: { id }, signal })).record,
    refetchInterval: ({ state }) => (state.data?.state === 'reading' ? PROGRESS_MS : false),
    ...REFETCH_ALWAYS,
  });

/**
 * Query of one page of the lines that need manual work. @param read the number of processed lines, which triggers a
 * refetch when it changes
 */
export const resultIssuesQuery = (id: string, page: number, read: number) =>
  queryOptions({
    queryKey: [RUN_KEYS.resultFiles, id, 'issues', page, read],
    queryFn: ({ signal }) => call(listResultIssues, { params: { id }, query: { page, limit: 10 }, signal }),
  });

export const sendCancel = (run: PaymentRun, reason: string) =>
  call(cancelRun, { params: { id: run.id }, body: { reason } });
export interface Outcome {
  readonly status: 'paid' | 'failed' | 'reversed';
  readonly transactionId: string;
  readonly reason: string;
}

export const sendOutcome = (id: string, reference: string, { status, transactionId, reason }: Outcome) =>
  call(recordOutcome, {
    params: { id, reference },
    body: { status, transactionId: transactionId.trim() || null, reason: reason.trim() || null },
  });

export const profilesQuery = queryOptions({
  queryKey: [RUN_KEYS.profiles],
  queryFn: async ({ signal }) => (await call(listRunProfiles, { signal })).rows,
  // Not cached, because the last run's debit account is the default of the next run.
  ...UNCACHED_OPTIONS,
});

/** The payees of a run: the listed mechanics, or all mechanics with a balance above a minimum if null. */
export interface RunChoice {
  readonly profile: string;
  readonly ids: readonly string[] | null;
  readonly minimumPaise: number | null;
}

const selectionOf = ({ profile, ids, minimumPaise }: RunChoice) => ({
  profile,
  ids: ids === null ? null : [...ids],
  all: ids === null,
  minimumPaise,
});

/** Query of the payments of a new run. It is never cached, because balances change (BANK-01). */
export const runPreviewQuery = (choice: RunChoice) =>
  queryOptions({
    queryKey: [RUN_KEYS.preview, choice],
    queryFn: async ({ signal }) => (await call(previewRun, { body: selectionOf(choice), signal })).record,
    ...UNCACHED_OPTIONS,
  });

export interface NewRun {
  readonly debitAccount: string;
  readonly seenCount: number;
  readonly seenTotalPaise: number;
  readonly key: string;
}

export const sendRun = async (choice: RunChoice, run: NewRun) =>
  (await call(createRun, { body: { ...selectionOf(choice), ...run } })).record;

/** Reloads runs and the balances that they reserve. */
export function invalidateRuns(): Promise<unknown> {
  const keys = [RUN_KEYS.list, RUN_KEYS.one, RUN_KEYS.rows, RUN_KEYS.resultFiles, BALANCE_KEYS.payouts];
  return Promise.all([
    invalidateApprovals(),
    // Inactive queries are refetched when they are next shown.
    ...[...keys.map((key) => [key]), [COUNTS_KEY, RUN_KEYS.list]].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  ]);
}
