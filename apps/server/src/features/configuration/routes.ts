import * as calls from '@wayside/contract/configuration';
import { listRecords } from '../../crud/list-records.ts';
import { type FeatureRoutes, route } from '../../http/route.ts';
import { actorOf } from '../../http/signed-in.ts';
import { CONFIGURATIONS } from './configuration-collection.ts';
import { listVersions } from './list-versions.ts';
import { createConfiguration, updateConfiguration } from './save-configuration.ts';

/** The configuration and what it was (API-12, API-17). */
export const configurationRoutes: FeatureRoutes = (context) => [
  route(calls.getConfiguration, async () => {
    const [record] = await listRecords(context, CONFIGURATIONS);
    return { record: record ?? null };
  }),
  route(calls.createConfiguration, async ({ body, caller }) => ({
    record: await createConfiguration(context, actorOf(caller), body),
  })),
  route(calls.updateConfiguration, async ({ params, body, caller }) => ({
    record: await updateConfiguration(context, actorOf(caller), params.id, body),
  })),
  route(calls.listConfigurationVersions, async () => ({ versions: await listVersions(context) })),
];
