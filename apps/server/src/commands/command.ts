import type { Logger } from 'pino';
import type { DataKeys } from '../platform/crypto/data-keys.ts';
import type { Database } from '../platform/db/database.ts';
import type { Settings } from '../settings.ts';

/** Context of a command that opens no database. */
export interface CommandEnvironment {
  readonly settings: Settings;
  /** For warnings, on standard error. */
  readonly log: Logger;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly stdin: NodeJS.ReadStream;
}

/** Context of a command. */
export interface CommandContext extends CommandEnvironment {
  /** Migrated; joined to the running program or opened for the command, without a statement timeout. */
  readonly database: Database;
  /** The same with the role that owns the tables, for what the program's role may not do. */
  readonly owner: Database;
  readonly keys: DataKeys;
  /** Aborted by a signal to stop, and when nobody reads the output any more. */
  readonly stopped: AbortSignal;
}

/** Module of a command; `args` are the words after its name. */
export interface Command {
  /** Checks arguments and settings before a database is opened. */
  check?(args: string[], settings: Settings): Promise<void>;
  /** Whether it ends once `stopped` is aborted; others are ended at once. */
  endsInOrder?(args: readonly string[]): boolean;
  /** @returns the exit code */
  run(args: string[], context: CommandContext): Promise<number>;
}
