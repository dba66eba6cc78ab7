import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getIncome } from '@wayside/contract/income';
import { listAccounts } from '@wayside/contract/income-accounts';
import { call } from '../../lib/api.ts';
import { type LoadCause, loadForScreen } from '../../lib/query-client.ts';

/** The first elements of the query keys of accounts. */
export const ACCOUNT_KEYS = { list: 'ledger-accounts', one: 'ledger-account' } as const;

/** Months, both included: "2026-02"; null where the server chooses. */
export interface Months {
  readonly from: string | null;
  readonly to: string | null;
}

/** The last 12 months, which the server knows. */
export const LAST_MONTHS: Months = { from: null, to: null };

/** The income of the platform by month (CLOS-02). */
export const incomeQuery = ({ from, to }: Months) =>
  queryOptions({
    queryKey: ['income', from, to],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(getIncome, { query: { from, to }, signal }),
  });

/** The accounts of the journal (CLOS-02). */
export const accountsQuery = queryOptions({
  queryKey: [ACCOUNT_KEYS.list],
  queryFn: ({ signal }) => call(listAccounts, { signal }),
});

/** Both parts of the screen. */
export async function loadIncome(cause: LoadCause): Promise<void> {
  await Promise.all([loadForScreen(incomeQuery(LAST_MONTHS), cause), loadForScreen(accountsQuery, cause)]);
}
