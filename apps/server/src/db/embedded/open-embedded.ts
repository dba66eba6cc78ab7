import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { StartError } from '../../start-error.ts';
import { ensureFallback, startFallbackServer } from '../fallback/fallback-server.ts';
import { findBinaries } from './binaries.ts';
import { startCluster } from './cluster.ts';
import { readConnection, writeConnection } from './connection-file.ts';
import { type DataDirectory, hasCluster, prepareDataDirectory } from './data-directory.ts';
import { type LockHolder, lockHolder, type Purpose, takeDirectoryLock } from './directory-lock.ts';
import { diskFull, isDiskFull } from './disk-full.ts';
import { EmbeddedUnavailable } from './embedded-unavailable.ts';
import { completeReplacement } from './replace-data.ts';
import { chooseSystemUser } from './system-user.ts';
import { untilAlone } from './until-alone.ts';

/** A database in the data directory, ours or joined. */
export interface EmbeddedDatabase {
  readonly kind: 'embedded' | 'fallback';
  readonly connectionString: string;
  readonly poolSize: number;
  /** Whether another process runs it; then `stop` leaves it alone. */
  readonly isJoined: boolean;
  /** With `isInterrupted` other commands that have joined are not waited for. */
  stop(options?: { readonly isInterrupted: boolean }): Promise<void>;
}

type Served = Pick<EmbeddedDatabase, 'kind' | 'connectionString' | 'poolSize'> & { stop(): Promise<void> };

// It shares the machine with us: more connections at work than it has processors for cost a fifth of the throughput
// (measured on two).
const EMBEDDED_POOL = Math.max(4, 2 * availableParallelism());
// Its connections take turns on one session: more of them gain nothing.
const FALLBACK_POOL = 4;
const JOIN_PATIENCE_MS = 120_000;

/**
 * Opens the database in a data directory: PostgreSQL, or PGlite where that cannot run (with one warning). A command
 * joins the database of a running program; a second program that would serve is refused (RUN-01).
 * @throws StartError when the directory cannot be used or somebody else uses it
 */
export async function openEmbedded(dataDir: string, log: Logger, purpose: Purpose): Promise<EmbeddedDatabase> {
  const directory = await prepareDataDirectory(dataDir);
  try {
    return await open(directory, log, purpose);
  } catch (error) {
    if (!(error instanceof StartError) && (await isDiskFull(directory.path))) throw diskFull(directory.path, error);
    throw error;
  }
}

async function open(directory: DataDirectory, log: Logger, purpose: Purpose): Promise<EmbeddedDatabase> {
  for (;;) {
    // A command asks first and writes nothing: it can join where the disk is full, and back the data up elsewhere.
    const server = purpose === 'command' ? await lockHolder(directory.lock) : null;
    const attempt = server === null ? await takeDirectoryLock(directory.lock, purpose) : { holder: server };
    if ('holder' in attempt) {
      if (purpose === 'serve') throw new StartError(refusal(directory, attempt.holder));
      const joined = await join(directory, attempt.holder);
      if (joined !== null) return joined;
      continue;
    }
    const { lock } = attempt;
    try {
      await completeReplacement(directory);
      const { kind, connectionString, poolSize, stop } = await serveDirectory(directory, log);
      await writeConnection(directory.connection, { token: lock.token, kind, connectionString, poolSize });
      return {
        kind,
        connectionString,
        poolSize,
        isJoined: false,
        stop: async ({ isInterrupted } = { isInterrupted: false }) => {
          // Nobody joins from here on; who comes now waits for the lock.
          await rm(directory.connection, { force: true });
          if (purpose === 'command' && kind === 'embedded' && !isInterrupted)
            await untilAlone(connectionString, log);
          await stop();
          await lock.release();
        },
      };
    } catch (error) {
      await lock.release();
      throw error;
    }
  }
}

/**
 * Refuses a second program on the same data before anything else is tried.
 * @throws StartError that says who uses them
 */
export async function refuseSecondServer(dataDir: string): Promise<void> {
  const directory = await prepareDataDirectory(dataDir);
  const holder = await lockHolder(directory.lock);
  if (holder !== null) throw new StartError(refusal(directory, holder));
}

function refusal(directory: DataDirectory, { pid, host, purpose }: LockHolder): string {
  const who = purpose === 'serve' ? 'Another Wayside is running' : 'An import or another command is working';
  return `${who} on ${directory.path} (process ${pid} on ${host}): stop it, or set DATA_DIR to another directory.`;
}

/** Waits until the holder's database can be joined; null when the holder has gone meanwhile. */
async function join(directory: DataDirectory, holder: LockHolder): Promise<EmbeddedDatabase | null> {
  const deadline = Date.now() + JOIN_PATIENCE_MS;
  while (Date.now() < deadline) {
    const connection = await readConnection(directory.connection);
    if (connection?.token === holder.token) {
      const { kind, connectionString, poolSize } = connection;
      return { kind, connectionString, poolSize, isJoined: true, stop: () => Promise.resolve() };
    }
    if ((await lockHolder(directory.lock))?.token !== holder.token) return null;
    await delay(50);
  }
  throw new StartError(
    `The database in ${directory.path} is held by process ${holder.pid} but does not become ready.`,
  );
}

/** Starts the database in a directory whose lock the caller holds; nobody is told how to join it. */
export async function serveDirectory(directory: DataDirectory, log: Logger): Promise<Served> {
  if (existsSync(directory.fallback) && !hasCluster(directory))
    return serveFallback(directory, log, 'its data were begun with PGlite');
  try {
    return await serveCluster(directory, log);
  } catch (error) {
    if (!(error instanceof EmbeddedUnavailable)) throw error;
    // An empty PGlite beside the real data would look as if they were lost.
    if (hasCluster(directory))
      throw new StartError(`The database in ${directory.path} needs PostgreSQL: ${error.message}.`, {
        cause: error,
      });
    return serveFallback(directory, log, error.message);
  }
}

async function serveCluster(directory: DataDirectory, log: Logger): Promise<Served> {
  const existing = await stat(directory.cluster).catch(() => null);
  const user = chooseSystemUser(existing?.uid ?? null);
  const own = process.getuid?.();
  if (existing !== null && user === null && own !== undefined && existing.uid !== own)
    throw new StartError(
      `The database in ${directory.path} belongs to another user (${existing.uid}): start Wayside as that user.`,
    );
  const binaries = findBinaries(user);
  // Data that were copied or restored by root.
  if (existing !== null && user !== null && existing.uid !== user.uid)
    execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, directory.cluster]);
  const cluster = await startCluster({ directory, binaries, user, log });
  return {
    kind: 'embedded',
    connectionString: cluster.connectionString,
    poolSize: EMBEDDED_POOL,
    stop: cluster.stop,
  };
}

async function serveFallback(directory: DataDirectory, log: Logger, reason: string): Promise<Served> {
  log.warn(
    `PostgreSQL cannot run here (${reason}), so PGlite is used: slower, one query at a time, and a power cut may lose or damage data. Set DATABASE_URL for real use.`,
  );
  await ensureFallback(directory, log);
  const { connectionString, stop } = await startFallbackServer(directory.fallback, log);
  return { kind: 'fallback', connectionString, poolSize: FALLBACK_POOL, stop };
}
