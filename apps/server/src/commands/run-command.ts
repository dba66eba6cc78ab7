import { migrateDatabase } from '../db/migrate.ts';
import { connectForWork, openDatabase } from '../db/open-database.ts';
import { fillEmailKeys } from '../features/session/fill-email-keys.ts';
import { Closing, interruptedCode, untilOutputCloses, untilStopSignal } from '../lifecycle.ts';
import { createLog } from '../log.ts';
import { readSettings } from '../settings.ts';
import { StartError } from '../start-error.ts';
import type { Command, CommandSurroundings } from './command.ts';
import { explainFailure } from './explain-failure.ts';

/** A second command may have joined the database of the first and work for as long as it likes. */
const WAIT_FOR_OTHERS_MS = 86_400_000;
const CLOSE_POOL_MS = 1_000;

type Run = (args: string[], surroundings: CommandSurroundings) => Promise<number>;

/** The commands beside `start`. Each is loaded when it is asked for, `start` with its web server too. */
const commands: Record<string, () => Promise<Run>> = {
  import: async () => onDatabase(await import('./import.ts')),
  demo: async () => onDatabase(await import('./demo.ts')),
  admin: async () => onDatabase(await import('./admin.ts')),
  verify: async () => onDatabase(await import('./verify.ts')),
  backup: async () => onDatabase(await import('./backup.ts')),
  restore: async () => (await import('./restore.ts')).run,
};

/**
 * Runs the command that the words name.
 * @param words as after the program's name: `start`, `import FOLDER`, …
 * @returns the exit code
 * @throws StartError when it is unknown or its database cannot be opened
 */
export async function runCommand(words: readonly string[]): Promise<number> {
  const [name = 'start', ...args] = words;
  if (name === 'start' && args.length === 0) {
    const { start } = await import('./start.ts');
    return start(readSettings(process.env));
  }
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (load === undefined) throw new StartError(usage(words));
  const settings = readSettings(process.env);
  if (settings.apiHost !== null) throw new StartError('API_HOST is set, so there is no database here to work on.');
  const { stdout, stderr, stdin } = process;
  const log = createLog(settings.logLevel === 'info' ? 'warn' : settings.logLevel, stderr);
  const run = await load();
  return run(args, { settings, log, stdout, stderr, stdin });
}

function usage(words: readonly string[]): string {
  const names = ['start', ...Object.keys(commands)].join(', ');
  return `There is no command "${words.join(' ')}": it is one of ${names}.`;
}

function onDatabase(command: Command): Run {
  return (args, surroundings) => runOnDatabase(command, args, surroundings);
}

async function runOnDatabase(command: Command, args: string[], surroundings: CommandSurroundings): Promise<number> {
  const { settings, log } = surroundings;
  await command.check?.(args, settings);
  const closing = new Closing(log);
  let isInterrupted = false;
  const interruption = untilStopSignal().then((signal) => {
    isInterrupted = true;
    return interruptedCode(signal);
  });
  const closedOutput = untilOutputCloses(surroundings.stdout);
  const work = async () => {
    const opened = await openDatabase(settings, log, { purpose: 'command' });
    closing.add('the database', () => opened.stop({ isInterrupted }), WAIT_FOR_OTHERS_MS);
    const database = connectForWork(opened, log);
    closing.add('the connections', database.close, CLOSE_POOL_MS);
    await migrateDatabase(database, settings);
    for (const notice of await fillEmailKeys(database)) log.warn(notice);
    return command.run(args, { ...surroundings, database });
  };
  try {
    return await Promise.race([work(), interruption, closedOutput]);
  } catch (error) {
    throw await explainFailure(error, settings);
  } finally {
    await closing.closeAll();
  }
}
