import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareDataDirectory } from '../../data-directory.ts';
import { eventually } from '../../testing/eventually.ts';
import { findBinaries } from './embedded/binaries.ts';
import { type Cluster, startCluster } from './embedded/cluster.ts';
import { chooseSystemUser } from './embedded/system-user.ts';
import { connectForRequests, openDatabase } from './open-database.ts';

const log = pino({ level: 'silent' });
const password = 'the-same-on-both';
let folder: string;
let first: Cluster;
let second: Cluster;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wayside-hosts-'));
  [first, second] = await Promise.all([startOne('first'), startOne('second')]);
  await setReadOnly(second, 'on');
}, 300_000);

afterAll(async () => {
  await Promise.all([first.stop(), second.stop()]);
  await rm(folder, { recursive: true, force: true });
});

/** Starts one of the hosts. The same user and password work on all of them. */
async function startOne(name: string): Promise<Cluster> {
  const user = chooseSystemUser(null);
  const directory = await prepareDataDirectory(join(folder, name));
  const cluster = await startCluster({
    directory,
    binaries: findBinaries(user),
    user,
    log,
    tuning: ['shared_buffers=16MB'],
  });
  await run(cluster.connectionString, `ALTER ROLE wayside PASSWORD '${password}'`);
  return { ...cluster, connectionString: Object.assign(new URL(cluster.connectionString), { password }).href };
}

async function run(connectionString: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/** Simulates the promotion of a standby or the return of a primary. */
async function setReadOnly(cluster: Cluster, value: 'on' | 'off'): Promise<void> {
  await run(
    cluster.connectionString,
    `ALTER SYSTEM SET default_transaction_read_only = ${value}`,
    'SELECT pg_reload_conf()',
  );
}

const hostOf = (cluster: Cluster) => new URL(cluster.connectionString).host;

describe('[RUN-03] a DATABASE_URL with several hosts', () => {
  it('connects to the host that accepts writes, and to the other host after a failover', async () => {
    const databaseUrl = `postgres://wayside:${password}@${hostOf(second)},${hostOf(first)}/wayside?target_session_attrs=read-write`;
    const opened = await openDatabase(
      { databaseUrl, databaseUrlDirect: null, migrationDatabaseUrl: null, databasePool: 2, dataDir: '/nowhere' },
      log,
      { purpose: 'serve' },
    );
    const database = connectForRequests(opened, log);
    const port = async () => {
      const { rows } = await database.pool.query("SELECT current_setting('port') AS port");
      return `127.0.0.1:${rows[0]?.port}`;
    };
    expect(await port()).toBe(hostOf(first));
    await setReadOnly(second, 'off');
    await first.stop();
    await eventually('the other host', async () => (await port().catch(() => null)) === hostOf(second));
    await database.pool.query('CREATE TABLE written (id int)');
    await database.close();
  });
});
