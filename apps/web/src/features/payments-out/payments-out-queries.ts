import { queryOptions } from '@tanstack/react-query';
import {
  countPaymentsOut,
  getPaymentOut,
  listPaymentsOut,
  type PaymentOutKind,
  type VoidableKind,
  voidPayment,
} from '@wayside/contract/payments-out';
import type { SortKey } from '@wayside/contract/wire/list-query';
import { call } from '../../lib/api.ts';
import type { PaymentOutKey } from '../../lib/payment-out-key.ts';
import { readRecord } from '../../lib/read-record.ts';
import { PAYMENT_OUT_KEYS } from '../../lib/record-keys.ts';
import { severalIn } from '../../list/list-url.ts';
import { daysOf } from '../../list/periods.ts';
import { countsQuery } from '../../list/view-counts.ts';
import type { PaymentsOutView } from './payments-out-url.ts';

/** The filters of the address as the list and its export take them. */
export const paymentOutFiltersOf = (view: PaymentsOutView) => ({
  kind: severalIn<PaymentOutKind>(view.kind),
  search: view.search.trim() || null,
  ...daysOf(view),
  sort: view.sort as SortKey<'date'> | null,
});

/** A page of the payments out that match the view, with the sum of all (VIEW-01). */
export function paymentsOutQuery(view: PaymentsOutView) {
  const query = { page: view.page, limit: view.rows, ...paymentOutFiltersOf(view) };
  return queryOptions({
    queryKey: [PAYMENT_OUT_KEYS.list, query],
    queryFn: ({ signal }) => call(listPaymentsOut, { query, signal }),
  });
}

/** The numbers of rows of several views (VIEW-04). */
export const paymentOutCountsQuery = (views: readonly PaymentsOutView[]) =>
  countsQuery(PAYMENT_OUT_KEYS.list, countPaymentsOut, views.map(paymentOutFiltersOf));

/** One payment out by its kind and id; null where there is none. */
export const paymentOutQuery = ({ kind, id }: PaymentOutKey) =>
  queryOptions({
    queryKey: [PAYMENT_OUT_KEYS.one, id, kind],
    queryFn: ({ signal }) => readRecord(() => call(getPaymentOut, { params: { kind, id }, signal })),
  });

/** Voids a payment that the bank has returned (PAYO-11). */
export const sendVoid = (kind: VoidableKind, id: string, reason: string) =>
  call(voidPayment, { params: { kind, id }, body: { reason } });
