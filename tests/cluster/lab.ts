import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childOf, Machine, UNSHARE } from './machine.ts';
import { ip } from './namespace-tools.ts';

const MACHINES = 3;

/** Three machines and the host on a separate network switch. */
export interface Lab {
  readonly machines: readonly Machine[];
  /** The prefix of all addresses: "198.18.7.". */
  readonly network: string;
  /** The host's address. */
  readonly address: string;
  /** Disconnects a machine from the switch: packets are dropped in both directions without an error. */
  disconnect(machine: Machine): void;
  reconnect(machine: Machine): void;
  /** Boots a machine and connects it to the switch. */
  boot(machine: Machine): Promise<void>;
  remove(): Promise<void>;
}

/** Boots the machines. Their addresses are in the range for benchmarks, which no real network uses (RFC 2544). */
export async function startLab(): Promise<Lab> {
  const folder = mkdtempSync(join(tmpdir(), 'wayside-cluster-'));
  chmodSync(folder, 0o755);
  const number = process.pid % 250;
  const network = `198.18.${number}.`;
  const address = `${network}254`;
  const uplink = `wayside${number}`;
  const bridge = await startSwitch();
  // The process of `unshare`; its child owns the network namespace.
  const switchPid = childOf(bridge.pid ?? 0) ?? 0;
  ip(`link add ${uplink} type veth peer name host netns ${switchPid}`);
  ip(`addr add ${address}/24 dev ${uplink}`);
  ip(`link set ${uplink} up`);
  ip('link set host master bridge up', switchPid);
  const machines = Array.from({ length: MACHINES }, (_, place) => {
    const name = `wayside${place + 1}`;
    const of = join(folder, name);
    mkdirSync(of);
    return new Machine(name, `${network}${place + 1}`, of);
  });

  async function boot(machine: Machine): Promise<void> {
    await machine.boot();
    ip(`link add ${machine.name} type veth peer name eth0 netns ${machine.init}`, switchPid);
    ip(`addr add ${machine.address}/24 dev eth0`, machine.init);
    ip('link set eth0 up', machine.init);
    ip(`link set ${machine.name} master bridge up`, switchPid);
  }
  await Promise.all(machines.map(boot));

  return {
    machines,
    network,
    address,
    boot,
    disconnect: ({ name }) => ip(`link set ${name} nomaster`, switchPid),
    reconnect: ({ name }) => ip(`link set ${name} master bridge`, switchPid),
    remove: async () => {
      await Promise.all(machines.map((machine) => machine.powerOff()));
      const ended = once(bridge, 'exit');
      bridge.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts a network namespace with a bridge, isolated from the host's own network rules. */
async function startSwitch(): Promise<ChildProcess> {
  const commands = 'ip link add bridge type bridge && ip link set bridge up && echo up && exec sleep infinity';
  const child = spawn('setpriv', [...UNSHARE, '--net', 'sh', '-c', commands], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(child.stdout, 'data');
  return child;
}
