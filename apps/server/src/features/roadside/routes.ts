import * as exports from '@wayside/contract/exports';
import * as push from '@wayside/contract/push';
import * as calls from '@wayside/contract/roadside';
import * as report from '@wayside/contract/roadside-report';
import * as requests from '@wayside/contract/roadside-requests';
import { exportRoute } from '../../platform/exports/export-route.ts';
import { type FeatureRoutes, route } from '../../platform/http/route.ts';
import { requireSession } from '../../platform/http/session.ts';
import { claimEmergency, offerEmergency } from './change-emergency.ts';
import { getReport } from './get-report.ts';
import { getEmergency, listEmergencies, listSteps } from './list-emergencies.ts';
import { listNearest } from './list-nearest.ts';
import { exportReport, listReportRows } from './list-report-rows.ts';
import {
  acceptEmergency,
  assignMechanic,
  cancelEmergency,
  declineEmergency,
  keepDesk,
  releaseEmergency,
  updateTargets,
} from './roadside.ts';
import { getPushKey, subscribeToPush, unsubscribeFromPush } from './send-pushes.ts';
import { setShift } from './shifts.ts';

/** The roadside desk (ROAD-01 to ROAD-07). */
export const roadsideRoutes: FeatureRoutes = [
  route(calls.listEmergencies, (context) => listEmergencies(context)),
  route(push.getPushKey, (context) => getPushKey(context)),
  route(push.subscribeToPush, (context, { body }) => subscribeToPush(context, requireSession(context), body)),
  route(push.unsubscribeFromPush, (context, { body }) =>
    unsubscribeFromPush(context, requireSession(context), body),
  ),
  route(report.getRoadsideReport, (context, { query }) => getReport(context, query)),
  route(report.listReportRows, (context, { query }) => listReportRows(context, query)),
  exportRoute(exports.exportRoadside, exportReport),
  route(calls.getEmergency, async (context, { params }) => ({ record: await getEmergency(context, params) })),
  route(requests.listNearestMechanics, (context, { params }) => listNearest(context, params)),
  route(calls.updateRoadsideTargets, async (context, { body }) => ({ record: await updateTargets(context, body) })),
  route(calls.setShift, (context, { body }) => setShift(context, requireSession(context), body)),
  route(calls.keepDesk, (context, { body }) => keepDesk(context, body)),
  route(calls.claimEmergency, async (context, { params }) => ({ record: await claimEmergency(context, params) })),
  route(calls.releaseEmergency, async (context, { params }) => ({
    record: await releaseEmergency(context, params),
  })),
  route(calls.offerEmergency, async (context, { params, body }) => ({
    record: await offerEmergency(context, { ...params, ...body }),
  })),
  route(calls.acceptEmergency, async (context, { params }) => ({ record: await acceptEmergency(context, params) })),
  route(calls.declineEmergency, async (context, { params }) => ({
    record: await declineEmergency(context, params),
  })),
  route(requests.assignMechanic, async (context, { params, body }) => ({
    record: await assignMechanic(context, { ...params, ...body }),
  })),
  route(requests.cancelEmergency, async (context, { params, body }) => ({
    record: await cancelEmergency(context, { ...params, ...body }),
  })),
  route(requests.listEmergencySteps, async (context, { params }) => ({ rows: await listSteps(context, params) })),
];
