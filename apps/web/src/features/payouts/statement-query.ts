import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getStatement } from '@wayside/contract/payouts-statement';
import { call } from '../../lib/api.ts';
import { NOT_CACHED } from '../../lib/query-client.ts';
import { BALANCE_KEYS } from '../../lib/record-keys.ts';

export interface StatementDays {
  /** Days of the business, both included; null where open. */
  readonly from: string | null;
  readonly to: string | null;
}

/** A page of the statement of one mechanic (CLOS-02). */
export const statementQuery = (id: string, { from, to }: StatementDays, page: number, limit: number) =>
  queryOptions({
    ...NOT_CACHED,
    placeholderData: keepPreviousData,
    queryKey: [BALANCE_KEYS.statement, id, from, to, page, limit],
    queryFn: ({ signal }) => call(getStatement, { params: { id }, query: { page, limit, from, to }, signal }),
  });
