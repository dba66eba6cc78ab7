import { isDatabaseAway, isDatabaseFull } from '../db/database-errors.ts';
import { diskFull, isDiskFull } from '../db/embedded/disk-full.ts';
import type { Settings } from '../settings.ts';
import { StartError } from '../start-error.ts';

/**
 * A failure as a person should read it, where it is not a fault of ours: a full disk, a database that went away.
 * @returns a StartError, or the failure itself when it is neither
 */
export async function explainFailure(
  error: unknown,
  { databaseUrl, dataDir }: Pick<Settings, 'databaseUrl' | 'dataDir'>,
): Promise<unknown> {
  if (!isDatabaseAway(error)) return error;
  const said = error instanceof StartError ? ` ${error.message}` : '';
  if (databaseUrl === null && (await isDiskFull(dataDir)))
    return new StartError(`${diskFull(dataDir, error).message}${said}`, { cause: error });
  if (isDatabaseFull(error)) return new StartError(`The disk of the database is full.${said}`, { cause: error });
  return said === '' ? new StartError('The database went away; please try again.', { cause: error }) : error;
}
