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
  /** Its name for the output of a run. */
  readonly name: string;
  /** The address of a superuser. */
  readonly connectionString: string;
  /** The same with the program's role. */
  readonly programConnectionString: string;
  stop(): Promise<void>;
}

// Durability is irrelevant for a test run.
const unsafeButFast = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=100'];

/**
 * The server that WAYSIDE_TEST_DATABASE selects: `embedded` (the default), or `server`, which is TEST_DATABASE_URL or a
 * server from the programs of the system.
 * @throws Error when `server` is selected and not available
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

/** Creates a role for the program, which no one else uses, where it is missing. @returns the server's address with it */
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

/** The programs of a PostgreSQL of the system, 15 or newer; null without one. */
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
  // The account of the server needs access.
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
