import * as calls from '@wayside/contract/activity';
import { listActivityActors } from '@wayside/contract/activity';
import { exportActivity } from '@wayside/contract/exports';
import { type FeatureRoutes, route } from '../../platform/http/route.ts';
import { listRoutes } from '../../platform/lists/defined-list.ts';
import { activityList, getActivity, listActors } from './list-activity.ts';

/** The activity log (API-17). */
export const activityRoutes: FeatureRoutes = [
  ...listRoutes(activityList, { list: calls.listActivity, count: calls.countActivity, export: exportActivity }),
  route(listActivityActors, (context) => listActors(context)),
  route(calls.getActivity, async (context, { params }) => ({ record: await getActivity(context, params.id) })),
];
