import * as exports from '@wayside/contract/exports';
import * as calls from '@wayside/contract/payments';
import { countRows } from '../../db/count-rows.ts';
import { exportRoute } from '../../exports/export-route.ts';
import { type FeatureRoutes, route } from '../../http/route.ts';
import { exportPayments } from './export-payments.ts';
import { getPayment } from './get-payment.ts';
import { listPayments, PAYMENT_LIST, paymentsUnder } from './list-payments.ts';

/** Payments (API-08). */
export const paymentRoutes: FeatureRoutes = [
  route(calls.listPayments, (context, { query }) => listPayments(context, query)),
  route(calls.countPayments, async ({ database }, { body }) => ({
    counts: await countRows(database, PAYMENT_LIST, body.views.map(paymentsUnder)),
  })),
  route(calls.getPayment, async (context, { params }) => ({ record: await getPayment(context, params) })),
  exportRoute(exports.exportPayments, exportPayments),
];
