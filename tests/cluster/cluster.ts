import { readFileSync, writeFileSync } from 'node:fs';
import { eventually } from '../../apps/server/src/testing/eventually.ts';
import { startObjectStorage, type TestObjectStorage } from '../../apps/server/src/testing/object-storage.ts';
import { type Lab, startLab } from './lab.ts';
import type { Machine } from './machine.ts';
import { documentedCommands } from './operations-document.ts';
import { Operator } from './operator.ts';
import { readEnvironment } from './unit-file.ts';

const HEALTHY_MS = 120_000;
const PATRONI = 8008;

/** Three machines on which an operator has run the commands in the chapter "Several machines" of docs/operations.md. */
export interface Cluster {
  readonly lab: Lab;
  readonly operator: Operator;
  /** The addresses that a browser tries, which are the nginx servers of the machines. */
  readonly addresses: readonly string[];
  /** The settings of a command on this machine; they bypass HAProxy. */
  readonly environment: Readonly<Record<string, string>>;
  /** The connection string of the database, bypassing HAProxy, with the role that owns the tables. */
  readonly connectionString: string;
  /** Returns the machine whose PostgreSQL is writable. */
  primary(): Promise<Machine>;
  /** Returns the standby that commits wait for, and the other standby. */
  standbys(): Promise<{ readonly synchronous: Machine; readonly other: Machine }>;
  /**
   * Resolves when there is a primary, both standbys follow it (one of them synchronously), and every node can serve
   * requests.
   */
  untilHealthy(): Promise<void>;
  remove(): Promise<void>;
}

/** Installs a cluster with the commands of the document. */
export async function installCluster(): Promise<Cluster> {
  const lab = await startLab();
  const operator = new Operator(lab);
  const storage = await startObjectStorage(lab.address);
  const { machines } = lab;
  const [first] = machines;
  if (first === undefined) throw new Error('there is no machine');
  try {
    await operator.run(documentedCommands('Packages'));
    await operator.run(documentedCommands('Configuration').slice(0, 1));
    editValues(first, lab, storage);
    await operator.run(documentedCommands('Configuration').slice(1));
    const leftOver = machines.flatMap((machine) =>
      [
        '/etc/default/etcd',
        '/etc/patroni/config.yml',
        '/etc/haproxy/haproxy.cfg',
        '/etc/wayside/wayside.env',
      ].filter((path) => /@[A-Z_0-9]+@|10\.0\.0\./.test(machine.read(path) ?? '@UNREADABLE@')),
    );
    if (leftOver.length > 0) throw new Error(`values are missing in ${leftOver.join(', ')}`);
    const database = documentedCommands('The database');
    await operator.run(database.slice(0, -1));
    await eventually('the three PostgreSQL', () => areReplicating(machines), HEALTHY_MS);
    await operator.run(database.slice(-1));
    await operator.run(documentedCommands('The program').slice(0, 1));
  } catch (error) {
    const logs = machines.flatMap((machine) =>
      ['etcd', 'patroni', 'haproxy', 'nginx', 'wayside'].map(
        (name) => `${machine.name} ${name}: ${operator.service(machine, name).log().slice(-2_000)}`,
      ),
    );
    await lab.remove();
    await storage.stop();
    throw new Error(`the cluster could not be installed:\n${logs.join('\n')}`, { cause: error });
  }

  const env = readEnvironment(first.read('/etc/wayside/wayside.env') ?? '');
  const past = (address: string) =>
    address.replace('127.0.0.1:5000', machines.map((machine) => `${machine.address}:5432`).join(','));
  const connectionString = past(env['MIGRATION_DATABASE_URL'] ?? '');
  const environment = {
    ...Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith('S3_'))),
    DATA_KEY: env['DATA_KEY'] ?? '',
    DATA_DIR: first.folder,
    DATABASE_URL: past(env['DATABASE_URL'] ?? ''),
    MIGRATION_DATABASE_URL: connectionString,
  };

  const cluster: Cluster = {
    lab,
    operator,
    addresses: machines.map(({ address }) => `http://${address}`),
    environment,
    connectionString,
    primary: () => primaryOf(machines),
    standbys: async () => {
      const primary = await primaryOf(machines);
      const others = machines.filter((machine) => machine !== primary);
      const states = await Promise.all(others.map(async (machine) => await statusOf(machine, '/synchronous')));
      const place = states.indexOf(200);
      const [synchronous, other] = [others[place], others[1 - place]];
      if (synchronous === undefined || other === undefined) throw new Error('no standby is synchronous');
      return { synchronous, other };
    },
    untilHealthy: async () => {
      await eventually('the three PostgreSQL', () => areReplicating(machines), HEALTHY_MS);
      for (const { address, name } of machines)
        await eventually(
          `the node of ${name}`,
          async () => (await ask(`http://${address}:3000/readyz`)) === 200,
          HEALTHY_MS,
        );
      for (const { address, name } of machines)
        await eventually(
          `the nginx of ${name}`,
          async () => (await ask(`http://${address}/readyz`)) === 200,
          HEALTHY_MS,
        );
    },
    remove: async () => {
      await lab.remove();
      await storage.stop();
    },
  };
  await cluster.untilHealthy();
  return cluster;
}

/** Makes the edits that the document leaves to the operator. */
function editValues(machine: Machine, { network }: Lab, storage: TestObjectStorage): void {
  const path = machine.pathOf('/etc/wayside/values.sed');
  const given = { ...storage.env, SERVER_NAME: '_' };
  const edited = Object.entries(given).reduce(
    (text, [name, value]) => text.replace(new RegExp(`^s\\|@${name}@\\|.*$`, 'm'), `s|@${name}@|${value}|g`),
    readFileSync(path, 'utf8').replaceAll('10.0.0.', network),
  );
  writeFileSync(path, edited);
}

async function ask(url: string): Promise<number | null> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(3_000) });
    await response.text();
    return response.status;
  } catch {
    return null;
  }
}

const statusOf = ({ address }: Machine, path: string) => ask(`http://${address}:${PATRONI}${path}`);

async function primaryOf(machines: readonly Machine[]): Promise<Machine> {
  const states = await Promise.all(machines.map(async (machine) => await statusOf(machine, '/primary')));
  const primary = machines[states.indexOf(200)];
  if (primary === undefined) throw new Error('there is no primary');
  return primary;
}

/** Checks whether Patroni reports one primary, one synchronous standby and one other standby. */
async function areReplicating(machines: readonly Machine[]): Promise<boolean> {
  const count = async (path: string) =>
    (await Promise.all(machines.map(async (machine) => await statusOf(machine, path)))).filter(
      (status) => status === 200,
    ).length;
  return (
    (await count('/primary')) === 1 &&
    (await count('/replica?lag=16MB')) === 2 &&
    (await count('/synchronous')) === 1
  );
}
