import * as calls from '@wayside/contract/activity';
import { type FeatureRoutes, route } from '../../http/route.ts';
import { getActivity, listActivity } from './list-activity.ts';

/** The activity log (API-17). */
export const activityRoutes: FeatureRoutes = [
  route(calls.listActivity, (context, { query }) => listActivity(context, query)),
  route(calls.getActivity, async (context, { params }) => ({ record: await getActivity(context, params.id) })),
];
