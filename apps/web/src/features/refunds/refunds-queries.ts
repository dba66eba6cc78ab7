import { queryOptions } from '@tanstack/react-query';
import { REFUND_LIST } from '@wayside/contract/lists';
import { countRefunds, getRefund, getRefundable, listRefunds } from '@wayside/contract/refunds';
import { call } from '../../lib/api.ts';
import { readRecord } from '../../lib/read-record.ts';
import { REFUND_KEYS } from '../../lib/record-keys.ts';
import { listQueries } from '../../list/list-queries.ts';

export const refunds = listQueries(REFUND_LIST, { key: REFUND_KEYS.list, list: listRefunds, count: countRefunds });

export const refundQuery = (id: string) =>
  queryOptions({
    queryKey: [REFUND_KEYS.one, id],
    queryFn: ({ signal }) => readRecord(() => call(getRefund, { params: { id }, signal })),
  });

const MAX_REFUNDS_OF_PAYMENT = 50;

/** Query for the refunds of a payment and the disputes over it, newest first. */
export const refundsOfPaymentQuery = (paymentId: string) =>
  queryOptions({
    queryKey: [REFUND_KEYS.list, 'ofPayment', paymentId],
    queryFn: ({ signal }) =>
      call(listRefunds, {
        query: { ...REFUND_LIST.none, paymentId, page: 1, limit: MAX_REFUNDS_OF_PAYMENT },
        signal,
      }),
  });

/** Query of the refundable amount of a payment (REFD-01). */
export const refundableQuery = (paymentId: string) =>
  queryOptions({
    queryKey: [REFUND_KEYS.refundable, paymentId],
    queryFn: async ({ signal }) => (await call(getRefundable, { params: { id: paymentId }, signal })).record,
  });
