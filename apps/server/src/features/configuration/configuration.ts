import type { Configuration, ConfigurationOfSource, ConfigurationValues } from '@wayside/contract/configuration';
import type { Versioned } from '@wayside/contract/wire/versioned';
import { conflict } from '../../api-error.ts';
import type { ActorContext, AppContext } from '../../context.ts';
import { createRecord } from '../../platform/crud/change-record.ts';
import type { CrudResource } from '../../platform/crud/crud-resource.ts';
import { isUniqueViolation } from '../../platform/db/database-errors.ts';
import { addSavedVersion } from '../../records/apply-source-configuration.ts';
import { configurationRecord } from '../../records/collections.ts';

/** Prices and rates. There is at most one record (CONF-01). */
export const CONFIGURATIONS: CrudResource<Configuration, ConfigurationOfSource> = {
  record: configurationRecord,
  entity: 'configuration',
  noun: 'configuration',
  orderBy: 'b.id',
  afterWrite: (client, { email }, changed) => addSavedVersion(client, email, changed),
};

/** Creates the configuration (CONF-03). @throws 409 if it already exists (API-14) */
export async function createConfiguration(
  context: ActorContext,
  values: ConfigurationValues,
): Promise<Configuration & Versioned> {
  try {
    return await createRecord(context, CONFIGURATIONS, values);
  } catch (error) {
    if (isUniqueViolation(error, 'configurations_single')) throw conflict('configuration_exists');
    throw error;
  }
}

/** A version of the configuration. */
interface ConfigurationVersion {
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

/** Returns every version, newest first. */
export function listVersions({ database }: AppContext): Promise<ConfigurationVersion[]> {
  return database.rows(LIST_VERSIONS, []);
}
