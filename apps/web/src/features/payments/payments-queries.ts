import { queryOptions } from '@tanstack/react-query';
import { getPayment, listPayments, PAYMENT_METHODS, PAYMENT_STATUSES } from '@wayside/contract/payments';
import { PAGE_SIZE } from '@wayside/contract/wire/paging';
import { call } from '../../lib/api.ts';
import { callPage } from '../../lib/call-page.ts';
import { type ListView, listUrl } from '../../list/list-url.ts';
import { readRecord } from '../../people/person-queries.ts';

/** The URL of the payments: page, search, status, method, one booking or customer, and the open payment (NAV-09, BOOK-14). */
export const paymentsUrl = listUrl({
  filters: { status: PAYMENT_STATUSES, method: PAYMENT_METHODS, booking: 'id', customer: 'id' },
  details: 'payment',
});

export type PaymentsView = ListView<'status' | 'method' | 'booking' | 'customer'>;

/** A page of the payments that match search and status (API-08). */
export function paymentsQuery(view: Omit<PaymentsView, 'method'>) {
  const query = {
    page: view.page,
    limit: PAGE_SIZE,
    status: view.status as (typeof PAYMENT_STATUSES)[number] | null,
    search: view.search.trim() || null,
    bookingId: view.booking,
    customerId: view.customer,
  };
  return queryOptions({
    queryKey: ['payments', query],
    queryFn: ({ signal }) => callPage(listPayments, query, signal),
  });
}

/** The payments of the page that have the method of the view: the API has no such filter (PAYM-01). */
export function shownPaymentsQuery(view: PaymentsView) {
  return queryOptions({
    ...paymentsQuery(view),
    select: (page) =>
      view.method === null ? page : { ...page, rows: page.rows.filter(({ method }) => method === view.method) },
  });
}

/** One payment by id; null where there is none. */
export function paymentQuery(id: string) {
  return queryOptions({
    queryKey: ['payment', id],
    queryFn: ({ signal }) => readRecord(() => call(getPayment, { params: { id }, signal })),
  });
}
