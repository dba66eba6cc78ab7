import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDataKeys } from '../../apps/server/src/platform/crypto/data-keys.ts';
import { connectDatabase } from '../../apps/server/src/platform/db/database.ts';
import { readSettings } from '../../apps/server/src/settings.ts';
import { buildWithWeb } from '../../apps/server/src/testing/program.ts';
import { serviceKeyHeader } from '../../apps/server/src/testing/service-key.ts';
import type { Payee } from '../crash/burst.ts';
import { runCrashRound } from '../crash/crash-round.ts';
import { openSession } from '../crash/open-session.ts';
import { RequestLog } from '../crash/request-log.ts';
import { type Cluster, installCluster } from './cluster.ts';
import { type Callers, ClusterLoad } from './cluster-load.ts';
import { FAULTS, type Fault } from './faults.ts';
import { clusterSkipReason } from './namespace-tools.ts';
import { documentedCommands } from './operations-document.ts';

/** The number of rounds when other tests run too; WAYSIDE_CLUSTER_ROUNDS overrides it. */
const SHORT_ROUNDS = 1;
const rounds = Number(process.env['WAYSIDE_CLUSTER_ROUNDS'] ?? SHORT_ROUNDS);
/**
 * The time within which the cluster is writable again after any fault (OPER-05). It is longer in a short run, because
 * other suites use the processors too.
 */
const WRITABLE_MS = rounds > SHORT_ROUNDS ? 30_000 : 60_000;
const played = Array.from({ length: rounds }, (_, place) => place + 1).map((round) => {
  const fault = FAULTS[(round - 1) % FAULTS.length];
  if (fault === undefined) throw new Error('there is no fault');
  return { round, fault };
});
const ROUND_MS = 600_000;

const reason = clusterSkipReason();
const asked = new RequestLog();
const payees: Payee[] = [];
let cluster: Cluster;
let callers: Callers;
let loads = 0;

beforeAll(async () => {
  if (reason !== null) return;
  buildWithWeb();
  cluster = await installCluster();
  const connectionString = await connectionToPrimary();
  const database = connectDatabase(connectionString, { max: 1, log: pino({ level: 'silent' }) });
  await openDataKeys(database, readSettings({ ...cluster.environment }));
  callers = {
    addresses: cluster.addresses,
    token: await openSession(connectionString),
    key: await serviceKeyHeader(database, 'users'),
  };
  await database.close();
}, 300_000);

afterAll(async () => {
  if (reason !== null) return;
  // Undefined if the cluster could not be installed.
  await cluster?.remove();
  report(`payments on a cluster: ${JSON.stringify(asked.counts)}`);
}, 60_000);

beforeEach(({ skip }) => {
  if (reason !== null) skip(reason);
});

/** node-postgres supports only one host. */
async function connectionToPrimary(): Promise<string> {
  const { address } = await cluster.primary();
  return cluster.connectionString.replace(/@[^/]+\//, `@${address}:5432/`);
}

const report = (line: string) => process.stdout.write(`${line}\n`);

const newLoad = () => new ClusterLoad(callers, (0xc1_00_00_00 + ++loads).toString(16));

async function missing(load: ClusterLoad): Promise<string[]> {
  const client = new pg.Client({ connectionString: await connectionToPrimary() });
  await client.connect();
  try {
    return await load.missing(client);
  } finally {
    await client.end();
  }
}

/** Breaks a part under load, waits until changes work again without it, and then restores it. */
async function breakPart(fault: Fault): Promise<ClusterLoad> {
  const load = newLoad();
  const machine = await fault.begin(cluster);
  const others = cluster.addresses.filter((address) => !fault.hidesMachine || !address.endsWith(machine.address));
  try {
    const writableMs = await load.untilSteady(others, 60_000, fault.lastsMs);
    report(
      `${fault.name} (${machine.name}): writable again after ${writableMs} ms; ${load.count} calls, ${load.failures.length} failed`,
    );
    expect(writableMs, fault.name).toBeLessThan(WRITABLE_MS);
  } finally {
    await fault.end(cluster, machine);
    await load.stop();
  }
  return load;
}

describe('[OPER-05] a cluster of three machines, installed with the commands in docs/operations.md', () => {
  it('restarts one node after another under load without a failed request', { timeout: ROUND_MS }, async () => {
    const load = newLoad();
    await cluster.operator.run(documentedCommands('Rolling restarts and upgrades'));
    await load.untilSteady(cluster.addresses, ROUND_MS, load.elapsedMs);
    await load.stop();
    report(`a rolling restart: ${load.count} calls, ${load.failures.length} failed`);
    expect(load.failures).toEqual([]);
    expect(load.acknowledged).toBeGreaterThan(50);
    expect(await missing(load)).toEqual([]);
  });

  it.for(played)(
    'keeps every acknowledged payment once and accepts writes again: $fault.name (round $round)',
    { timeout: ROUND_MS },
    async ({ round, fault }, { skip }) => {
      if (fault.skipReason) skip(fault.skipReason);
      let load: ClusterLoad | undefined;
      await runCrashRound(
        round,
        {
          addresses: () => cluster.addresses,
          environment: cluster.environment,
          connectionString: connectionToPrimary,
          kill: async () => {
            load = await breakPart(fault);
          },
          recover: cluster.untilHealthy,
        },
        { token: callers.token, asked, payees },
      );
      expect(load === undefined ? ['no load'] : await missing(load)).toEqual([]);
    },
  );

  it('makes a backup and restores it into an empty database', { timeout: ROUND_MS }, async () => {
    const { operator } = cluster;
    const connectionString = await connectionToPrimary();
    const before = await countPayouts(connectionString);
    expect(before).toBeGreaterThan(0);
    const [backup, ...restore] = documentedCommands('Backup and restore');
    if (backup === undefined) throw new Error('the document makes no backup');
    await operator.run([backup]);
    await operator.run(restore);
    await cluster.untilHealthy();
    expect(await countPayouts(connectionString)).toBe(before);
    await operator.run(documentedCommands('The program').slice(1));
    expect(operator.output).toMatch(/Earnings/);
  });
});

async function countPayouts(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ count: number }>('SELECT count(*)::int AS count FROM payouts');
  await client.end();
  return rows[0]?.count ?? 0;
}
