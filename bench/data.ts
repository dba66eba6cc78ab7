import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { type StartedApplication, startApplication } from '../e2e/support/application.ts';
import { projectRoot } from '../e2e/support/project-root.ts';
import { openSession } from '../e2e/support/session.ts';
import { peakOf } from './process-memory.ts';

/** A running application that contains a number of bookings. */
export interface FilledApplication {
  readonly application: StartedApplication;
  readonly bookings: number;
  readonly connectionString: string;
  /** Request headers with a session. */
  readonly headers: { readonly token: string };
  /** Time and memory used to fill the database; null for an existing data folder. */
  readonly fill: CommandRun | null;
}

/** The cost of a command. */
export interface CommandRun {
  readonly seconds: number;
  /** Peak memory in bytes; null if the system does not report it. */
  readonly peakBytes: number | null;
}

/** Runs a command of the product on a data folder. */
export async function runCommand(dataFolder: string, args: readonly string[]): Promise<CommandRun> {
  const began = performance.now();
  const child = spawn(process.execPath, ['bin/wayside.cjs', ...args], {
    cwd: projectRoot,
    env: { ...process.env, DATA_DIR: dataFolder },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const watching = peakOf(child);
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`);
  return { seconds: (performance.now() - began) / 1000, peakBytes: await watching };
}

/** Environment of a deployment, which, unlike tests, does not validate every response against its schema. */
export const AS_DEPLOYED = { environment: { CHECK_ANSWERS: 'off' } };

/**
 * Starts the built product on a new database and fills it with demo data, unless `bookings` is 0.
 * @param dataFolder a folder that already contains these bookings
 */
export async function startFilled(bookings: number, dataFolder?: string): Promise<FilledApplication> {
  const application = await startApplication(
    dataFolder === undefined ? AS_DEPLOYED : { ...AS_DEPLOYED, dataFolder },
  );
  try {
    const fill =
      bookings === 0 || dataFolder !== undefined
        ? null
        : await runCommand(application.dataFolder, ['demo', '--bookings', String(bookings)]);
    const connection = await readFile(join(application.dataFolder, 'connection.json'), 'utf8');
    const { connectionString } = JSON.parse(connection) as { connectionString: string };
    const token = await openSession(application);
    return { application, bookings, connectionString, headers: { token }, fill };
  } catch (error) {
    await application.stop();
    throw error;
  }
}

/** Connects with the same session settings as the product. */
export async function connect({ connectionString }: FilledApplication): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, options: SESSION_OPTIONS });
  await client.connect();
  return client;
}

/** The session settings of the product that affect query plans. */
export const SESSION_OPTIONS = '-c timezone=UTC -c max_parallel_workers_per_gather=0';
