import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../../../../tests/free-port.ts';
import { prepareDataDirectory } from '../data-directory.ts';
import { findBinaries } from '../platform/db/embedded/binaries.ts';
import { ensureCluster } from '../platform/db/embedded/cluster.ts';
import { type Postmaster, startPostmaster, stopPostmaster } from '../platform/db/embedded/postmaster.ts';
import { chooseSystemUser } from '../platform/db/embedded/system-user.ts';
import { systemBinaries } from './database-server.ts';
import { eventually } from './eventually.ts';

/** An unsupervised PostgreSQL for DATABASE_URL, which a test stops and starts. */
export type ExternalServer = Awaited<ReturnType<typeof startExternalServer>>;

const DATABASE = 'wayside_nodes';

/** Starts the PostgreSQL installed on the system or, if there is none, the embedded one. */
export async function startExternalServer() {
  const folder = await mkdtemp(join(tmpdir(), 'wayside-external-'));
  // The user account of the database server needs access.
  await chmod(folder, 0o711);
  const user = chooseSystemUser(null);
  const binaries = (await systemBinaries(user)) ?? findBinaries(user);
  const directory = await prepareDataDirectory(folder);
  const password = await ensureCluster(directory, binaries, user);
  const port = await freePort();
  let postmaster: Postmaster | null = null;

  async function start(): Promise<void> {
    const options = { directory, binaries, user, port, tuning: ['shared_buffers=32MB'] };
    // A killed server holds its shared memory until its last process has ended.
    await eventually('the server', async () => {
      postmaster = await startPostmaster(options).catch(() => null);
      return postmaster !== null;
    });
  }
  /** Stops the server with a signal or kills it. */
  async function stop(how: 'orderly' | 'at once'): Promise<void> {
    if (postmaster === null) return;
    const { child, ended } = postmaster;
    postmaster = null;
    if (how === 'at once') child.kill('SIGKILL');
    // PostgreSQL 15 may never stop on SIGINT while it recovers.
    else await stopPostmaster(child.pid ?? 0, () => child.exitCode !== null || child.signalCode !== null);
    await ended;
  }

  await start();
  const address = `postgres://wayside:${password}@127.0.0.1:${port}`;
  const client = new pg.Client({ connectionString: `${address}/postgres` });
  await client.connect();
  await client.query(`CREATE DATABASE ${DATABASE}`);
  await client.end();
  return {
    /** The URL of its database, unchanged after a restart. */
    connectionString: `${address}/${DATABASE}`,
    /** A folder for files that the servers of a test share. */
    dataDir: join(folder, 'shared'),
    start,
    stop,
    remove: async () => {
      await stop('orderly');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
