import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import {
  type DataDirectory,
  hasCluster,
  prepareDataDirectory,
  readConnection,
  writeConnection,
} from '../../../data-directory.ts';
import { StartError } from '../../../start-error.ts';
import { ensureFallbackServer, startFallbackServer } from '../fallback/fallback-server.ts';
import { findBinaries } from './binaries.ts';
import { startCluster } from './cluster.ts';
import { type LockHolder, lockHolder, type Purpose, takeDirectoryLock } from './directory-lock.ts';
import { diskFull, EmbeddedUnavailable, isDiskFull } from './embedded-errors.ts';
import { completeReplacement } from './replace-data.ts';
import { chooseSystemUser } from './system-user.ts';

export interface EmbeddedDatabase {
  readonly kind: 'embedded' | 'fallback';
  /** Connects as the role that owns the tables. */
  readonly connectionString: string;
  /** Connects as the program's role. The same as `connectionString` if there is only one role. */
  readonly programConnectionString: string;
  readonly poolSize: number;
  /** Whether another process runs the database, in which case `stop` does nothing. */
  readonly isJoined: boolean;
  /** Stops the database. An interrupted stop does not wait for commands that have joined. */
  stop(options?: { readonly isInterrupted: boolean }): Promise<void>;
}

type Address = Pick<EmbeddedDatabase, 'kind' | 'connectionString' | 'programConnectionString' | 'poolSize'>;
type Served = Address & { stop(): Promise<void> };

// The server shares the machine with the program, so too many connections would reduce the throughput by a fifth.
const EMBEDDED_POOL = Math.max(4, 2 * availableParallelism());
// PGlite's connections share one session.
const FALLBACK_POOL = 4;
const JOIN_TIMEOUT_MS = 120_000;

/**
 * Opens the database of a data directory: PostgreSQL, or PGlite with a warning. A command joins the database of a
 * running program; a second server is rejected (RUN-01).
 * @throws StartError
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
    // A command can join even on a full disk, because it reads the lock before it writes.
    const server = purpose === 'command' ? await lockHolder(directory.lock) : null;
    const attempt = server === null ? await takeDirectoryLock(directory.lock, purpose) : { holder: server };
    if ('holder' in attempt) {
      if (purpose === 'serve') throw new StartError(describeHolder(directory, attempt.holder));
      const joined = await join(directory, attempt.holder);
      if (joined !== null) return joined;
      continue;
    }
    const { lock } = attempt;
    try {
      await completeReplacement(directory);
      const { stop, ...address } = await serveDirectory(directory, log);
      await writeConnection(directory.connection, { token: lock.token, ...address });
      return {
        ...address,
        isJoined: false,
        stop: async ({ isInterrupted } = { isInterrupted: false }) => {
          // Without this file no further command joins.
          await rm(directory.connection, { force: true });
          if (purpose === 'command' && address.kind === 'embedded' && !isInterrupted)
            await waitUntilAlone(address.connectionString, log);
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

/** Rejects a second server before anything else runs. @throws StartError that identifies the other process */
export async function rejectSecondServer(dataDir: string): Promise<void> {
  const directory = await prepareDataDirectory(dataDir);
  const holder = await lockHolder(directory.lock);
  if (holder !== null) throw new StartError(describeHolder(directory, holder));
}

/** Returns a message that identifies the holder of a data directory. */
export function describeHolder(directory: DataDirectory, { pid, host, purpose }: LockHolder): string {
  const who = purpose === 'serve' ? 'Another Wayside is running' : 'An import or another command is working';
  return `${who} on ${directory.path} (process ${pid} on ${host}): stop it, or set DATA_DIR to another directory.`;
}

/** Waits until the holder's database can be joined; null if the holder has exited. */
async function join(directory: DataDirectory, holder: LockHolder): Promise<EmbeddedDatabase | null> {
  const deadline = Date.now() + JOIN_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const connection = await readConnection(directory.connection);
    if (connection?.token === holder.token) {
      const { token: _, programConnectionString = connection.connectionString, ...address } = connection;
      return { ...address, programConnectionString, isJoined: true, stop: () => Promise.resolve() };
    }
    if ((await lockHolder(directory.lock))?.token !== holder.token) return null;
    await delay(50);
  }
  throw new StartError(
    `The database in ${directory.path} is locked by process ${holder.pid} but does not become ready.`,
  );
}

/** Starts the database in a directory. The caller holds the directory's lock. */
export async function serveDirectory(directory: DataDirectory, log: Logger): Promise<Served> {
  if (existsSync(directory.fallback) && !hasCluster(directory))
    return serveFallback(directory, log, 'its data were begun with PGlite');
  try {
    return await serveCluster(directory, log);
  } catch (error) {
    if (!(error instanceof EmbeddedUnavailable)) throw error;
    // An empty PGlite database next to existing data would look like data loss.
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
  // Changes the owner of the data, because root copied or restored it.
  if (existing !== null && user !== null && existing.uid !== user.uid)
    execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, directory.cluster]);
  const cluster = await startCluster({ directory, binaries, user, log });
  return {
    kind: 'embedded',
    ...cluster,
    poolSize: EMBEDDED_POOL,
  };
}

async function serveFallback(directory: DataDirectory, log: Logger, reason: string): Promise<Served> {
  log.warn(
    `PostgreSQL cannot run here (${reason}), so PGlite is used: slower, one query at a time, and a power cut may lose or damage data. Set DATABASE_URL for real use.`,
  );
  await ensureFallbackServer(directory, log);
  const { connectionString, stop } = await startFallbackServer(directory.fallback, log);
  return {
    kind: 'fallback',
    connectionString,
    programConnectionString: connectionString,
    poolSize: FALLBACK_POOL,
    stop,
  };
}

const ALONE_POLL_MS = 200;

/** Waits until no other command uses the database. */
async function waitUntilAlone(connectionString: string, log: Logger): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000, query_timeout: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    for (let round = 0; ; round += 1) {
      const { rows } = await client.query(
        "SELECT FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()",
      );
      if (rows.length === 0) return;
      // Closed connections stay visible for a short time.
      if (round === 5) log.info('another command still uses the database; waiting');
      await delay(ALONE_POLL_MS);
    }
  } catch {
    // The server has exited.
  } finally {
    await client.end().catch(() => undefined);
  }
}
