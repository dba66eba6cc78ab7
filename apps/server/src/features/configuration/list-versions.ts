import type { ConfigurationValues } from '@wayside/contract/configuration';
import type { AppContext } from '../../context.ts';
import { configurationRecord } from '../../records/collections.ts';

/** A configuration as it was. */
export interface ConfigurationVersion {
  readonly number: number;
  readonly at: string;
  readonly changedBy: string | null;
  readonly values: ConfigurationValues;
}

const LIST_VERSIONS = {
  name: 'list-configuration-versions',
  text: `SELECT v.number, iso_instant(v.at) AS at, v.changed_by AS "changedBy", ${configurationRecord.select.json} AS values
         FROM configuration_versions AS v, jsonb_populate_record(NULL::configurations, v.content) AS b
         ORDER BY v.number DESC`,
};

/** Every version, newest first. */
export function listVersions({ database }: AppContext): Promise<ConfigurationVersion[]> {
  return database.rows(LIST_VERSIONS, []);
}
