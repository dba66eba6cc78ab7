import * as exports from '@wayside/contract/exports';
import * as calls from '@wayside/contract/sos-services';
import { createRecord, deleteRecord, updateRecord } from '../../platform/crud/change-record.ts';
import { listRecords } from '../../platform/crud/crud-resource.ts';
import { exportRoute } from '../../platform/exports/export-route.ts';
import { type FeatureRoutes, route } from '../../platform/http/route.ts';
import { exportSosServices, SOS_SERVICES } from './sos-services.ts';

/** Roadside services (API-10). */
export const sosServiceRoutes: FeatureRoutes = [
  route(calls.listSosServices, async (context) => ({ rows: await listRecords(context, SOS_SERVICES) })),
  route(calls.createSosService, async (context, { body }) => ({
    record: await createRecord(context, SOS_SERVICES, body),
  })),
  route(calls.updateSosService, async (context, { body: { id, ...given }, ifMatch }) => ({
    record: await updateRecord(context, SOS_SERVICES, { id, ifMatch, given }),
  })),
  route(calls.deleteSosService, (context, { params }) => deleteRecord(context, SOS_SERVICES, params.id)),
  exportRoute(exports.exportSosServices, exportSosServices),
];
