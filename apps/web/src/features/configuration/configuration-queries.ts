import { queryOptions } from '@tanstack/react-query';
import { getConfiguration, listConfigurationVersions } from '@wayside/contract/configuration';
import { call } from '../../lib/api.ts';
import { isOwnServer } from '../../lib/config.ts';
import { type LoadCause, loadForScreen } from '../../lib/query-client.ts';

/** The configuration, or null before there is one (API-12). */
export const configurationQuery = queryOptions({
  queryKey: ['configuration'],
  queryFn: async ({ signal }) => (await call(getConfiguration, { signal })).record,
});

/** The earlier versions, newest first; only our server has them (API-17). */
export const versionsQuery = queryOptions({
  queryKey: ['configuration-versions'],
  queryFn: async ({ signal }) => (await call(listConfigurationVersions, { signal })).versions,
});

/** Loads the data of the screen. */
export async function loadConfiguration(cause: LoadCause): Promise<void> {
  await Promise.all([
    loadForScreen(configurationQuery, cause),
    isOwnServer() && loadForScreen(versionsQuery, cause),
  ]);
}
