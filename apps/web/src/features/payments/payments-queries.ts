import { queryOptions } from '@tanstack/react-query';
import type { PAYMENT_METHODS, PAYMENT_STATUSES } from '@wayside/contract/filter-values';
import { countPayments, getPayment, listPayments } from '@wayside/contract/payments';
import type { SortKey } from '@wayside/contract/wire/list-query';
import { call } from '../../lib/api.ts';
import { callPage } from '../../lib/call-page.ts';
import { isOwnServer } from '../../lib/config.ts';
import { readRecord } from '../../lib/read-record.ts';
import { PAYMENT_KEYS } from '../../lib/record-keys.ts';
import { severalIn } from '../../list/list-url.ts';
import { daysOf } from '../../list/periods.ts';
import { countsQuery } from '../../list/view-counts.ts';
import type { PaymentsView } from './payments-url.ts';

type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** Whether the server takes the method; else it filters the loaded page (PAYM-07). */
export const isMethodAsked = (): boolean => isOwnServer();

/** The filters of the address as the list and its export take them. */
export function paymentFiltersOf(view: PaymentsView) {
  return {
    status: severalIn<PaymentStatus>(view.status),
    method: isMethodAsked() ? (view.method as (typeof PAYMENT_METHODS)[number] | null) : null,
    search: view.search.trim() || null,
    bookingId: view.booking,
    customerId: view.customer,
    disagrees: view.disagreeing === 'yes' || null,
    ...daysOf(view),
    sort: view.sort as SortKey<'date' | 'amount'> | null,
  };
}

/** A page of the payments that match search and status (API-08). */
export function paymentsQuery(view: PaymentsView) {
  const query = { page: view.page, limit: view.rows, ...paymentFiltersOf(view) };
  return queryOptions({
    queryKey: [PAYMENT_KEYS.list, query],
    queryFn: ({ signal }) => callPage(listPayments, query, signal),
  });
}

/** The numbers of rows of several views (VIEW-04). */
export const paymentCountsQuery = (views: readonly PaymentsView[]) =>
  countsQuery(PAYMENT_KEYS.list, countPayments, views.map(paymentFiltersOf));

/** What of the page is shown: in front of another provider the payments that have the method of the view (PAYM-01). */
export function shownPaymentsQuery(view: PaymentsView) {
  return queryOptions({
    ...paymentsQuery(view),
    select: (page) =>
      view.method === null || isMethodAsked()
        ? page
        : { ...page, rows: page.rows.filter(({ method }) => method === view.method) },
  });
}

/** One payment by id; null where there is none. */
export function paymentQuery(id: string) {
  return queryOptions({
    queryKey: [PAYMENT_KEYS.one, id],
    queryFn: ({ signal }) => readRecord(() => call(getPayment, { params: { id }, signal })),
  });
}
