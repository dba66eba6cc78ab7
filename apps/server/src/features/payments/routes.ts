import { exportPayments } from '@wayside/contract/exports';
import * as calls from '@wayside/contract/payments';
import { type FeatureRoutes, route } from '../../platform/http/route.ts';
import { listRoutes } from '../../platform/lists/defined-list.ts';
import { getPayment, paymentList } from './list-payments.ts';

/** Payments (API-08). */
export const paymentRoutes: FeatureRoutes = [
  ...listRoutes(paymentList, { list: calls.listPayments, count: calls.countPayments, export: exportPayments }),
  route(calls.getPayment, async (context, { params }) => ({ record: await getPayment(context, params) })),
];
