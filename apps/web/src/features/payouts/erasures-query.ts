import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listPendingErasures } from '@wayside/contract/payouts-erasures';
import { PAGE_SIZE } from '@wayside/contract/wire/page-size';
import { call } from '../../lib/api.ts';
import { BALANCE_KEYS } from '../../lib/record-keys.ts';

/** The first elements of the query keys of erased people who are still to be paid. */
export const ERASURE_KEYS = { list: BALANCE_KEYS.erasures, one: 'pending-erasure' } as const;

/** A page of the erased people whose balance or wallet is not 0 (PRIV-06). */
export function erasuresQuery(page: number) {
  const query = { page, limit: PAGE_SIZE };
  return queryOptions({
    queryKey: [ERASURE_KEYS.list, query],
    queryFn: ({ signal }) => call(listPendingErasures, { query, signal }),
    placeholderData: keepPreviousData,
  });
}
