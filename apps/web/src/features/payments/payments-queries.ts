import { queryOptions } from '@tanstack/react-query';
import { getPayment, listPayments, PAYMENT_METHODS, PAYMENT_STATUSES } from '@wayside/contract/payments';
import type { SortKey } from '@wayside/contract/wire/list-query';
import { PAGE_SIZE } from '@wayside/contract/wire/paging';
import { call } from '../../lib/api.ts';
import { callPage } from '../../lib/call-page.ts';
import { type ListView, listUrl, severalIn } from '../../list/list-url.ts';
import { daysOf } from '../../list/periods.ts';
import { readRecord } from '../../people/person-queries.ts';

/** The URL of the payments: page, search, statuses, method, days, one booking or customer, order, and the open payment (NAV-09, BOOK-14). */
export const paymentsUrl = listUrl({
  filters: {
    status: { several: PAYMENT_STATUSES },
    method: PAYMENT_METHODS,
    booking: 'id',
    customer: 'id',
  },
  hasDays: true,
  sorts: ['-date', 'date', '-amount', 'amount'],
  details: 'payment',
});

export type PaymentsView = ListView<'status' | 'method' | 'booking' | 'customer'>;
type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** A page of the payments that match search and status (API-08). */
export function paymentsQuery(view: Omit<PaymentsView, 'method'>) {
  const query = {
    page: view.page,
    limit: PAGE_SIZE,
    status: severalIn<PaymentStatus>(view.status),
    search: view.search.trim() || null,
    bookingId: view.booking,
    customerId: view.customer,
    ...daysOf(view),
    sort: view.sort as SortKey<'date' | 'amount'> | null,
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
