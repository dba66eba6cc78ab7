import { queryOptions } from '@tanstack/react-query';
import { createRun, listRunProfiles, previewRun } from '@wayside/contract/payment-runs';
import { call } from '../../lib/api.ts';
import { invalidateApprovals } from '../../lib/invalidate-money.ts';
import { NOT_CACHED, queryClient } from '../../lib/query-client.ts';
import { BALANCE_KEYS, RUN_KEYS } from '../../lib/record-keys.ts';
import { COUNTS_KEY } from '../../lib/saved-views.ts';

/** The formats of bank files (BANK-02). */
export const profilesQuery = queryOptions({
  queryKey: [RUN_KEYS.profiles],
  queryFn: async ({ signal }) => (await call(listRunProfiles, { signal })).rows,
  // The debit account of the last run is the default for the next one.
  ...NOT_CACHED,
});

/** Who a run pays: these mechanics, or with null all who have a positive balance above a minimum. */
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

/** The payments of a new run. Never cached, because balances change (BANK-01). */
export const runPreviewQuery = (choice: RunChoice) =>
  queryOptions({
    queryKey: [RUN_KEYS.preview, choice],
    queryFn: async ({ signal }) => (await call(previewRun, { body: selectionOf(choice), signal })).record,
    ...NOT_CACHED,
  });

interface NewRun {
  readonly debitAccount: string;
  readonly seenCount: number;
  readonly seenTotalPaise: number;
  readonly key: string;
}

/** Creates the run that was previewed. */
export const sendRun = async (choice: RunChoice, run: NewRun) =>
  (await call(createRun, { body: { ...selectionOf(choice), ...run } })).record;

/** Reloads runs and the balances that they reserve. */
export function invalidateRuns(): Promise<unknown> {
  const keys = [RUN_KEYS.list, RUN_KEYS.one, RUN_KEYS.rows, RUN_KEYS.resultFiles, BALANCE_KEYS.payouts];
  return Promise.all([
    invalidateApprovals(),
    // Queries that are not on the screen are refetched when they are next shown.
    ...[...keys.map((key) => [key]), [COUNTS_KEY, RUN_KEYS.list]].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  ]);
}
