import * as calls from '@wayside/contract/activity';
import { listActivityActors } from '@wayside/contract/activity-actors';
import * as exports from '@wayside/contract/exports';
import { listExportRoute } from '../../platform/exports/export-route.ts';
import { type FeatureRoutes, route } from '../../platform/http/route.ts';
import { exportActivity } from './export-activity.ts';
import { countActivity, getActivity, listActivity } from './list-activity.ts';
import { listActors } from './list-actors.ts';

/** The activity log (API-17). */
export const activityRoutes: FeatureRoutes = [
  route(calls.listActivity, (context, { query }) => listActivity(context, query)),
  route(calls.countActivity, async (context, { body }) => ({ counts: await countActivity(context, body.views) })),
  route(listActivityActors, (context) => listActors(context)),
  route(calls.getActivity, async (context, { params }) => ({ record: await getActivity(context, params.id) })),
  listExportRoute(exports.exportActivity, 'activity', exportActivity),
];
