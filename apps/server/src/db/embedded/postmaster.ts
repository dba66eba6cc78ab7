import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { PostgresBinaries } from './binaries.ts';
import type { DataDirectory } from './data-directory.ts';
import { diskFull, isDiskFull } from './disk-full.ts';
import { runningAs, type SystemUser } from './system-user.ts';

/** What a server of ours is started with. */
export interface PostmasterOptions {
  readonly directory: DataDirectory;
  readonly binaries: PostgresBinaries;
  readonly user: SystemUser | null;
  readonly port: number;
  /** Settings over ours, as `name=value`. */
  readonly tuning: readonly string[];
}

/** A PostgreSQL that accepts connections. */
export interface Postmaster {
  readonly child: ChildProcess;
  /** Resolves when it has ended, however that came. */
  readonly ended: Promise<void>;
}

// For one machine that does other things too. What guards the data (fsync, full_page_writes, synchronous_commit) is at
// its default, on. The log holds neither statements nor values, because it is plain text beside the data (SECU-04).
const tuning = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'cluster_name=wayside',
  'max_connections=60',
  'shared_buffers=192MB',
  'effective_cache_size=1GB',
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
 * Starts the server and waits until it accepts connections, through crash recovery if there must be one.
 * @throws StartError when it ends before and the disk is full, else Error
 */
export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const { directory, binaries, user, port } = options;
  const run = runningAs(user, directory.cluster, binaries.majorVersion);
  const settings = [...tuning, `port=${port}`, ...options.tuning].flatMap((setting) => ['-c', setting]);
  const log = openSync(directory.log, 'a', 0o600);
  // A session of its own: Ctrl-C in the terminal is for us, who drain first and end it last.
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

// Its log cannot say that there is no room for its log.
async function failure(directory: DataDirectory): Promise<Error> {
  if (await isDiskFull(directory.path)) return diskFull(directory.path, null);
  return new Error(`PostgreSQL ended while it started; ${directory.log} says why`);
}

// The eighth line of postmaster.pid is the server's own word on its state.
async function acceptsConnections(directory: DataDirectory, pid: number | undefined): Promise<boolean> {
  const text = await readFile(join(directory.cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  return lines[0]?.trim() === String(pid) && lines[7]?.trim() === 'ready';
}
