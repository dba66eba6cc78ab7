import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readFile, readlink, realpath } from 'node:fs/promises';
import { createServer } from 'node:net';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { DataDirectory } from '../../../data-directory.ts';
import type { PostgresBinaries } from './binaries.ts';
import { processIdentity } from './directory-lock.ts';
import { diskFull, isDiskFull } from './embedded-errors.ts';
import { processOptionsFor, type SystemUser } from './system-user.ts';

export interface PostmasterOptions {
  readonly directory: DataDirectory;
  readonly binaries: PostgresBinaries;
  readonly user: SystemUser | null;
  readonly port: number;
  /** Settings as `name=value`, which override the defaults. */
  readonly tuning: readonly string[];
}

export interface Postmaster {
  readonly child: ChildProcess;
  readonly ended: Promise<void>;
}

const MB = 1024 ** 2;
const MIN_BUFFERS_MB = 192;
const MAX_BUFFERS_MB = 1024;

/** Returns the memory settings: an eighth of the memory for buffers, within limits. @param bytes of the machine or container */
export function memoryTuning(bytes: number): readonly string[] {
  const megabytes = bytes / MB;
  const buffers = Math.round(Math.min(Math.max(megabytes / 8, MIN_BUFFERS_MB), MAX_BUFFERS_MB));
  return [
    `shared_buffers=${buffers}MB`,
    `effective_cache_size=${Math.round(Math.max(megabytes / 2, MAX_BUFFERS_MB))}MB`,
  ];
}

/** Returns the memory of the machine, or that of the container if it is limited. */
const availableMemory = (): number => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);

// Settings for a shared machine. Settings that protect data keep their defaults. The log contains no statements or
// values, because it is plain text (SECU-04).
const tuning = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'cluster_name=wayside',
  'max_connections=60',
  'maintenance_work_mem=64MB',
  'max_wal_size=1GB',
  'random_page_cost=1.1',
  'jit=off',
  // Containers give 64 MB of /dev/shm.
  'dynamic_shared_memory_type=mmap',
  'timezone=UTC',
  'log_timezone=UTC',
  'log_destination=stderr',
  'logging_collector=off',
  'log_min_messages=log',
  'log_min_error_statement=panic',
  'log_error_verbosity=terse',
  'log_checkpoints=off',
];

const POLL_MS = 15;

/**
 * Starts the server and waits until it accepts connections, including crash recovery.
 * @throws StartError if the disk is full, otherwise Error
 */
export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const { directory, binaries, user, port } = options;
  const run = processOptionsFor(user, directory.cluster, binaries.majorVersion);
  const settings = [...tuning, ...memoryTuning(availableMemory()), `port=${port}`, ...options.tuning].flatMap(
    (setting) => ['-c', setting],
  );
  const log = openSync(directory.log, 'a', 0o600);
  // The process is detached, so that Ctrl-C reaches only Wayside, which finishes its requests before it stops the
  // server.
  const child = spawn(binaries.postgres, ['-D', run.directory, ...settings], {
    ...run.options,
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()).once('error', () => resolve()));
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  while (!(await acceptsConnections(directory, child.pid))) {
    if (isOver) throw await failure(directory);
    await delay(POLL_MS);
  }
  return { child, ended };
}

async function failure(directory: DataDirectory): Promise<Error> {
  if (await isDiskFull(directory.path)) return diskFull(directory.path, null);
  return new Error(`PostgreSQL exited during start-up; see ${directory.log}`);
}

// Line 8 of postmaster.pid is the server's state.
async function acceptsConnections(directory: DataDirectory, pid: number | undefined): Promise<boolean> {
  const text = await readFile(join(directory.cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  return lines[0]?.trim() === String(pid) && lines[7]?.trim() === 'ready';
}

/**
 * The shutdown signals with timeouts in ms: fast shutdown, immediate shutdown (PostgreSQL recovers when it starts
 * again), kill.
 */
const stopSignals: [NodeJS.Signals, number][] = [
  ['SIGINT', 15_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
];

/** Stops a server. Open transactions are rolled back; committed ones are already on disk. */
export async function stopPostmaster(pid: number, hasEnded: () => boolean): Promise<void> {
  for (const [signal, timeoutMs] of stopSignals) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    const deadline = Date.now() + timeoutMs;
    while (Date.now() < deadline) {
      if (hasEnded()) return;
      await delay(10);
    }
  }
}

/**
 * Stops the server of a killed Wayside process. It is not reused, because only its parent process detects its end
 * immediately (RUN-03).
 * @returns whether there was one
 */
export async function stopOrphan(directory: DataDirectory): Promise<boolean> {
  const text = await readFile(join(directory.cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(text.split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 1) return false;
  const identity = processIdentity(pid);
  if (identity === null || !(await isRunningIn(pid, directory.cluster))) return false;
  await stopPostmaster(pid, () => processIdentity(pid) !== identity);
  return true;
}

// Checks the working directory, because the pid may have been reused by another program. The working directory of a
// PostgreSQL server is its data directory.
async function isRunningIn(pid: number, cluster: string): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  const [there, here] = await Promise.all([readlink(`/proc/${pid}/cwd`).catch(() => null), realpath(cluster)]);
  return there === here;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}
