import * as calls from '@wayside/contract/configuration';
import { updateRecord } from '../../platform/crud/change-record.ts';
import { listRecords } from '../../platform/crud/crud-resource.ts';
import { type FeatureRoutes, route } from '../../platform/http/route.ts';
import { CONFIGURATIONS, createConfiguration, listVersions } from './configuration.ts';

/** The configuration and its history (API-12, API-17). */
export const configurationRoutes: FeatureRoutes = [
  route(calls.getConfiguration, async (context) => {
    const [record] = await listRecords(context, CONFIGURATIONS);
    return { record: record ?? null };
  }),
  route(calls.createConfiguration, async (context, { body }) => ({
    record: await createConfiguration(context, body),
  })),
  route(calls.updateConfiguration, async (context, { params: { id }, body: given, ifMatch }) => ({
    record: await updateRecord(context, CONFIGURATIONS, { id, ifMatch, given }),
  })),
  route(calls.listConfigurationVersions, async (context) => ({ versions: await listVersions(context) })),
];
