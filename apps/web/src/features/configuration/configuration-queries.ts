import { queryOptions } from '@tanstack/react-query';
import { getConfiguration, listConfigurationVersions } from '@wayside/contract/configuration';
import { call } from '../../lib/api.ts';
import { hasExtension } from '../../lib/config.ts';
import { type LoadCause, loadForScreen } from '../../lib/query-client.ts';

/** The configuration, or null before there is one (API-12). */
export const configurationQuery = queryOptions({
  queryKey: ['configuration'],
  queryFn: async ({ signal }) => (await call(getConfiguration, { signal })).record,
});

/** What it was, newest first; of our own server only (API-17). */
export const versionsQuery = queryOptions({
  queryKey: ['configuration-versions'],
  queryFn: async ({ signal }) => (await call(listConfigurationVersions, { signal })).versions,
});

/** Loads what the screen shows. */
export async function loadConfiguration(cause: LoadCause): Promise<void> {
  await Promise.all([
    loadForScreen(configurationQuery, cause),
    hasExtension('configuration') && loadForScreen(versionsQuery, cause),
  ]);
}
