import { queryOptions } from '@tanstack/react-query';
import { getResultFile, listResultFiles, listResultIssues, uploadResultFile } from '@wayside/contract/bank-results';
import { RUN_LIST } from '@wayside/contract/lists';
import { listRunRows, recordOutcome, removeRunRow } from '@wayside/contract/payment-run-rows';
import {
  approveRun,
  cancelRun,
  countRuns,
  failOpenRows,
  getRun,
  listRuns,
  makeRunFile,
  type PaymentRun,
  type RunRowState,
  rejectRun,
} from '@wayside/contract/payment-runs';
import { call } from '../../lib/api.ts';
import { REFETCHED_ALWAYS } from '../../lib/query-client.ts';
import { readRecord } from '../../lib/read-record.ts';
import { RUN_KEYS } from '../../lib/record-keys.ts';
import { listQueries } from '../../list/list-queries.ts';

/** How often a result file is refetched while the server reads it. */
const PROGRESS_MS = 700;

/** The list of payment runs (BANK-01). */
export const runs = listQueries(RUN_LIST, { key: RUN_KEYS.list, list: listRuns, count: countRuns });

/** One run with its progress; null where there is none. */
export const runQuery = (id: string) =>
  queryOptions({
    queryKey: [RUN_KEYS.one, id],
    queryFn: ({ signal }) => readRecord(() => call(getRun, { params: { id }, signal })),
    ...REFETCHED_ALWAYS,
  });

export interface RunRowsView {
  readonly page: number;
  readonly state: RunRowState | null;
  readonly search: string | null;
}

/** A page of the rows of a run. */
export const runRowsQuery = (id: string, view: RunRowsView) =>
  queryOptions({
    queryKey: [RUN_KEYS.rows, id, view],
    queryFn: ({ signal }) => call(listRunRows, { params: { id }, query: { ...view, limit: 10 }, signal }),
    ...REFETCHED_ALWAYS,
  });

/** The most recent bank result files. */
export const resultFilesQuery = queryOptions({
  queryKey: [RUN_KEYS.resultFiles],
  queryFn: ({ signal }) => call(listResultFiles, { query: { page: 1, limit: 10 }, signal }),
  refetchInterval: ({ state }) => (state.data?.rows.some((each) => each.state === 'reading') ? PROGRESS_MS : false),
  ...REFETCHED_ALWAYS,
});

/** One result file with its progress. */
export const resultFileQuery = (id: string) =>
  queryOptions({
    queryKey: [RUN_KEYS.resultFiles, id],
    queryFn: async ({ signal }) => (await call(getResultFile, { params: { id }, signal })).record,
    refetchInterval: ({ state }) => (state.data?.state === 'reading' ? PROGRESS_MS : false),
    ...REFETCHED_ALWAYS,
  });

/** A page of the lines of a result file that need a person. @param read how many lines are read; the page is refetched when it changes */
export const resultIssuesQuery = (id: string, page: number, read: number) =>
  queryOptions({
    queryKey: [RUN_KEYS.resultFiles, id, 'issues', page, read],
    queryFn: ({ signal }) => call(listResultIssues, { params: { id }, query: { page, limit: 10 }, signal }),
  });

const at = (run: PaymentRun) => ({ params: { id: run.id } });

/** The steps of a run. */
export const sendApproval = (run: PaymentRun) => call(approveRun, at(run));
export const sendRejection = (run: PaymentRun, reason: string) => call(rejectRun, { ...at(run), body: { reason } });
export const sendCancel = (run: PaymentRun, reason: string) => call(cancelRun, { ...at(run), body: { reason } });
export const sendFile = (run: PaymentRun) => call(makeRunFile, at(run));
export const sendFailure = (run: PaymentRun, reason: string, seenCount: number) =>
  call(failOpenRows, { ...at(run), body: { reason, seenCount } });

export interface Outcome {
  readonly status: 'paid' | 'failed' | 'reversed';
  readonly transactionId: string;
  readonly reason: string;
}

/** Records what the bank has said of one row. */
export const sendOutcome = (id: string, reference: string, { status, transactionId, reason }: Outcome) =>
  call(recordOutcome, {
    params: { id, reference },
    body: { status, transactionId: transactionId.trim() || null, reason: reason.trim() || null },
  });

/** Removes a row from a run whose file was not made. */
export const sendRemoval = (id: string, reference: string, reason: string) =>
  call(removeRunRow, { params: { id, reference }, body: { reason } });

/** Uploads a bank result file. */
export const sendResultFile = (profile: string, file: File) =>
  call(uploadResultFile, { body: { profile, name: file.name, file } });
