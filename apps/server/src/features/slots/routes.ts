import * as exports from '@wayside/contract/exports';
import * as calls from '@wayside/contract/slots';
import { deleteRecord } from '../../platform/crud/change-record.ts';
import { listRecords } from '../../platform/crud/crud-resource.ts';
import { exportRoute } from '../../platform/exports/export-route.ts';
import { type FeatureRoutes, route } from '../../platform/http/route.ts';
import { createSlot, exportSlots, SLOTS, updateSlot } from './slots.ts';

/** Time slots (API-11). */
export const slotRoutes: FeatureRoutes = [
  route(calls.listSlots, async (context) => ({ rows: await listRecords(context, SLOTS) })),
  route(calls.createSlot, async (context, { body }) => ({ record: await createSlot(context, body) })),
  route(calls.updateSlot, async (context, { params, body, ifMatch }) => ({
    record: await updateSlot(context, { ...body, id: params.id, bodyId: body.id, ifMatch }),
  })),
  route(calls.deleteSlot, (context, { params }) => deleteRecord(context, SLOTS, params.id)),
  exportRoute(exports.exportSlots, exportSlots),
];
