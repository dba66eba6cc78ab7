import { spawn } from 'node:child_process';
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { chown, mkdir, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { type DataDirectory, hasCluster } from '../../../data-directory.ts';
import { StartError } from '../../../start-error.ts';
import { findTemporaryFolder } from '../../../temporary-folder.ts';
import type { PostgresBinaries } from './binaries.ts';
import { diskFull, EmbeddedUnavailable, isDiskFull } from './embedded-errors.ts';
import { freePort, type Postmaster, startPostmaster, stopOrphan, stopPostmaster } from './postmaster.ts';
import { processOptionsFor, type SystemUser } from './system-user.ts';

/**
 * Creates PostgreSQL's directory and password if they are missing. Text sorts by code point on every machine.
 * @returns the password
 * @throws StartError if the data is from another version, the password is missing or the disk is full
 * @throws EmbeddedUnavailable if initdb fails
 */
export async function ensureCluster(
  directory: DataDirectory,
  binaries: PostgresBinaries,
  user: SystemUser | null,
): Promise<string> {
  if (hasCluster(directory)) {
    await requireVersion(directory, binaries);
    return readPassword(directory);
  }
  const password = randomBytes(24).toString('base64url');
  const draft = `${directory.cluster}.new-${randomUUID()}`;
  await mkdir(draft, { mode: 0o700 });
  try {
    if (user !== null) await chown(draft, user.uid, user.gid);
    await runInitdb(draft, password, binaries, user);
    // The password is written first, so that a directory with its final name can always be opened.
    await writeFile(directory.password, password, { mode: 0o600, flush: true });
    await rename(draft, directory.cluster);
  } catch (error) {
    throw (await isDiskFull(directory.path)) ? diskFull(directory.path, error) : error;
  } finally {
    await removeDrafts(directory);
  }
  return password;
}

async function runInitdb(draft: string, password: string, binaries: PostgresBinaries, user: SystemUser | null) {
  const passwordFile = join(findTemporaryFolder(), `wayside-${randomUUID()}`);
  await writeFile(passwordFile, password, { mode: 0o600, flag: 'wx' });
  try {
    if (user !== null) await chown(passwordFile, user.uid, user.gid);
    const { options, directory } = processOptionsFor(user, draft, binaries.majorVersion);
    const locale = binaries.majorVersion >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : [];
    const args = ['-D', directory, '-U', 'wayside', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`];
    const child = spawn(binaries.initdb, [...args, '-E', 'UTF8', '--locale=C', ...locale, '--no-instructions'], {
      ...options,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let errors = '';
    child.stderr.on('data', (chunk) => (errors += String(chunk)));
    const code = await new Promise<number | null>((resolve, reject) =>
      child.on('error', reject).on('close', resolve),
    );
    if (code !== 0)
      throw new EmbeddedUnavailable(
        errors.split('\n').find((line) => /error:|could not/.test(line)) ?? 'initdb failed',
      );
  } finally {
    await rm(passwordFile, { force: true });
  }
}

async function requireVersion(directory: DataDirectory, binaries: PostgresBinaries): Promise<void> {
  const version = await clusterVersion(directory);
  if (version === binaries.majorVersion) return;
  const advice =
    version > binaries.majorVersion ? 'start it with the Wayside that made it' : 'start Wayside, which upgrades it';
  throw new StartError(
    `The database in ${directory.path} was made by PostgreSQL ${version}, and this release includes ${binaries.majorVersion}: ${advice}.`,
  );
}

/** Returns the major version that created a directory's cluster. */
export async function clusterVersion(directory: DataDirectory): Promise<number> {
  return Number((await readFile(join(directory.cluster, 'PG_VERSION'), 'utf8')).trim());
}

async function readPassword(directory: DataDirectory): Promise<string> {
  try {
    return (await readFile(directory.password, 'utf8')).trim();
  } catch (error) {
    throw new StartError(
      `The database in ${directory.path} cannot be opened: its password, ${directory.password}, cannot be read.`,
      { cause: error },
    );
  }
}

async function removeDrafts(directory: DataDirectory): Promise<void> {
  const parent = dirname(directory.cluster);
  const prefix = `${basename(directory.cluster)}.new-`;
  const drafts = (await readdir(parent)).filter((name) => name.startsWith(prefix));
  for (const name of drafts) await rm(join(parent, name), { recursive: true, force: true });
}

export interface Cluster {
  /** Connects as the role that owns all objects. */
  readonly connectionString: string;
  /** Connects as the program's role (PRIV-04). */
  readonly programConnectionString: string;
  stop(): Promise<void>;
}

export interface ClusterOptions {
  readonly directory: DataDirectory;
  readonly binaries: PostgresBinaries;
  /** If null, the database server runs under the current account. */
  readonly user: SystemUser | null;
  readonly log: Logger;
  /** Settings as `name=value`, which override the defaults. */
  readonly tuning?: readonly string[];
}

export const PROGRAM_ROLE = 'wayside_program';

const START_ATTEMPTS = 6;
const MAX_RESTART_DELAY_MS = 5_000;
const MAX_LOG_BYTES = 10_000_000;

/**
 * Starts the cluster on a free loopback port and creates it if missing. After a crash it restarts the cluster with
 * increasing delays (RUN-03).
 * @throws EmbeddedUnavailable, StartError as `ensureCluster`; Error if it does not start
 */
export async function startCluster({
  directory,
  binaries,
  user,
  log,
  tuning = [],
}: ClusterOptions): Promise<Cluster> {
  const password = await ensureCluster(directory, binaries, user);
  if (await stopOrphan(directory)) log.info('stopped the database of a Wayside process that was killed');
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
        // The port may be taken, or the shared memory of a killed server may still be in use.
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
        log.info('the database is running again');
        return;
      } catch (error) {
        log.error({ err: error }, 'the database did not restart; retrying');
      }
    }
  }

  let restarting: Promise<void> = Promise.resolve();
  function watch(postmaster: Postmaster): void {
    void postmaster.ended.then(() => {
      if (isStopping) return;
      log.error('the database stopped unexpectedly; restarting it');
      restarting = restart();
    });
  }

  let current = await firstStart();
  watch(current);
  // The server must not keep running after this process.
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

/** Derives the password from the owner's password, so that no second file is needed. */
const programPasswordFrom = (ownerPassword: string): string =>
  createHmac('sha256', ownerPassword).update(PROGRAM_ROLE).digest('base64url');

/** Creates the database `wayside` and the program's role if missing. */
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
