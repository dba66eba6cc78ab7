import { exportPaymentsOut } from '@wayside/contract/exports';
import * as calls from '@wayside/contract/payments-out';
import { type FeatureRoutes, route } from '../../platform/http/route.ts';
import { listRoutes } from '../../platform/lists/defined-list.ts';
import { getPaymentOut, paymentOutList, voidPayment } from './payments-out.ts';

/** Payouts and loyalty payouts by day (VIEW-01), and their voids (PAYO-11). */
export const paymentOutRoutes: FeatureRoutes = [
  ...listRoutes(paymentOutList, {
    list: calls.listPaymentsOut,
    count: calls.countPaymentsOut,
    export: exportPaymentsOut,
  }),
  route(calls.getPaymentOut, async (context, { params }) => ({ record: await getPaymentOut(context, params) })),
  route(calls.voidPayment, (context, { params, body }) => voidPayment(context, { ...params, ...body })),
];
