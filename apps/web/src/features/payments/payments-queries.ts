import { queryOptions } from '@tanstack/react-query';
import { getPayment, listPayments, PAYMENT_METHODS, PAYMENT_STATUSES } from '@wayside/contract/payments';
import { PAGE_SIZE } from '@wayside/contract/wire/paging';
import { call } from '../../lib/api.ts';
import { callPage } from '../../lib/call-page.ts';
import { type ListView, listUrl } from '../../list/list-url.ts';
import { readPerson } from '../../people/person-queries.ts';

/** How the payments stand in the address: page, search, status, method and the open one (NAV-09). */
export const paymentsUrl = listUrl({
  filters: { status: PAYMENT_STATUSES, method: PAYMENT_METHODS },
  details: 'payment',
});

export type PaymentsView = ListView<'status' | 'method'>;

/** A page of payments under a search and a status (API-08). */
export function paymentsQuery(view: Omit<PaymentsView, 'method'>) {
  const query = {
    page: view.page,
    limit: PAGE_SIZE,
    status: view.status as (typeof PAYMENT_STATUSES)[number] | null,
    search: view.search.trim() || null,
  };
  return queryOptions({
    queryKey: ['payments', query],
    queryFn: ({ signal }) => callPage(listPayments, query, signal),
  });
}

/** What of the page was paid by the method that is asked for: that filter is the page's alone (PAYM-01). */
export function shownPaymentsQuery(view: PaymentsView) {
  return queryOptions({
    ...paymentsQuery(view),
    select: (page) =>
      view.method === null ? page : { ...page, rows: page.rows.filter(({ method }) => method === view.method) },
  });
}

/** One payment by its id, which is not on the page that is shown; null where there is none. */
export function paymentQuery(id: string) {
  return queryOptions({
    queryKey: ['payment', id],
    queryFn: ({ signal }) => readPerson(() => call(getPayment, { params: { id }, signal })),
  });
}
