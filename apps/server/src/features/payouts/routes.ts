import * as earnings from '@wayside/contract/mechanic-earnings';
import * as calls from '@wayside/contract/payouts';
import { AnswerStream } from '../../http/answer-stream.ts';
import { type FeatureRoutes, route } from '../../http/route.ts';
import { createPayout } from './create-payout.ts';
import { getMechanicBalance } from './get-mechanic-balance.ts';
import { previewPayout } from './preview-payout.ts';
import { streamMechanicEarnings } from './stream-mechanic-earnings.ts';
import { summarizePayouts } from './summarize-payouts.ts';

/** Earnings and payouts of mechanics (API-07, API-17). */
export const payoutRoutes: FeatureRoutes = [
  route(earnings.listMechanicEarnings, (context) =>
    Promise.resolve(new AnswerStream(streamMechanicEarnings(context), {})),
  ),
  route(earnings.summarizePayouts, (context) => summarizePayouts(context)),
  route(earnings.getMechanicBalance, async (context, { params }) => ({
    record: await getMechanicBalance(context, params.id),
  })),
  route(calls.createPayout, async (context, { body }) => ({
    message: await createPayout(context, context.actor, body),
  })),
  route(calls.previewPayout, async (context, { params, query }) => ({
    record: await previewPayout(context, params.id, query.amountPaise),
  })),
];
