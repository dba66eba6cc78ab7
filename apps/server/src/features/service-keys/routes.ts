import * as calls from '@wayside/contract/service-keys';
import { type FeatureRoutes, route } from '../../platform/http/route.ts';
import { createServiceKey } from './create-service-key.ts';
import { listServiceKeys } from './list-service-keys.ts';
import { revokeServiceKey } from './revoke-service-key.ts';

/** The keys of programs that call the API (SYNC-06). */
export const serviceKeyRoutes: FeatureRoutes = [
  route(calls.listServiceKeys, (context) => listServiceKeys(context)),
  route(calls.createServiceKey, (context, { body }) => createServiceKey(context, body)),
  route(calls.revokeServiceKey, async (context, { params }) => ({
    record: await revokeServiceKey(context, params),
  })),
];
