import * as exports from '@wayside/contract/exports';
import * as calls from '@wayside/contract/payments';
import { listExportRoute } from '../../platform/exports/export-route.ts';
import { type FeatureRoutes, route } from '../../platform/http/route.ts';
import { exportPayments } from './export-payments.ts';
import { getPayment } from './get-payment.ts';
import { countPayments, listPayments } from './list-payments.ts';

/** Payments (API-08). */
export const paymentRoutes: FeatureRoutes = [
  route(calls.listPayments, (context, { query }) => listPayments(context, query)),
  route(calls.countPayments, async (context, { body }) => ({ counts: await countPayments(context, body.views) })),
  route(calls.getPayment, async (context, { params }) => ({ record: await getPayment(context, params) })),
  listExportRoute(exports.exportPayments, 'payments', exportPayments),
];
