import type { Logger } from 'pino';
import type { DataKeys } from '../platform/crypto/data-keys.ts';
import type { Database } from '../platform/db/database.ts';
import {
  isDatabaseFull,
  isDatabaseUnavailable,
  isLockTimeout,
  isPermissionDenied,
  isStatementTimeout,
} from '../platform/db/database-errors.ts';
import { diskFull, isDiskFull } from '../platform/db/embedded/embedded-errors.ts';
import type { Settings } from '../settings.ts';
import { StartError } from '../start-error.ts';

export interface CommandEnvironment {
  readonly settings: Settings;
  /** The log for warnings, which goes to standard error. */
  readonly log: Logger;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly stdin: NodeJS.ReadStream;
}

export interface CommandContext extends CommandEnvironment {
  /**
   * A migrated database without a statement timeout, either shared with the running program or opened for the
   * command.
   */
  readonly database: Database;
  /**
   * The same database with the role that owns the tables, for operations that the program's role is not permitted to
   * perform.
   */
  readonly owner: Database;
  readonly keys: DataKeys;
  /** Aborts on a stop signal and when the reader of the output has closed it. */
  readonly stopped: AbortSignal;
}

/** The module of a command. `args` are the words after its name. */
export interface Command {
  /** Checks arguments and settings before a database is opened. */
  check?(args: string[], settings: Settings): Promise<void>;
  /** Whether the command ends gracefully when `stopped` aborts. The process of any other command ends immediately. */
  stopsGracefully?(args: readonly string[]): boolean;
  /** @returns the exit code */
  run(args: string[], context: CommandContext): Promise<number>;
}

/**
 * Explains a failure of the environment, such as a full disk or a lost database connection. @returns a StartError
 * with the explanation, or any other error unchanged
 */
export async function explainFailure(
  error: unknown,
  { databaseUrl, dataDir }: Pick<Settings, 'databaseUrl' | 'dataDir'>,
): Promise<unknown> {
  if (isLockTimeout(error) && !(error instanceof StartError))
    return new StartError('Another program has held a required lock for too long; please try again.', {
      cause: error,
    });
  if (isPermissionDenied(error) && error instanceof Error && !(error instanceof StartError))
    return new StartError(
      `The database role lacks a permission (${error.message}): set MIGRATION_DATABASE_URL to an address with the role that owns the tables.`,
      { cause: error },
    );
  if (isStatementTimeout(error))
    return new StartError(
      'The database cancelled a statement: it took too long or was cancelled by an administrator.',
      {
        cause: error,
      },
    );
  if (!isDatabaseUnavailable(error)) return error;
  const detail = error instanceof StartError ? ` ${error.message}` : '';
  if (databaseUrl === null && (await isDiskFull(dataDir)))
    return new StartError(`${diskFull(dataDir, error).message}${detail}`, { cause: error });
  if (isDatabaseFull(error)) return new StartError(`The disk of the database is full.${detail}`, { cause: error });
  return detail === ''
    ? new StartError('The connection to the database was lost; please try again.', { cause: error })
    : error;
}
