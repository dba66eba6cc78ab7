import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { DataDirectory } from '../../../data-directory.ts';
import { findTemporaryFolder } from '../../../temporary-folder.ts';
import { diskFull, isDiskFull } from '../embedded/embedded-errors.ts';

/** A PGlite database behind a socket for PostgreSQL clients. */
export interface FallbackServer {
  readonly connectionString: string;
  stop(): Promise<void>;
}

const RESTART_DELAY_MS = 500;
const STOP_TIMEOUT_MS = 5_000;

/**
 * Creates the PGlite directory. It gets its final name only when it is complete, because its existence means that the
 * data belongs to PGlite.
 * @throws StartError if the disk is full
 */
export async function ensureFallbackServer(directory: DataDirectory, log: Logger): Promise<void> {
  if (existsSync(directory.fallback)) return;
  const prefix = `${basename(directory.fallback)}.new-`;
  const draft = join(directory.path, `${prefix}${randomUUID()}`);
  try {
    const { stop } = await startFallbackServer(draft, log);
    await stop();
    await rename(draft, directory.fallback);
  } catch (error) {
    throw (await isDiskFull(directory.path)) ? diskFull(directory.path, error) : error;
  } finally {
    const drafts = (await readdir(directory.path)).filter((name) => name.startsWith(prefix));
    for (const name of drafts) await rm(join(directory.path, name), { recursive: true, force: true });
  }
}

/**
 * Serves a PGlite database on a socket that only this account can open, because PGlite does not check passwords.
 * Restarts the thread when it ends.
 */
export async function startFallbackServer(dataDir: string, log: Logger): Promise<FallbackServer> {
  const folder = await mkdtemp(join(findTemporaryFolder(), 'wayside-'));
  const socket = join(folder, '.s.PGSQL.5432');
  let isStopping = false;

  async function start(): Promise<Worker> {
    await rm(socket, { force: true });
    // Uses the file next to the built program, because a thread cannot start from TypeScript.
    const worker = new Worker(new URL('./fallback-worker.js', import.meta.url), {
      workerData: { dataDir, socket },
    });
    worker.on('error', (error) => log.error({ err: error }, 'the fallback database failed'));
    const died = once(worker, 'exit').then(() => {
      throw new Error('the fallback database exited during start-up');
    });
    await Promise.race([once(worker, 'message'), died]);
    worker.once('exit', () => {
      if (!isStopping) void restart();
    });
    return worker;
  }

  async function restart(): Promise<void> {
    while (!isStopping) {
      await delay(RESTART_DELAY_MS);
      try {
        current = await start();
        log.info('the fallback database is running again');
        return;
      } catch (error) {
        log.error({ err: error }, 'the fallback database did not restart; retrying');
      }
    }
  }

  let current = await start();
  return {
    connectionString: `postgres://wayside@localhost/wayside?host=${encodeURIComponent(folder)}`,
    stop: async () => {
      isStopping = true;
      const ended = once(current, 'exit');
      current.postMessage('stop');
      await Promise.race([ended, delay(STOP_TIMEOUT_MS, null, { ref: false })]);
      await current.terminate();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
