import { queryOptions } from '@tanstack/react-query';
import { BALANCE_FILTERS } from '@wayside/contract/exports';
import {
  type EarnedRow,
  listMechanicEarnings,
  type MechanicTotals,
  type PaidRow,
  summarizePayouts,
  totalsOf,
} from '@wayside/contract/payouts-earnings';
import { PAGE_SIZE, type Page } from '@wayside/contract/wire/paging';
import type { ReadRows } from '@wayside/contract/wire/rows';
import { call } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';
import { hasExtension } from '../../lib/config.ts';
import { type ListView, listUrl } from '../../list/list-url.ts';

/** A mechanic with totals; with whole histories where the provider sends them along. */
export interface Payee extends MechanicTotals {
  readonly earnings?: readonly EarnedRow[];
  readonly payouts?: readonly PaidRow[];
}

/** How a balance stands (PAYO-02), without "all". */
export type BalanceStatus = Exclude<(typeof BALANCE_FILTERS)[number], 'all'>;

/** How the payouts stand in the address: page, search, balance and the open mechanic (NAV-09). */
export const payoutsUrl = listUrl({
  filters: { balance: BALANCE_FILTERS.filter((filter) => filter !== 'all') },
  details: 'mechanic',
});

/** What was received holds nothing to show (PAYO-06). */
const noData = () => new ApiError('No data', { kind: 'refused', serverMessage: 'No data received from server' });

/** Every mechanic's totals: a light summary of our own server, whole histories of another one (API-07). */
export const payoutsQuery = queryOptions({
  queryKey: ['payouts'],
  queryFn: async ({ signal }): Promise<ReadRows<Payee>> => {
    if (hasExtension('ledger')) {
      const summary = await call(summarizePayouts, { signal });
      if (summary === null) throw noData();
      return { rows: totalsOf(summary) };
    }
    const { rows, ...read } = await call(listMechanicEarnings, { signal });
    if (rows === null) throw noData();
    return { rows, ...read };
  },
});

/** Positive, negative or nothing at all. */
export function balanceStatusOf({ balancePaise }: Pick<Payee, 'balancePaise'>): BalanceStatus {
  const balance = balancePaise ?? 0;
  if (balance > 0) return 'available';
  return balance < 0 ? 'negative' : 'zero';
}

function pageOf({ rows: payees, unreadable = 0 }: ReadRows<Payee>, view: ListView<'balance'>): Page<Payee> {
  const wanted = view.search.trim().toLocaleLowerCase();
  const found = payees.filter(
    (payee) =>
      (view.balance === null || balanceStatusOf(payee) === view.balance) &&
      [payee.name, payee.mechanicId, payee.phone].some((text) => text?.toLocaleLowerCase().includes(wanted)),
  );
  // Whoever can be paid comes first.
  found.sort((one, other) => (other.balancePaise ?? 0) - (one.balancePaise ?? 0));
  const start = (view.page - 1) * PAGE_SIZE;
  return {
    rows: found.slice(start, start + PAGE_SIZE),
    unreadable,
    total: found.length,
    page: view.page,
    pageCount: Math.ceil(found.length / PAGE_SIZE),
  };
}

/** A page of the mechanics that match search and balance, all of them in the client (PAYO-02). */
export function shownPayoutsQuery(view: ListView<'balance'>) {
  return queryOptions({ ...payoutsQuery, select: (payees: ReadRows<Payee>) => pageOf(payees, view) });
}
