import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { findBinaries } from '../db/embedded/binaries.ts';
import { prepareDataDirectory } from '../db/embedded/data-directory.ts';
import { ensureCluster } from '../db/embedded/initialise-cluster.ts';
import { freePort, type Postmaster, startPostmaster, stopPostmaster } from '../db/embedded/postmaster.ts';
import { chooseSystemUser } from '../db/embedded/system-user.ts';
import { systemBinaries } from './database-server.ts';
import { eventually } from './eventually.ts';

/** A PostgreSQL that nobody looks after, as DATABASE_URL leads to one: a test stops and starts it. */
export interface ExternalServer {
  /** Leads to an empty database, after every start again. */
  readonly connectionString: string;
  /** A folder for what the programs of a test share besides it. */
  readonly dataDir: string;
  /** As its operator does, or as the power does. */
  stop(how: 'orderly' | 'at once'): Promise<void>;
  start(): Promise<void>;
  remove(): Promise<void>;
}

const DATABASE = 'wayside_nodes';

/** Starts one: the system's, and where it has none, ours in its role. */
export async function startExternalServer(): Promise<ExternalServer> {
  const folder = await mkdtemp(join(tmpdir(), 'wayside-external-'));
  // The account that it runs as must be able to enter.
  await chmod(folder, 0o711);
  const user = chooseSystemUser(null);
  const binaries = (await systemBinaries(user)) ?? findBinaries(user);
  const directory = await prepareDataDirectory(folder);
  const password = await ensureCluster(directory, binaries, user);
  const port = await freePort();
  let postmaster: Postmaster | null = null;

  async function start(): Promise<void> {
    const options = { directory, binaries, user, port, tuning: ['shared_buffers=32MB'] };
    // What was killed holds its memory until the last of its processes has noticed.
    await eventually('the server', async () => {
      postmaster = await startPostmaster(options).catch(() => null);
      return postmaster !== null;
    });
  }
  async function stop(how: 'orderly' | 'at once'): Promise<void> {
    if (postmaster === null) return;
    const { child, ended } = postmaster;
    postmaster = null;
    if (how === 'at once') child.kill('SIGKILL');
    // PostgreSQL 15 may never end by SIGINT while it recovers.
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
    connectionString: `${address}/${DATABASE}`,
    dataDir: join(folder, 'shared'),
    start,
    stop,
    remove: async () => {
      await stop('orderly');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
