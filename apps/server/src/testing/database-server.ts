import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import pino from 'pino';
import { prepareDataDirectory } from '../data-directory.ts';
import { binariesIn, findBinaries, type PostgresBinaries } from '../platform/db/embedded/binaries.ts';
import { startCluster } from '../platform/db/embedded/cluster.ts';
import { chooseSystemUser, type SystemUser } from '../platform/db/embedded/system-user.ts';

/** An empty PostgreSQL server for tests. */
export interface TestServer {
  /** The server's name in the output of a test run. */
  readonly name: string;
  /** The URL with a superuser. */
  readonly connectionString: string;
  /** The URL with the role of the Wayside server. */
  readonly programConnectionString: string;
  stop(): Promise<void>;
}

// A test run needs no durability.
const unsafeButFast = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=100'];

/**
 * Opens the server that WAYSIDE_TEST_DATABASE selects: `embedded` (the default), or `server`, which is
 * TEST_DATABASE_URL or a server started from the PostgreSQL installed on the system.
 * @throws Error if `server` is selected but not available
 */
export function openTestServer(env: NodeJS.ProcessEnv): Promise<TestServer> {
  if (env['WAYSIDE_TEST_DATABASE'] !== 'server') {
    const user = chooseSystemUser(null);
    return startTemporary('the embedded PostgreSQL', findBinaries(user), user);
  }
  return openServer(env['TEST_DATABASE_URL']);
}

async function openServer(url: string | undefined): Promise<TestServer> {
  if (url) {
    const programConnectionString = await createProgramRole(url);
    const name = 'the PostgreSQL of TEST_DATABASE_URL';
    return { name, connectionString: url, programConnectionString, stop: () => Promise.resolve() };
  }
  const user = chooseSystemUser(null);
  const binaries = await systemBinaries(user);
  if (binaries === null) throw new Error('there is no PostgreSQL: set TEST_DATABASE_URL');
  return startTemporary(`PostgreSQL ${binaries.majorVersion} of the system`, binaries, user);
}

/**
 * Creates a role for the Wayside server, used by nothing else, if it does not exist. @returns the server's URL with
 * this role
 */
export async function createProgramRole(connectionString: string): Promise<string> {
  const url = new URL(connectionString);
  [url.username, url.password] = ['wayside_test_program', 'of-a-test'];
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [url.username]);
    if (rowCount === 0) await client.query(`CREATE ROLE ${url.username} LOGIN PASSWORD 'of-a-test'`);
  } finally {
    await client.end();
  }
  return url.href;
}

/** Finds the binaries of a PostgreSQL installed on the system, version 15 or newer; null if there is none. */
export async function systemBinaries(user: SystemUser | null): Promise<PostgresBinaries | null> {
  const versions = await readdir('/usr/lib/postgresql').catch(() => []);
  for (const version of versions.sort((a, b) => Number(b) - Number(a))) {
    const binaries = binariesIn(join('/usr/lib/postgresql', version), user);
    if (typeof binaries !== 'string' && binaries.majorVersion >= 15) return binaries;
  }
  return null;
}

async function startTemporary(
  name: string,
  binaries: PostgresBinaries,
  user: SystemUser | null,
): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'wayside-test-'));
  // The user account of the database server needs access.
  await chmod(folder, 0o711);
  const directory = await prepareDataDirectory(folder);
  const log = pino({ level: 'warn' });
  const cluster = await startCluster({ directory, binaries, user, log, tuning: unsafeButFast });
  return {
    name,
    connectionString: cluster.connectionString,
    programConnectionString: cluster.programConnectionString,
    stop: async () => {
      await cluster.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
