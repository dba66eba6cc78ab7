import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import type { Settings } from '../settings.ts';

/** What a command works with that is given no database. */
export interface CommandSurroundings {
  readonly settings: Settings;
  /** For warnings, on standard error. */
  readonly log: Logger;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly stdin: NodeJS.ReadStream;
}

/** What a command works with. */
export interface CommandContext extends CommandSurroundings {
  /** Up to date, joined to the running program's or opened for the command; without a statement timeout. */
  readonly database: Database;
}

/** A command's module: `args` are the words after its name; the answer is the exit code. */
export interface Command {
  /** Refuses before a database is opened. */
  check?(args: string[], settings: Settings): Promise<void>;
  run(args: string[], context: CommandContext): Promise<number>;
}
