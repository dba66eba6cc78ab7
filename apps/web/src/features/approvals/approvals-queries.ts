import { queryOptions } from '@tanstack/react-query';
import { countApprovals, getApproval, listApprovals } from '@wayside/contract/approvals';
import { APPROVAL_LIST } from '@wayside/contract/lists';
import { previewPayout } from '@wayside/contract/payouts';
import { call } from '../../lib/api.ts';
import { approvalSettingsQuery } from '../../lib/approval-settings-query.ts';
import { type LoadCause, loadForScreen, UNCACHED_OPTIONS } from '../../lib/query-client.ts';
import { readRecord } from '../../lib/read-record.ts';
import { APPROVAL_KEYS, BALANCE_KEYS } from '../../lib/record-keys.ts';
import { listQueries } from '../../list/list-queries.ts';

export const approvals = listQueries(APPROVAL_LIST, {
  key: APPROVAL_KEYS.list,
  list: listApprovals,
  count: countApprovals,
});

export function approvalQuery(id: string) {
  return queryOptions({
    queryKey: [APPROVAL_KEYS.one, id],
    queryFn: ({ signal }) => readRecord(() => call(getApproval, { params: { id }, signal })),
  });
}

export const loadLimits = (cause: LoadCause): Promise<void> => loadForScreen(approvalSettingsQuery, cause);

/** The bank details of a payee, masked (BANK-05). */
export const payeeBankQuery = (id: string) =>
  queryOptions({
    ...UNCACHED_OPTIONS,
    queryKey: [BALANCE_KEYS.preview, id, null],
    queryFn: async ({ signal }) =>
      (await call(previewPayout, { params: { id }, query: { amountPaise: null }, signal })).record,
  });
