import { Readable } from 'node:stream';
import { exportRefunds } from '@wayside/contract/exports';
import * as calls from '@wayside/contract/refunds';
import { type FeatureRoutes, ResponseStream, route } from '../../platform/http/route.ts';
import { listRoutes } from '../../platform/lists/defined-list.ts';
import { downloadEvidence } from './dispute-evidence.ts';
import { correctDueDay, decideDispute, openDispute } from './disputes.ts';
import { getRefund, getRefundable, refundList } from './list-refunds.ts';
import { approveRefund, rejectRefund, requestRefund, withdrawRefund } from './refunds.ts';
import { cancelRefund, linkRefund } from './unanswered-refunds.ts';

/** Refunds and disputes of payments (REFD-01 to REFD-03). */
export const refundRoutes: FeatureRoutes = [
  ...listRoutes(refundList, { list: calls.listRefunds, count: calls.countRefunds, export: exportRefunds }),
  route(calls.getRefund, async (context, { params }) => ({ record: await getRefund(context, params) })),
  route(calls.getRefundable, async (context, { params }) => ({ record: await getRefundable(context, params) })),
  route(calls.requestRefund, (context, { params, body }) => requestRefund(context, { ...params, ...body })),
  route(calls.approveRefund, (context, { params }) => approveRefund(context, params)),
  route(calls.rejectRefund, (context, { params, body }) => rejectRefund(context, { ...params, ...body })),
  route(calls.withdrawRefund, (context, { params }) => withdrawRefund(context, params)),
  route(calls.cancelRefund, (context, { params, body }) => cancelRefund(context, { ...params, ...body })),
  route(calls.linkRefund, (context, { params, body }) => linkRefund(context, { ...params, ...body })),
  route(calls.openDispute, (context, { params, body }) => openDispute(context, { ...params, ...body })),
  route(calls.correctDueDay, (context, { params, body }) => correctDueDay(context, { ...params, ...body })),
  route(calls.downloadEvidence, async (context, { params }) => {
    const { fileName, bytes } = await downloadEvidence(context, params);
    return new ResponseStream(Readable.from([bytes]), {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${fileName}"`,
    });
  }),
  route(calls.decideDispute, (context, { params, body }) => decideDispute(context, { ...params, ...body })),
];
