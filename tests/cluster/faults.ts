import { setTimeout as delay } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import type { Machine } from './machine.ts';
import { documentedCommands } from './operations-document.ts';
import { clockSkipReason } from './service.ts';

/** A fault: a part of the cluster fails and is restored. */
export interface Fault {
  /** The part and its failure: "the primary's machine, cut". */
  readonly name: string;
  /**
   * Chooses the machine and breaks its part.
   * @returns the machine
   */
  begin(cluster: Cluster): Promise<Machine>;
  /** Restores the part. Killed services have already been restarted by systemd. */
  end(cluster: Cluster, machine: Machine): Promise<void>;
  /** The minimum duration in milliseconds, if the fault takes effect only after some time. */
  readonly lastsMs?: number;
  /** Whether clients cannot reach the panel through that machine during the fault. */
  readonly hidesMachine: boolean;
  /** The reason why this machine cannot run the fault. */
  readonly skipReason?: string | null;
}

type Choose = (cluster: Cluster) => Promise<Machine>;
type NodeRole = 'the primary' | 'the synchronous standby' | 'the other standby';

const CHOOSE_BY_ROLE: Readonly<Record<NodeRole, Choose>> = {
  'the primary': (cluster) => cluster.primary(),
  'the synchronous standby': async (cluster) => (await cluster.standbys()).synchronous,
  'the other standby': async (cluster) => (await cluster.standbys()).other,
};

const nothing = () => Promise.resolve();

/** Kills all processes of a service at once. */
const killService = (service: string, role: NodeRole, hidesMachine = false): Fault => ({
  name: `${service} of ${role}, kill -9`,
  begin: async (cluster) => {
    const machine = await CHOOSE_BY_ROLE[role](cluster);
    machine.signal(cluster.operator.service(machine, service).processName, 'SIGKILL');
    return machine;
  },
  end: nothing,
  hidesMachine,
});

/** Stops all processes of a service with SIGSTOP, and later resumes them. */
const pauseService = (service: string, role: NodeRole, hidesMachine = false): Fault => ({
  name: `${service} of ${role}, SIGSTOP`,
  begin: async (cluster) => {
    const machine = await CHOOSE_BY_ROLE[role](cluster);
    machine.signal(cluster.operator.service(machine, service).processName, 'SIGSTOP');
    return machine;
  },
  end: async (cluster, machine) => cluster.operator.service(machine, service).resume(),
  hidesMachine,
});

/** The duration is longer than Patroni needs to replace an unresponsive primary. */
const patroniStopped = (role: NodeRole): Fault => ({ ...pauseService('patroni', role), lastsMs: 26_000 });

/** PostgreSQL is started by Patroni and is not a service of its own. */
const postgres = (signal: 'SIGKILL' | 'SIGSTOP', role: NodeRole): Fault => ({
  name: `PostgreSQL of ${role}, ${signal === 'SIGKILL' ? 'kill -9' : 'SIGSTOP'}`,
  begin: async (cluster) => {
    const machine = await CHOOSE_BY_ROLE[role](cluster);
    machine.signal('postgres', signal);
    return machine;
  },
  end: async (_, machine) => machine.signal('postgres', 'SIGCONT'),
  hidesMachine: false,
});

/** Runs commands from the document. */
const documentedProcedure = (heading: string): Fault => ({
  name: `"${heading}" of docs/operations.md`,
  begin: async (cluster) => {
    const machine = await cluster.primary();
    await cluster.operator.run(documentedCommands(heading), machine);
    return machine;
  },
  end: nothing,
  hidesMachine: false,
});

const networkCut = (role: NodeRole): Fault => ({
  name: `the network of ${role}, cut`,
  begin: async (cluster) => {
    const machine = await CHOOSE_BY_ROLE[role](cluster);
    cluster.lab.disconnect(machine);
    return machine;
  },
  end: async (cluster, machine) => cluster.lab.reconnect(machine),
  hidesMachine: true,
});

/** The network is restored before any part has been replaced. */
const briefNetworkCut = (role: NodeRole): Fault => ({
  name: `the network of ${role}, cut for 4 s`,
  begin: async (cluster) => {
    const machine = await CHOOSE_BY_ROLE[role](cluster);
    cluster.lab.disconnect(machine);
    await delay(4_000);
    cluster.lab.reconnect(machine);
    return machine;
  },
  end: nothing,
  hidesMachine: true,
});

const diskFull = (role: NodeRole): Fault => ({
  name: `the disk of ${role}, full`,
  begin: async (cluster) => {
    const machine = await CHOOSE_BY_ROLE[role](cluster);
    await machine.fillDisk();
    return machine;
  },
  end: (_, machine) => machine.freeDisk(),
  hidesMachine: false,
});

/** Sets the clock an hour ahead and back again at the end. */
const clockChanged = (role: NodeRole): Fault => ({
  name: `the clock of the node of ${role}, an hour ahead and back`,
  begin: async (cluster) => {
    const machine = await CHOOSE_BY_ROLE[role](cluster);
    machine.setClock(3_600);
    return machine;
  },
  end: async (_, machine) => machine.setClock(0),
  lastsMs: 10_000,
  hidesMachine: false,
  skipReason: clockSkipReason,
});

/** Every part of a cluster with its failures. A short run uses the first ones. */
export const FAULTS: readonly Fault[] = [
  documentedProcedure('When the primary dies'),
  diskFull('the primary'),
  networkCut('the primary'),
  clockChanged('the primary'),
  postgres('SIGSTOP', 'the primary'),
  patroniStopped('the primary'),
  pauseService('etcd', 'the primary'),
  killService('haproxy', 'the primary', true),
  pauseService('nginx', 'the primary', true),
  networkCut('the synchronous standby'),
  pauseService('wayside', 'the primary'),
  postgres('SIGKILL', 'the primary'),
  postgres('SIGSTOP', 'the synchronous standby'),
  killService('etcd', 'the primary'),
  documentedProcedure('A new minor version of PostgreSQL'),
  pauseService('haproxy', 'the other standby', true),
  killService('nginx', 'the synchronous standby', true),
  killService('wayside', 'the other standby'),
  killService('patroni', 'the primary'),
  networkCut('the other standby'),
  briefNetworkCut('the primary'),
  diskFull('the synchronous standby'),
  clockChanged('the synchronous standby'),
  pauseService('wayside', 'the other standby'),
];
