import { stat, truncate } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { StartError } from '../../start-error.ts';
import type { PostgresBinaries } from './binaries.ts';
import { createOwnDatabase } from './create-own-database.ts';
import type { DataDirectory } from './data-directory.ts';
import { freePort } from './free-port.ts';
import { ensureCluster } from './initialise-cluster.ts';
import { type Postmaster, startPostmaster } from './postmaster.ts';
import { stopOrphan, stopPostmaster } from './stop-postmaster.ts';
import type { SystemUser } from './system-user.ts';

/** A PostgreSQL of ours that is kept running. */
export interface Cluster {
  readonly connectionString: string;
  stop(): Promise<void>;
}

export interface ClusterOptions {
  readonly directory: DataDirectory;
  readonly binaries: PostgresBinaries;
  /** null is ourselves. */
  readonly user: SystemUser | null;
  readonly log: Logger;
  /** Settings over ours, as `name=value`. */
  readonly tuning?: readonly string[];
}

const START_ATTEMPTS = 6;
const LONGEST_PAUSE_MS = 5_000;
const LARGEST_LOG_BYTES = 10_000_000;

/**
 * Makes the cluster when there is none, starts it on a free port of the loopback address and keeps it running: when it
 * dies it comes back at the same address, later at each attempt (RUN-03).
 * @throws EmbeddedUnavailable, StartError as ensureCluster does; Error when it does not start
 */
export async function startCluster({
  directory,
  binaries,
  user,
  log,
  tuning = [],
}: ClusterOptions): Promise<Cluster> {
  const password = await ensureCluster(directory, binaries, user);
  if (await stopOrphan(directory)) log.info('ended the database that a killed Wayside had left behind');
  if (((await stat(directory.log).catch(() => null))?.size ?? 0) > LARGEST_LOG_BYTES) await truncate(directory.log);

  let port = 0;
  let isStopping = false;
  const start = () => startPostmaster({ directory, binaries, user, port, tuning });

  async function firstStart(): Promise<Postmaster> {
    for (let attempt = 1; ; attempt += 1) {
      port = await freePort();
      try {
        return await start();
      } catch (error) {
        // The port may have gone to somebody else, or the memory of a killed server is not yet free.
        if (attempt === START_ATTEMPTS || error instanceof StartError) throw error;
        await delay(100 * 2 ** attempt);
      }
    }
  }

  async function restart(): Promise<void> {
    for (let attempt = 0; !isStopping; attempt += 1) {
      await delay(Math.min(100 * 2 ** attempt, LONGEST_PAUSE_MS));
      if (isStopping) return;
      try {
        current = await start();
        watch(current);
        log.info('the database is back');
        return;
      } catch (error) {
        log.error({ err: error }, 'the database did not come back, trying again');
      }
    }
  }

  let restarting: Promise<void> = Promise.resolve();
  function watch(postmaster: Postmaster): void {
    void postmaster.ended.then(() => {
      if (isStopping) return;
      log.error('the database ended unexpectedly, starting it again');
      restarting = restart();
    });
  }

  let current = await firstStart();
  watch(current);
  // However we end, by an error or a second signal, it must not stay behind when we can help it.
  const endWithUs = () => current.child.kill('SIGINT');
  process.once('exit', endWithUs);

  async function stop(): Promise<void> {
    isStopping = true;
    process.removeListener('exit', endWithUs);
    await restarting;
    const { child } = current;
    const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
    if (child.pid !== undefined && !hasEnded()) await stopPostmaster(child.pid, hasEnded);
  }

  const address = `postgres://wayside:${password}@127.0.0.1:${port}`;
  try {
    await createOwnDatabase(address);
  } catch (error) {
    await stop();
    throw error;
  }
  return { connectionString: `${address}/wayside`, stop };
}
