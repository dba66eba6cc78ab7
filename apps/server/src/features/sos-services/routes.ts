import * as calls from '@wayside/contract/sos-services';
import { createRecord, deleteRecord, updateRecord } from '../../crud/change-record.ts';
import { type CrudResource, listRecords } from '../../crud/crud-resource.ts';
import { type FeatureRoutes, route } from '../../http/route.ts';
import { sosServiceRecord } from '../../records/sos-services.ts';

/** Roadside services (SOS-01); ids tell which is newer. */
const SOS_SERVICES: CrudResource<calls.SosService> = {
  record: sosServiceRecord,
  entity: 'sos_service',
  noun: 'SOS service',
  orderBy: 'b.id DESC',
};

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
];
