import { queryOptions } from '@tanstack/react-query';
import {
  type ConfigurationValues,
  createConfiguration,
  getConfiguration,
  listConfigurationVersions,
  type ShownConfiguration,
  updateConfiguration,
} from '@wayside/contract/configuration';
import { call } from '../../lib/api.ts';
import { type Before, changedFields, versionOf } from '../../lib/changed-fields.ts';
import { isOwnServer } from '../../lib/config.ts';
import { type LoadCause, loadForScreen } from '../../lib/query-client.ts';

/** Query of the configuration; null if none exists yet (API-12). */
export const configurationQuery = queryOptions({
  queryKey: ['configuration'],
  queryFn: async ({ signal }) => (await call(getConfiguration, { signal })).record,
});

/** Query of the earlier versions, newest first. Only our server has them (API-17). */
export const versionsQuery = queryOptions({
  queryKey: ['configuration-versions'],
  queryFn: async ({ signal }) => (await call(listConfigurationVersions, { signal })).versions,
});

export async function loadConfiguration(cause: LoadCause): Promise<void> {
  await Promise.all([
    loadForScreen(configurationQuery, cause),
    isOwnServer() && loadForScreen(versionsQuery, cause),
  ]);
}

/** Creates the configuration, or sends only the changed values (CONF-04). */
export function sendConfiguration(
  body: ConfigurationValues,
  before: Before<
    ShownConfiguration,
    { readonly [K in keyof ConfigurationValues]: ConfigurationValues[K] | null }
  > | null,
) {
  if (!before) return call(createConfiguration, { body });
  const { record } = before;
  const changed = changedFields(body, before.body);
  // A value that the record lacks is sent only if the user has typed one (TOUGH-08).
  const isAbsent = (key: keyof ConfigurationValues) => record[key] === null && body[key] === before.body[key];
  const given = Object.entries(changed).filter(([key]) => !isAbsent(key as keyof ConfigurationValues));
  return call(updateConfiguration, {
    params: { id: record.id },
    body: Object.fromEntries(given) as typeof changed,
    ifMatch: versionOf(record),
  });
}
