import * as exports from '@wayside/contract/exports';
import * as calls from '@wayside/contract/payments-out';
import { exportRoute } from '../../platform/exports/export-route.ts';
import { type FeatureRoutes, route } from '../../platform/http/route.ts';
import { exportPaymentsOut } from './export-payments-out.ts';
import { countPaymentsOut, getPaymentOut, listPaymentsOut } from './list-payments-out.ts';
import { voidPayment } from './void-payment.ts';

/** Payouts and loyalty payments by their days (VIEW-01), and their voids (PAYO-11). */
export const paymentOutRoutes: FeatureRoutes = [
  route(calls.listPaymentsOut, (context, { query }) => listPaymentsOut(context, query)),
  route(calls.countPaymentsOut, async (context, { body }) => ({
    counts: await countPaymentsOut(context, body.views),
  })),
  route(calls.getPaymentOut, async (context, { params }) => ({ record: await getPaymentOut(context, params) })),
  route(calls.voidPayment, (context, { params, body }) => voidPayment(context, { ...params, ...body })),
  exportRoute(exports.exportPaymentsOut, exportPaymentsOut),
];
