import * as exports from '@wayside/contract/exports';
import * as calls from '@wayside/contract/services';
import { createRecord, updateRecord } from '../../platform/crud/change-record.ts';
import { listRecords } from '../../platform/crud/crud-resource.ts';
import { exportRoute } from '../../platform/exports/export-route.ts';
import { type FeatureRoutes, route } from '../../platform/http/route.ts';
import { deleteService, exportServices, SERVICES } from './services.ts';

/** Regular services (API-10). */
export const serviceRoutes: FeatureRoutes = [
  route(calls.listServices, async (context) => ({ rows: await listRecords(context, SERVICES) })),
  route(calls.createService, async (context, { body }) => {
    const createdAt = context.now().toISOString();
    return { record: await createRecord(context, SERVICES, { ...body, createdAt }) };
  }),
  route(calls.updateService, async (context, { body: { id, ...given }, ifMatch }) => ({
    record: await updateRecord(context, SERVICES, { id, ifMatch, given }),
  })),
  route(calls.deleteService, (context, { params }) => deleteService(context, params.id)),
  exportRoute(exports.exportServices, exportServices),
];
