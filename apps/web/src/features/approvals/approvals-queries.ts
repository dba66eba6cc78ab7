import { queryOptions } from '@tanstack/react-query';
import { countApprovals, getApproval, listApprovals } from '@wayside/contract/approvals';
import { previewPayout } from '@wayside/contract/payouts';
import { call } from '../../lib/api.ts';
import { approvalSettingsQuery } from '../../lib/approval-settings-query.ts';
import { type LoadCause, loadForScreen, NOT_CACHED } from '../../lib/query-client.ts';
import { readRecord } from '../../lib/read-record.ts';
import { APPROVAL_KEYS, BALANCE_KEYS } from '../../lib/record-keys.ts';
import type { ListView } from '../../list/list-url.ts';
import { countsQuery } from '../../list/view-counts.ts';

type View = ListView<'state'>;

/** The filter of the address as the list takes it. */
const approvalFiltersOf = ({ state }: Pick<View, 'state'>) =>
  ({ state: state === 'decided' || state === 'to_be_paid' ? state : 'waiting' }) as const;

/** A page of what waits, is to be paid, or has ended (TEAM-06, OWN-08). */
export function approvalsQuery({ page, rows, state }: View) {
  const query = { page, limit: rows, ...approvalFiltersOf({ state }) };
  return queryOptions({
    queryKey: [APPROVAL_KEYS.list, query],
    queryFn: ({ signal }) => call(listApprovals, { query, signal }),
  });
}

/** The numbers of rows of several views (VIEW-04). */
export const approvalCountsQuery = (views: readonly View[]) =>
  countsQuery(APPROVAL_KEYS.list, countApprovals, views.map(approvalFiltersOf));

/** One request; null where there is none. */
export function approvalQuery(id: string) {
  return queryOptions({
    queryKey: [APPROVAL_KEYS.one, id],
    queryFn: ({ signal }) => readRecord(() => call(getApproval, { params: { id }, signal })),
  });
}

/** The limits above which somebody else must approve. */
export const loadLimits = (cause: LoadCause): Promise<void> => loadForScreen(approvalSettingsQuery, cause);

/** The bank details of a payee, masked (BANK-05). */
export const payeeBankQuery = (id: string) =>
  queryOptions({
    ...NOT_CACHED,
    queryKey: [BALANCE_KEYS.preview, id, null],
    queryFn: async ({ signal }) =>
      (await call(previewPayout, { params: { id }, query: { amountPaise: null }, signal })).record,
  });
