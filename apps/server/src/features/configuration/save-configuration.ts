import type { Configuration, ConfigurationValues } from '@wayside/contract/configuration';
import { conflict } from '../../api-error.ts';
import type { Actor, AppContext } from '../../context.ts';
import { createRecord, updateRecord } from '../../crud/change-record.ts';
import { isUniqueViolation } from '../../db/database-errors.ts';
import { CONFIGURATIONS } from './configuration-collection.ts';

/** Makes the configuration (CONF-03). @throws 409 when there is one (API-14) */
export async function createConfiguration(
  context: AppContext,
  actor: Actor,
  values: ConfigurationValues,
): Promise<Configuration> {
  try {
    return await createRecord(context, actor, CONFIGURATIONS, values);
  } catch (error) {
    if (isUniqueViolation(error, 'configurations_single')) throw conflict('There is a configuration already.');
    throw error;
  }
}

/** Changes the configuration. @throws 404 */
export function updateConfiguration(
  context: AppContext,
  actor: Actor,
  id: string,
  values: ConfigurationValues,
): Promise<Configuration> {
  return updateRecord(context, actor, CONFIGURATIONS, id, values);
}
