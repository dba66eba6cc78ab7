import { isDatabaseAway, isDatabaseFull, isLockTimeout, isTooSlow } from '../db/database-errors.ts';
import { diskFull, isDiskFull } from '../db/embedded/embedded-errors.ts';
import type { Settings } from '../settings.ts';
import { StartError } from '../start-error.ts';

/**
 * A failure as a person should read it, where it is not a fault of ours: a full disk, a database that went away, a lock
 * that was not given.
 * @returns a StartError, or the failure itself when it is neither
 */
export async function explainFailure(
  error: unknown,
  { databaseUrl, dataDir }: Pick<Settings, 'databaseUrl' | 'dataDir'>,
): Promise<unknown> {
  if (isLockTimeout(error) && !(error instanceof StartError))
    return new StartError('Another program has kept what is needed locked for too long; please try again.', {
      cause: error,
    });
  if (isTooSlow(error))
    return new StartError('The database ended a statement that took too long, or was told to.', { cause: error });
  if (!isDatabaseAway(error)) return error;
  const said = error instanceof StartError ? ` ${error.message}` : '';
  if (databaseUrl === null && (await isDiskFull(dataDir)))
    return new StartError(`${diskFull(dataDir, error).message}${said}`, { cause: error });
  if (isDatabaseFull(error)) return new StartError(`The disk of the database is full.${said}`, { cause: error });
  return said === '' ? new StartError('The database went away; please try again.', { cause: error }) : error;
}
