import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, cpSync, openSync, readFileSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import packageJson from '../../package.json' with { type: 'json' };
import { projectRoot } from './project-root.ts';

/** The built server. It runs without its launcher, which would check at every startup whether the build is current. */
export const program = 'apps/server/dist/main.js';

/** The Node flags of `npm start` (docs/decisions/038-memory-of-node.md). */
const nodeFlags = packageJson.scripts.start.split(' ').filter((word) => word.startsWith('--'));

/** The timeout is long enough for a busy machine on which the databases of other tests also start. */
const startTimeoutMs = 180_000;
const stopTimeoutMs = 15_000;

/** The settings of an application under test. */
export interface ApplicationSettings {
  /** Whether the application contains the demo data. */
  demo?: boolean;
  /** Further settings; see README.md. */
  environment?: Record<string, string>;
  /** A data folder of which the application uses a copy. */
  template?: string;
  /** An existing data folder that `stop` does not remove. */
  dataFolder?: string;
}

/** The first administrator of every application under test. */
export const administrator = { email: 'asha@wayside.test', password: 'correct horse battery staple' };

/** The built server as a process with its own database. */
export interface Application {
  /** The URL, without a trailing slash. */
  url: string;
  /** The folder of the database and files. */
  dataFolder: string;
  /** The process id. */
  pid: number;
  /** Returns the output so far. */
  output(): string;
}

/** An application that the caller must end. */
export interface StartedApplication extends Application {
  /** Ends the process with SIGTERM and returns its exit code. */
  end(): Promise<number | null>;
  /** Ends the process and removes its data. */
  stop(): Promise<void>;
}

/**
 * Starts the built server with a fresh database on a free port and waits until it is ready.
 * @throws Error with the server's output if it exits or does not become ready
 */
export async function startApplication(settings: ApplicationSettings = {}): Promise<StartedApplication> {
  const dataFolder = settings.dataFolder ?? (await mkdtemp(join(tmpdir(), 'wayside-e2e-')));
  // Copies synchronously, because an asynchronous copy of a thousand small files takes a second longer.
  if (settings.template !== undefined) cpSync(settings.template, dataFolder, { recursive: true });
  // The output goes to a file, which other processes can also read.
  const output = openSync(outputOf(dataFolder), 'w');
  const child = spawn(process.execPath, [...nodeFlags, program, 'start'], {
    cwd: projectRoot,
    env: {
      ...process.env,
      // The system chooses the port, because a port that was free a moment ago may be taken.
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataFolder,
      DEMO: settings.demo === true ? 'on' : 'off',
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
      // A response that does not match its schema becomes a 500, which fails the test.
      CHECK_ANSWERS: 'on',
      ...settings.environment,
    },
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  const stop = async () => {
    await endProcess(child);
    if (settings.dataFolder === undefined) await rm(dataFolder, { recursive: true, force: true });
  };
  try {
    const url = await untilReady(dataFolder, child);
    return { ...applicationAt({ url, dataFolder, pid: child.pid ?? 0 }), end: () => endProcess(child), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The data with which another process finds a running application. */
export type ApplicationAddress = Pick<Application, 'url' | 'dataFolder' | 'pid'>;

/** Returns an application that another process started. */
export function applicationAt({ url, dataFolder, pid }: ApplicationAddress): Application {
  return { url, dataFolder, pid, output: () => readFileSync(outputOf(dataFolder), 'utf8') };
}

const outputOf = (dataFolder: string): string => join(dataFolder, 'output.log');

/**
 * Creates a data folder from a fresh application, of which other applications start with a copy.
 * @param folder the path, which must not exist
 */
export async function makeTemplate(folder: string, settings: ApplicationSettings): Promise<void> {
  const application = await startApplication(settings);
  await application.end();
  await rename(application.dataFolder, folder);
}

/** @returns the address that the program prints when it is ready */
async function untilReady(dataFolder: string, child: ChildProcess): Promise<string> {
  const deadline = Date.now() + startTimeoutMs;
  const output = () => readFileSync(outputOf(dataFolder), 'utf8');
  while (Date.now() < deadline && child.exitCode === null) {
    const url = /Wayside is ready: (\S+)/.exec(output())?.[1];
    if (url !== undefined) return url;
    await delay(50);
  }
  const ending = child.exitCode === null ? 'did not become ready' : `ended with ${child.exitCode}`;
  throw new Error(`The server ${ending}:\n${output()}`);
}

async function endProcess(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const forced = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
    await ended;
    clearTimeout(forced);
  }
  return child.exitCode;
}

/**
 * Runs a command of the built server while the application is running.
 * @throws Error with the output if it fails
 */
export async function runProgram(
  { dataFolder }: Pick<Application, 'dataFolder'>,
  words: readonly string[],
  input = '',
): Promise<string> {
  const child = spawn(process.execPath, [program, ...words], {
    cwd: projectRoot,
    env: { ...process.env, DATA_DIR: dataFolder },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(String(chunk)));
  child.stdin.end(input);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}: ${output.join('')}`);
  return output.join('');
}
