import { queryOptions } from '@tanstack/react-query';
import { PAYMENT_OUT_LIST } from '@wayside/contract/lists';
import { countPaymentsOut, getPaymentOut, listPaymentsOut } from '@wayside/contract/payments-out';
import { call } from '../../lib/api.ts';
import { readRecord } from '../../lib/read-record.ts';
import { PAYMENT_OUT_KEYS, type PaymentOutKey } from '../../lib/record-keys.ts';
import { listQueries } from '../../list/list-queries.ts';

export const paymentsOut = listQueries(PAYMENT_OUT_LIST, {
  key: PAYMENT_OUT_KEYS.list,
  list: listPaymentsOut,
  count: countPaymentsOut,
});

export const paymentOutQuery = ({ kind, id }: PaymentOutKey) =>
  queryOptions({
    queryKey: [PAYMENT_OUT_KEYS.one, id, kind],
    queryFn: ({ signal }) => readRecord(() => call(getPaymentOut, { params: { kind, id }, signal })),
  });
