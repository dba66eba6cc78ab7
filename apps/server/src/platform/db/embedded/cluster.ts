import { createHmac } from 'node:crypto';
import { stat, truncate } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import type { DataDirectory } from '../../../data-directory.ts';
import { StartError } from '../../../start-error.ts';
import type { PostgresBinaries } from './binaries.ts';
import { ensureCluster } from './initialise-cluster.ts';
import { freePort, type Postmaster, startPostmaster, stopOrphan, stopPostmaster } from './postmaster.ts';
import type { SystemUser } from './system-user.ts';

/** A supervised PostgreSQL server. */
export interface Cluster {
  /** With the role that owns everything. */
  readonly connectionString: string;
  /** With the role of the program (PRIV-04). */
  readonly programConnectionString: string;
  stop(): Promise<void>;
}

export interface ClusterOptions {
  readonly directory: DataDirectory;
  readonly binaries: PostgresBinaries;
  /** Null for the own account. */
  readonly user: SystemUser | null;
  readonly log: Logger;
  /** Settings that override the defaults, as `name=value`. */
  readonly tuning?: readonly string[];
}

/** The role of the running program. */
export const PROGRAM_ROLE = 'wayside_program';

const START_ATTEMPTS = 6;
const MAX_RESTART_DELAY_MS = 5_000;
const MAX_LOG_BYTES = 10_000_000;

/**
 * Creates the cluster if it is missing, starts it on a free loopback port and supervises it: after a crash it restarts at
 * the same address with growing delays (RUN-03).
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
  if (await stopOrphan(directory)) log.info('stopped the database that a killed Wayside left behind');
  if (((await stat(directory.log).catch(() => null))?.size ?? 0) > MAX_LOG_BYTES) await truncate(directory.log);

  let port = 0;
  let isStopping = false;
  const start = () => startPostmaster({ directory, binaries, user, port, tuning });

  async function firstStart(): Promise<Postmaster> {
    for (let attempt = 1; ; attempt += 1) {
      port = await freePort();
      try {
        return await start();
      } catch (error) {
        // The port may be taken by now, or the shared memory of a killed server is still in use.
        if (attempt === START_ATTEMPTS || error instanceof StartError) throw error;
        await delay(100 * 2 ** attempt);
      }
    }
  }

  async function restart(): Promise<void> {
    for (let attempt = 0; !isStopping; attempt += 1) {
      await delay(Math.min(100 * 2 ** attempt, MAX_RESTART_DELAY_MS));
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
  // The server must not outlive this process after an error or a second signal.
  const stopOnExit = () => current.child.kill('SIGINT');
  process.once('exit', stopOnExit);

  async function stop(): Promise<void> {
    isStopping = true;
    process.removeListener('exit', stopOnExit);
    await restarting;
    const { child } = current;
    const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
    if (child.pid !== undefined && !hasEnded()) await stopPostmaster(child.pid, hasEnded);
  }

  const addressOf = (role: string, secret: string, database = 'wayside') =>
    `postgres://${role}:${secret}@127.0.0.1:${port}/${database}`;
  const programPassword = programPasswordFrom(password);
  try {
    await prepareServer(addressOf('wayside', password, 'postgres'), programPassword);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    connectionString: addressOf('wayside', password),
    programConnectionString: addressOf(PROGRAM_ROLE, programPassword),
    stop,
  };
}

/** It follows from the owner's, which it does not disclose, so that there is no second file to keep. */
const programPasswordFrom = (ownerPassword: string): string =>
  createHmac('sha256', ownerPassword).update(PROGRAM_ROLE).digest('base64url');

/** Creates the database `wayside` and the role of the program where they are missing. */
async function prepareServer(connectionString: string, programPassword: string): Promise<void> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: 10_000,
    query_timeout: 60_000,
  });
  await client.connect();
  try {
    const { rowCount } = await client.query("SELECT FROM pg_database WHERE datname = 'wayside'");
    if (rowCount === 0) await client.query('CREATE DATABASE wayside');
    const { rowCount: roles } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [PROGRAM_ROLE]);
    if (roles === 0)
      await client.query(`CREATE ROLE ${PROGRAM_ROLE} LOGIN PASSWORD ${pg.escapeLiteral(programPassword)}`);
  } finally {
    await client.end();
  }
}
