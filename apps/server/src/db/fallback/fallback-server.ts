import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';

/** PGlite as a server that ordinary clients connect to. */
export interface FallbackServer {
  readonly connectionString: string;
  stop(): Promise<void>;
}

const PAUSE_MS = 500;
const STOP_PATIENCE_MS = 5_000;

/**
 * Serves the PGlite database in `dataDir` on a socket in a directory that only this account may enter: PGlite asks for
 * no password. When its thread dies it is started again at the same address.
 */
export async function startFallbackServer(dataDir: string, log: Logger): Promise<FallbackServer> {
  const folder = await mkdtemp(join(tmpdir(), 'wayside-'));
  const socket = join(folder, '.s.PGSQL.5432');
  let isStopping = false;

  async function start(): Promise<Worker> {
    await rm(socket, { force: true });
    // Beside the built program: a thread cannot be started from TypeScript.
    const worker = new Worker(new URL('./fallback-worker.js', import.meta.url), {
      workerData: { dataDir, socket },
    });
    worker.on('error', (error) => log.error({ err: error }, 'the fallback database failed'));
    const died = once(worker, 'exit').then(() => {
      throw new Error('the fallback database ended while it started');
    });
    await Promise.race([once(worker, 'message'), died]);
    worker.once('exit', () => {
      if (!isStopping) void restart();
    });
    return worker;
  }

  async function restart(): Promise<void> {
    while (!isStopping) {
      await delay(PAUSE_MS);
      try {
        current = await start();
        log.info('the fallback database is back');
        return;
      } catch (error) {
        log.error({ err: error }, 'the fallback database did not come back, trying again');
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
      await Promise.race([ended, delay(STOP_PATIENCE_MS, null, { ref: false })]);
      await current.terminate();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
