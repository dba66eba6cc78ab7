import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getIncome } from '@wayside/contract/income';
import { listAccounts } from '@wayside/contract/income-accounts';
import { call } from '../../lib/api.ts';
import { type LoadCause, loadForScreen } from '../../lib/query-client.ts';

export const ACCOUNT_KEYS = { list: 'ledger-accounts', one: 'ledger-account' } as const;

/** The first and last month, such as "2026-02". Null if the server chooses them. */
export interface Months {
  readonly from: string | null;
  readonly to: string | null;
}

export const LAST_MONTHS: Months = { from: null, to: null };

export const incomeQuery = ({ from, to }: Months) =>
  queryOptions({
    queryKey: ['income', from, to],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(getIncome, { query: { from, to }, signal }),
  });

export const accountsQuery = queryOptions({
  queryKey: [ACCOUNT_KEYS.list],
  queryFn: ({ signal }) => call(listAccounts, { signal }),
});

export async function loadIncome(cause: LoadCause): Promise<void> {
  await Promise.all([loadForScreen(incomeQuery(LAST_MONTHS), cause), loadForScreen(accountsQuery, cause)]);
}
