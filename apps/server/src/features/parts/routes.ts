import * as exports from '@wayside/contract/exports';
import * as calls from '@wayside/contract/parts';
import { deleteRecord } from '../../platform/crud/change-record.ts';
import { exportRoute } from '../../platform/exports/export-route.ts';
import { type FeatureRoutes, route } from '../../platform/http/route.ts';
import { createPart, exportParts, listParts, PARTS, updatePart } from './parts.ts';

/** Parts of services (API-10). */
export const partRoutes: FeatureRoutes = [
  route(calls.listParts, (context, { params }) => listParts(context, params)),
  route(calls.createPart, async (context, { body }) => ({ record: await createPart(context, body) })),
  route(calls.updatePart, async (context, { body, ifMatch }) => ({
    record: await updatePart(context, { ...body, ifMatch }),
  })),
  route(calls.deletePart, (context, { params }) => deleteRecord(context, PARTS, params.id)),
  exportRoute(exports.exportParts, exportParts),
];
