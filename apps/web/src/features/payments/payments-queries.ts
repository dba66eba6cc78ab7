import { queryOptions } from '@tanstack/react-query';
import { PAYMENT_LIST } from '@wayside/contract/lists';
import { countPayments, getPayment, listPayments } from '@wayside/contract/payments';
import { call } from '../../lib/api.ts';
import { isOwnServer } from '../../lib/config.ts';
import { readRecord } from '../../lib/read-record.ts';
import { PAYMENT_KEYS } from '../../lib/record-keys.ts';
import { listQueries } from '../../list/list-queries.ts';
import type { ViewOf } from '../../list/list-urls.ts';

/** Checks whether the server filters by method; otherwise the web app filters the loaded page (PAYM-07). */
export const isMethodFilterSupported = (): boolean => isOwnServer();

export const payments = listQueries(PAYMENT_LIST, {
  key: PAYMENT_KEYS.list,
  list: listPayments,
  count: countPayments,
});

/** Query of a page of payments. External providers do not filter by method. */
export const paymentsQuery = (view: ViewOf<typeof PAYMENT_LIST>) =>
  payments.query(isMethodFilterSupported() ? view : { ...view, method: null });

/** Query of the shown payments. With an external provider, the web app filters them by method (PAYM-01). */
export function shownPaymentsQuery(view: ViewOf<typeof PAYMENT_LIST>) {
  return queryOptions({
    ...paymentsQuery(view),
    select: (page) =>
      view.method === null || isMethodFilterSupported()
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
