import * as calls from '@wayside/contract/configuration';
import { listRecords } from '../../crud/list-records.ts';
import { type FeatureRoutes, route } from '../../http/route.ts';
import { CONFIGURATIONS } from './configuration-collection.ts';
import { listVersions } from './list-versions.ts';
import { createConfiguration, updateConfiguration } from './save-configuration.ts';

/** The configuration and what it was (API-12, API-17). */
export const configurationRoutes: FeatureRoutes = [
  route(calls.getConfiguration, async (context) => {
    const [record] = await listRecords(context, CONFIGURATIONS);
    return { record: record ?? null };
  }),
  route(calls.createConfiguration, async (context, { body }) => ({
    record: await createConfiguration(context, context.actor, body),
  })),
  route(calls.updateConfiguration, async (context, { params, body }) => ({
    record: await updateConfiguration(context, context.actor, params.id, body),
  })),
  route(calls.listConfigurationVersions, async (context) => ({ versions: await listVersions(context) })),
];
