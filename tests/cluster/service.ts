import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { childOf, type Machine, type RunOptions } from './machine.ts';
import { commandOf, lastOf, readEnvironment, readService, splitArguments, type UnitLines } from './unit-file.ts';

const POLL_MS = 200;
const START_MS = 120_000;
const STOP_MS = 60_000;
/** Process names of services that run processes with another name than the unit. */
const PROCESS_NAMES: Readonly<Record<string, string>> = { wayside: 'node' };

/**
 * Makes a program read the time from the file that `setClock` writes. It has no effect on etcd, which bypasses libc,
 * and crashes Patroni.
 */
const CLOCK_LIBRARY = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';
export const clockSkipReason = existsSync(CLOCK_LIBRARY)
  ? null
  : 'no clock can be changed on this machine (Debian: apt-get install libfaketime)';
const CLOCK_COMMAND =
  clockSkipReason === null
    ? [
        'env',
        `LD_PRELOAD=${CLOCK_LIBRARY}`,
        'FAKETIME_TIMESTAMP_FILE=/run/clock',
        'FAKETIME_CACHE_DURATION=1',
        'FAKETIME_DONT_FAKE_MONOTONIC=1',
      ]
    : [];

/**
 * Runs a service of a machine from its unit files as systemd would, including the account, environment, directories,
 * restarts and termination. It does not support sandboxes, watchdogs and ExecStartPre.
 */
export class Service {
  readonly name: string;
  readonly #machine: Machine;
  #unit: UnitLines = new Map();
  #main: ChildProcess | null = null;
  #isWanted = false;
  #running: Promise<void> = Promise.resolve();

  constructor(machine: Machine, name: string) {
    this.#machine = machine;
    this.name = name;
  }

  get processName(): string {
    return PROCESS_NAMES[this.name] ?? this.name;
  }

  /** Starts the service and resolves when its ExecStartPost has ended. */
  async start(): Promise<void> {
    if (this.#isWanted) return;
    this.#isWanted = true;
    this.#unit = this.#read();
    const env = this.#environment();
    for (const [name, parent] of [
      ['StateDirectory', '/var/lib'],
      ['RuntimeDirectory', '/run'],
    ] as const)
      await this.#makeDirectory(lastOf(this.#unit, name), parent);
    this.#running = this.#keepRunning(env);
    const after = lastOf(this.#unit, 'ExecStartPost');
    if (after === undefined) return;
    const started = this.#machine.run(commandOf(after, env), this.#options(env));
    await Promise.race([
      started,
      delay(START_MS, null, { ref: false }).then(() => {
        throw new Error(`${this.#machine.name}: ${this.name} did not start:\n${this.log()}`);
      }),
    ]);
  }

  /** Sends SIGTERM to the main process and resolves when all processes have ended. */
  async stop(): Promise<void> {
    if (!this.#isWanted) return;
    this.#isWanted = false;
    const limit = setTimeout(() => this.#machine.signal(this.processName, 'SIGKILL'), STOP_MS);
    if (lastOf(this.#unit, 'Type') === 'forking') {
      this.#machine.signal(this.processName, 'SIGTERM');
    } else if (this.#main !== null) {
      const pid = childOf(this.#main.pid ?? 0);
      if (pid !== null) process.kill(pid, 'SIGTERM');
    }
    await this.#running;
    clearTimeout(limit);
  }

  /** Kills all processes of the service, as `systemctl kill -s KILL` does. */
  kill(): void {
    this.#machine.signal(this.processName, 'SIGKILL');
    if (this.name === 'patroni') this.#machine.signal('postgres', 'SIGKILL');
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  /** Also resumes the helper process, which stopped together with its program. */
  resume(): void {
    this.#machine.signal(this.processName, 'SIGCONT');
    this.#main?.kill('SIGCONT');
  }

  /** Returns the output so far. */
  log(): string {
    return this.#machine.read(`/var/log/${this.name}.service.log`) ?? '';
  }

  async #keepRunning(env: Readonly<Record<string, string>>): Promise<void> {
    const restart = lastOf(this.#unit, 'Restart') ?? 'no';
    const pauseMs = 1000 * Number(/^(\d+)/.exec(lastOf(this.#unit, 'RestartSec') ?? '')?.[1] ?? 0.1);
    do {
      await this.#runOnce(env);
      // The remaining processes end with the main process, unless the unit specifies otherwise.
      if (lastOf(this.#unit, 'KillMode') !== 'process') this.#machine.signal(this.processName, 'SIGKILL');
      if (this.#isWanted && restart !== 'no') await delay(pauseMs);
    } while (this.#isWanted && this.#machine.isOn && restart !== 'no');
  }

  async #runOnce(env: Readonly<Record<string, string>>): Promise<void> {
    const command = commandOf(lastOf(this.#unit, 'ExecStart') ?? '', env);
    const main = this.#machine.start(
      [...(this.name === 'wayside' ? CLOCK_COMMAND : []), ...command],
      this.#options(env),
    );
    this.#main = main;
    await once(main, 'exit');
    if (lastOf(this.#unit, 'Type') !== 'forking' || main.exitCode !== 0) return;
    while (this.#machine.processes(this.processName).length > 0) await delay(POLL_MS);
  }

  #options(env: Readonly<Record<string, string>>): RunOptions {
    return {
      user: lastOf(this.#unit, 'User') ?? 'root',
      env,
      cwd: lastOf(this.#unit, 'WorkingDirectory') ?? '/',
      log: this.#machine.pathOf(`/var/log/${this.name}.service.log`),
    };
  }

  #read(): UnitLines {
    const places = ['/etc/systemd/system', '/lib/systemd/system'];
    const unit = places
      .map((place) => this.#machine.read(`${place}/${this.name}.service`))
      .find((text) => text !== null);
    if (unit === undefined || unit === null) throw new Error(`${this.#machine.name} has no unit ${this.name}`);
    const folder = `/etc/systemd/system/${this.name}.service.d`;
    const dropIns = this.#list(folder).map((file) => this.#machine.read(join(folder, file)) ?? '');
    return readService([unit, ...dropIns]);
  }

  #list(folder: string): string[] {
    try {
      return readdirSync(this.#machine.pathOf(folder)).toSorted();
    } catch {
      return [];
    }
  }

  #environment(): Record<string, string> {
    const own = (this.#unit.get('Environment') ?? []).flatMap(splitArguments).map((line) => readEnvironment(line));
    const files = (this.#unit.get('EnvironmentFile') ?? []).map((place) =>
      readEnvironment(this.#machine.read(place.replace(/^-/, '').replaceAll('%p', this.name)) ?? ''),
    );
    return Object.assign({}, ...own, ...files);
  }

  async #makeDirectory(name: string | undefined, parent: string): Promise<void> {
    if (name === undefined) return;
    const user = lastOf(this.#unit, 'User') ?? 'root';
    await this.#machine.run(['install', '-d', '-o', user, '-m', '700', `${parent}/${name}`]);
  }
}
