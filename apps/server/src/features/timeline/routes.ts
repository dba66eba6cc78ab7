import * as calls from '@wayside/contract/timeline';
import { type FeatureRoutes, route } from '../../platform/http/route.ts';
import { countRecords, readTimeline } from './timeline.ts';

/** The timeline of a record and the record counts of a person (PEOP-01, PEOP-02). */
export const timelineRoutes: FeatureRoutes = [
  route(calls.getTimeline, (context, { params, query }) => readTimeline(context, { ...params, ...query })),
  route(calls.getRecordCounts, async (context, { params }) => ({ record: await countRecords(context, params) })),
];
