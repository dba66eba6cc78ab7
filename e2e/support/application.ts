import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { projectRoot } from './project-root.ts';

/** The built server without its launcher, which would look each time whether the build is of these sources. */
export const program = 'apps/server/dist/main.js';

const startTimeoutMs = 60_000;
const stopTimeoutMs = 15_000;

/** How an application under test differs from a fresh, empty one. */
export interface ApplicationSettings {
  /** Whether the demo data are there. */
  demo?: boolean;
  /** Further settings, as README.md lists them. */
  environment?: Record<string, string>;
  /** A folder of data to begin with a copy of, instead of none. */
  template?: string;
}

/** The administrator that every application under test begins with. */
export const administrator = { email: 'asha@wayside.test', password: 'correct horse battery staple' };

/** The built server, running as a process of its own on a database of its own. */
export interface Application {
  /** Where it is served, without a slash at the end. */
  url: string;
  /** The folder of its database and files. */
  dataFolder: string;
  /** Its process. */
  pid: number;
  /** What it has said so far. */
  output(): string;
  /** Ends it as a service manager would and answers its exit code. */
  end(): Promise<number | null>;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
}

/**
 * Starts the built server on a fresh database and a free port, and waits until it is ready.
 * @throws Error with what the server said, when it ends or does not become ready.
 */
export async function startApplication(settings: ApplicationSettings = {}): Promise<Application> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'wayside-e2e-'));
  // Of a thousand small files: the one that waits for each takes a second.
  if (settings.template !== undefined) cpSync(settings.template, dataFolder, { recursive: true });
  const port = await freePort();
  const child = spawn(process.execPath, [program, 'start'], {
    cwd: projectRoot,
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataFolder,
      DEMO: settings.demo === true ? 'on' : 'off',
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
      ...settings.environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(String(chunk)));
  const application: Application = {
    url: `http://127.0.0.1:${port}`,
    dataFolder,
    pid: child.pid ?? 0,
    output: () => said.join(''),
    end: () => endProcess(child),
    stop: async () => {
      await endProcess(child);
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
  await untilReady(application, child);
  return application;
}

/**
 * The data of a fresh application, made once, for many to begin with.
 * @param folder where they are put; it must not exist
 */
export async function makeTemplate(folder: string, settings: ApplicationSettings): Promise<void> {
  const application = await startApplication(settings);
  await application.end();
  await rename(application.dataFolder, folder);
}

/** A port that nothing listens on now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
}

async function untilReady(application: Application, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + startTimeoutMs;
  while (Date.now() < deadline && child.exitCode === null) {
    const answer = await fetch(`${application.url}/readyz`).catch(() => null);
    if (answer?.ok === true) return;
    await delay(50);
  }
  const ending = child.exitCode === null ? 'did not become ready' : `ended with ${child.exitCode}`;
  const output = application.output();
  await application.stop();
  throw new Error(`The server ${ending}:\n${output}`);
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
