import { queryOptions } from '@tanstack/react-query';
import { PAYMENT_LIST } from '@wayside/contract/lists';
import { countPayments, getPayment, listPayments } from '@wayside/contract/payments';
import { call } from '../../lib/api.ts';
import { isOwnServer } from '../../lib/config.ts';
import { readRecord } from '../../lib/read-record.ts';
import { PAYMENT_KEYS } from '../../lib/record-keys.ts';
import { listQueries } from '../../list/list-queries.ts';
import type { ViewOf } from '../../list/list-urls.ts';

/** Whether the server filters by method; otherwise the loaded page is filtered (PAYM-07). */
export const isMethodAsked = (): boolean => isOwnServer();

export const payments = listQueries(PAYMENT_LIST, {
  key: PAYMENT_KEYS.list,
  list: listPayments,
  count: countPayments,
});

/** A page of payments; another provider does not filter by method. */
export const paymentsQuery = (view: ViewOf<typeof PAYMENT_LIST>) =>
  payments.query(isMethodAsked() ? view : { ...view, method: null });

/** The shown payments: with another provider, those of the chosen method (PAYM-01). */
export function shownPaymentsQuery(view: ViewOf<typeof PAYMENT_LIST>) {
  return queryOptions({
    ...paymentsQuery(view),
    select: (page) =>
      view.method === null || isMethodAsked()
        ? page
        : { ...page, rows: page.rows.filter(({ method }) => method === view.method) },
  });
}

export function paymentQuery(id: string) {
  return queryOptions({
    queryKey: [PAYMENT_KEYS.one, id],
    queryFn: ({ signal }) => readRecord(() => call(getPayment, { params: { id }, signal })),
  });
}
