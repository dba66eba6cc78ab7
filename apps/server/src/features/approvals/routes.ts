import * as calls from '@wayside/contract/approvals';
import { type FeatureRoutes, route } from '../../platform/http/route.ts';
import {
  approvePayment,
  checkApproval,
  countApprovals,
  getApprovalSettings,
  rejectPayment,
  requestPayment,
  updateApprovalSettings,
  withdrawPayment,
} from './approvals.ts';
import { getApproval, listApprovals } from './list-approvals.ts';
import { recordPayment } from './record-payment.ts';

/** Payouts and loyalty payouts that another user must approve (TEAM-06). */
export const approvalRoutes: FeatureRoutes = [
  route(calls.getApprovalSettings, async (context) => ({ record: await getApprovalSettings(context) })),
  route(calls.updateApprovalSettings, async (context, { body }) => ({
    record: await updateApprovalSettings(context, body),
  })),
  route(calls.checkApproval, async (context, { query }) => ({ cause: await checkApproval(context, query) })),
  route(calls.listApprovals, (context, { query }) => listApprovals(context, query)),
  route(calls.countApprovals, async (context, { body }) => ({
    counts: await countApprovals(
      context,
      body.views.map(({ state }) => state),
    ),
  })),
  route(calls.getApproval, async (context, { params }) => ({ record: await getApproval(context, params) })),
  route(calls.requestPayment, (context, { body }) => requestPayment(context, body)),
  route(calls.approvePayment, (context, { params }) => approvePayment(context, params)),
  route(calls.recordPayment, (context, { params, body }) => recordPayment(context, { ...params, ...body })),
  route(calls.rejectPayment, (context, { params, body }) => rejectPayment(context, { ...params, ...body })),
  route(calls.withdrawPayment, (context, { params }) => withdrawPayment(context, params)),
];
