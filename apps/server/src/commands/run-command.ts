import { fillEmailKeys } from '../features/session/ensure-first-admin.ts';
import { interruptedCode, ShutdownSequence, waitForOutputClose, waitForStopSignal } from '../lifecycle.ts';
import { createLog } from '../log.ts';
import { fillTransactionKeys } from '../money/ledger/fill-transaction-keys.ts';
import { appendAccessChangesOrWarn, openAccessChangeLog } from '../platform/backup/access-change-log.ts';
import { recordRestore } from '../platform/backup/record-restore.ts';
import { openDataKeys } from '../platform/crypto/data-keys.ts';
import { linkOlderEntries } from '../platform/db/chain-heads.ts';
import { migrateDatabase } from '../platform/db/migrate.ts';
import { connectAsOwner, connectForWork, openDatabase } from '../platform/db/open-database.ts';
import { grantRights } from '../platform/db/program-role.ts';
import { sealOlderRecords } from '../platform/db/seal-older-records.ts';
import { readSettings } from '../settings.ts';
import { StartError } from '../start-error.ts';
import { type Command, type CommandEnvironment, explainFailure } from './command.ts';

/** The time that the first command waits for other commands that have joined its database. */
const WAIT_FOR_OTHERS_MS = 86_400_000;
const CLOSE_POOL_MS = 1_000;

type Run = (args: string[], environment: CommandEnvironment) => Promise<number>;

const VERIFY_CLOSE = 'verify-close';

/**
 * Returns the exit code of a command that could not run. `verify-close` uses 2 because its exit code 1 means that a
 * file is not proved.
 */
export const failureCode = ([name]: readonly string[]): number => (name === VERIFY_CLOSE ? 2 : 1);

/** The commands except `start` and `verify-close`. Modules are loaded on demand. */
const commands: Record<string, () => Promise<Run>> = {
  import: async () => onDatabase(await import('./import.ts')),
  demo: async () => onDatabase(await import('./demo.ts')),
  admin: async () => onDatabase(await import('./admin.ts')),
  key: async () => onDatabase(await import('./key.ts')),
  rekey: async () => onDatabase(await import('./rekey.ts')),
  verify: async () => onDatabase(await import('./verify.ts')),
  backup: async () => onDatabase(await import('./backup.ts')),
  restore: async () => (await import('./restore.ts')).run,
};

/**
 * Runs a command. @param argv the command line after the program's name, such as `start` or `import FOLDER`
 * @returns the exit code
 * @throws StartError if the command is unknown or its database cannot be opened
 */
export async function runCommand(argv: readonly string[]): Promise<number> {
  const [name = 'start', ...args] = argv;
  if (name === 'start' && args.length === 0) {
    const { start } = await import('./start.ts');
    return start(readSettings(process.env));
  }
  // This command needs no settings, so invalid settings must not prevent it.
  if (name === VERIFY_CLOSE) return (await import('./verify-close.ts')).run(args, process);
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (load === undefined) throw new StartError(formatUnknownCommand(argv));
  const settings = readSettings(process.env);
  if (settings.apiHost !== null) throw new StartError('API_HOST is set, so this installation has no database.');
  const { stdout, stderr, stdin } = process;
  const log = createLog(settings.logLevel === 'info' ? 'warn' : settings.logLevel, stderr);
  const run = await load();
  return run(args, { settings, log, stdout, stderr, stdin });
}

function formatUnknownCommand(argv: readonly string[]): string {
  const names = ['start', VERIFY_CLOSE, ...Object.keys(commands)].join(', ');
  return `Unknown command "${argv.join(' ')}". Use one of ${names}.`;
}

function onDatabase(command: Command): Run {
  return (args, environment) => runOnDatabase(command, args, environment);
}

async function runOnDatabase(command: Command, args: string[], environment: CommandEnvironment): Promise<number> {
  const { settings, log } = environment;
  await command.check?.(args, settings);
  const closing = new ShutdownSequence(log);
  let isInterrupted = false;
  const stop = new AbortController();
  const interruption = waitForStopSignal().then((signal) => {
    isInterrupted = true;
    return interruptedCode(signal);
  });
  const closedOutput = waitForOutputClose(environment.stdout);
  const work = async () => {
    const opened = await openDatabase(settings, log, { purpose: 'command' });
    closing.add('the database', () => opened.stop({ isInterrupted }), WAIT_FOR_OTHERS_MS);
    const owner = connectAsOwner(opened, log);
    closing.add('the connections of the owner', owner.close, CLOSE_POOL_MS);
    await migrateDatabase(owner, settings, { log });
    await grantRights(owner, opened.programRoles);
    const database = connectForWork(opened, log);
    closing.add('the connections', database.close, CLOSE_POOL_MS);
    await fillTransactionKeys(database);
    for (const notice of await fillEmailKeys(database)) log.warn(notice);
    const keys = await openDataKeys(database, settings);
    // This includes the entries that the command itself appends.
    await openDataKeys(owner, settings);
    await linkOlderEntries(database);
    await sealOlderRecords(database);
    await recordRestore(database);
    const code = await command.run(args, { ...environment, database, owner, keys, stopped: stop.signal });
    await appendAccessChangesOrWarn({ database, log }, openAccessChangeLog(settings));
    return code;
  };
  try {
    const working = work();
    const ending = Promise.race([interruption, closedOutput]).then((code) => {
      stop.abort();
      return command.stopsGracefully?.(args) ? working : code;
    });
    return await Promise.race([working, ending]);
  } catch (error) {
    throw await explainFailure(error, settings);
  } finally {
    await closing.closeAll();
  }
}
