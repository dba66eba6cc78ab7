import { exportJobRows as exportEndpoint } from '@wayside/contract/exports';
import * as calls from '@wayside/contract/jobs';
import { exportRoute } from '../../platform/exports/export-route.ts';
import { type FeatureRoutes, route } from '../../platform/http/route.ts';
import { readJob } from '../../platform/jobs/read-job.ts';
import { cancelJob, exportJobRows, listJobRows, listJobs, undoJob } from './jobs.ts';

/** Bulk jobs over selected rows (VIEW-07). Each list has its own routes to start them. */
export const jobRoutes: FeatureRoutes = [
  route(calls.listJobs, (context, { query }) => listJobs(context, query)),
  route(calls.getJob, async ({ database }, { params }) => ({ record: await readJob(database.pool, params.id) })),
  route(calls.listJobRows, (context, { params, query }) => listJobRows(context, { ...params, ...query })),
  route(calls.cancelJob, async (context, { params }) => ({ record: await cancelJob(context, params) })),
  route(calls.undoJob, async (context, { params, body }) => ({
    record: await undoJob(context, { ...params, ...body }),
  })),
  exportRoute(exportEndpoint, exportJobRows),
];
