import * as calls from '@wayside/contract/events';
import { type FeatureRoutes, route } from '../../platform/http/route.ts';
import { requireScope } from '../../platform/http/session.ts';
import { listChanges } from './list-changes.ts';

/** The feed of changes by administrators (HOOK-04). */
export const changeRoutes: FeatureRoutes = [
  route(calls.listChanges, (context, { query }) => {
    requireScope(context, 'changes');
    return listChanges(context, query);
  }),
];
