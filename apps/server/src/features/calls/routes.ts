import * as endpoints from '@wayside/contract/calls';
import { receiveCall as receiveCallEndpoint } from '@wayside/contract/receive-call';
import { type FeatureRoutes, route } from '../../platform/http/route.ts';
import { requireScope } from '../../platform/http/session.ts';
import { listOpenCalls, receiveCall, takeCall } from './calls.ts';

/** Incoming calls (PEOP-07). */
export const callRoutes: FeatureRoutes = [
  route(receiveCallEndpoint, (context, { body }) => {
    requireScope(context, 'calls');
    return receiveCall(context, body);
  }),
  route(endpoints.listOpenCalls, listOpenCalls),
  route(endpoints.takeCall, (context, { params }) => takeCall(context, params)),
];
