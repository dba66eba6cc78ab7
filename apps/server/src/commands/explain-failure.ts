import {
  isDatabaseAway,
  isDatabaseFull,
  isForbidden,
  isLockTimeout,
  isTooSlow,
} from '../platform/db/database-errors.ts';
import { diskFull, isDiskFull } from '../platform/db/embedded/embedded-errors.ts';
import type { Settings } from '../settings.ts';
import { StartError } from '../start-error.ts';

/**
 * Explains a failure of the environment in a sentence: a full disk, a lost database, a lock timeout, a role with too few rights.
 * @returns a StartError, or the failure itself when it has another cause
 */
export async function explainFailure(
  error: unknown,
  { databaseUrl, dataDir }: Pick<Settings, 'databaseUrl' | 'dataDir'>,
): Promise<unknown> {
  if (isLockTimeout(error) && !(error instanceof StartError))
    return new StartError('Another program has kept what is needed locked for too long; please try again.', {
      cause: error,
    });
  if (isForbidden(error) && error instanceof Error && !(error instanceof StartError))
    return new StartError(
      `The role of the database may not do what this needs (${error.message}): set MIGRATION_DATABASE_URL to an address with the role that owns the tables.`,
      { cause: error },
    );
  if (isTooSlow(error))
    return new StartError('The database ended a statement that took too long, or was told to.', { cause: error });
  if (!isDatabaseAway(error)) return error;
  const detail = error instanceof StartError ? ` ${error.message}` : '';
  if (databaseUrl === null && (await isDiskFull(dataDir)))
    return new StartError(`${diskFull(dataDir, error).message}${detail}`, { cause: error });
  if (isDatabaseFull(error)) return new StartError(`The disk of the database is full.${detail}`, { cause: error });
  return detail === '' ? new StartError('The database went away; please try again.', { cause: error }) : error;
}
