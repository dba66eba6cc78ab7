import * as calls from '@wayside/contract/service-keys';
import { type FeatureRoutes, route } from '../../platform/http/route.ts';
import { createServiceKey, listServiceKeys, revokeServiceKey } from './service-keys.ts';

/** The keys of programs that call the API (SYNC-06). */
export const serviceKeyRoutes: FeatureRoutes = [
  route(calls.listServiceKeys, (context) => listServiceKeys(context)),
  route(calls.createServiceKey, (context, { body }) => createServiceKey(context, body)),
  route(calls.revokeServiceKey, async (context, { params }) => ({
    record: await revokeServiceKey(context, params),
  })),
];
