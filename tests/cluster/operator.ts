import { copyFile } from 'node:fs/promises';
import type { Lab } from './lab.ts';
import type { Machine } from './machine.ts';
import type { DocumentedCommands } from './operations-document.ts';
import { Service } from './service.ts';

/** The folder of this repository on a machine. */
const CLONE = '/srv/repository';

/** Runs the commands of the document on the machines of a lab, as an operator would. */
export class Operator {
  readonly #lab: Lab;
  readonly #services = new Map<string, Service>();
  output = '';

  constructor(lab: Lab) {
    this.#lab = lab;
  }

  service(machine: Machine, name: string): Service {
    const key = `${machine.name} ${name}`;
    const service = this.#services.get(key) ?? new Service(machine, name);
    this.#services.set(key, service);
    return service;
  }

  /** Runs blocks of commands on the machines that they name. A block without a machine number runs on `chosen`. */
  async run(blocks: readonly DocumentedCommands[], chosen?: Machine): Promise<void> {
    for (const { where, lines } of blocks) {
      if (where === 'every machine') await Promise.all(this.#lab.machines.map((each) => this.#typeOn(each, lines)));
      else if (where === 'one machine after the other')
        for (const each of this.#lab.machines) await this.#typeOn(each, lines);
      else {
        const [, number] = /^machine (\d)$/.exec(where) ?? [];
        const machine = number === undefined ? chosen : this.#lab.machines[Number(number) - 1];
        if (machine === undefined) throw new Error(`the document has commands for "${where}"`);
        await this.#typeOn(machine, lines);
      }
    }
  }

  /** Lines that need the same shell run together. */
  async #typeOn(machine: Machine, lines: readonly string[]): Promise<void> {
    let script: string[] = [];
    const runScript = async () => {
      if (script.length > 0) this.output += await machine.run(['sh', '-ec', script.join('\n')]);
      script = [];
    };
    for (const line of lines) {
      const typed = line.replaceAll('10.0.0.', this.#lab.network);
      const [program = '', ...words] = typed.split(' ');
      const special = this.#special(machine, program, words);
      if (special === null) script.push(typed);
      else {
        await runScript();
        await special();
      }
    }
    await runScript();
  }

  /** Returns the replacement for a command that a namespace machine cannot run; null for other commands. */
  #special(machine: Machine, program: string, words: string[]): (() => Promise<void>) | null {
    if (program === 'systemctl') return () => this.#systemctl(machine, words);
    if (program === 'scp') return () => this.#copy(machine, words);
    if (program === 'apt-get') return () => this.#requirePackages(machine, words);
    // Each machine already has this repository with its dependencies installed and the program built.
    if (program === 'git') return async () => void (await machine.run(['ln', '-s', CLONE, words.at(-1) ?? '']));
    if (program === 'npm' && ['ci', 'run'].includes(words[0] ?? '')) return async () => undefined;
    return null;
  }

  async #systemctl(machine: Machine, [verb = '', ...words]: string[]): Promise<void> {
    const names = words.filter((word) => !word.startsWith('-') && !['KILL'].includes(word));
    for (const name of names) {
      const service = this.service(machine, name);
      if (verb === 'stop' || verb === 'disable') await service.stop();
      else if (verb === 'restart') await service.restart();
      else if (verb === 'start' || (verb === 'enable' && words.includes('--now'))) await service.start();
      else if (verb === 'kill') service.kill();
      else if (verb !== 'enable') throw new Error(`the document says systemctl ${verb}`);
    }
  }

  /** Runs `scp FILE root@ADDRESS:FILE`. */
  async #copy(machine: Machine, [from = '', to = '']: string[]): Promise<void> {
    const [, address, path = ''] = /^root@([\d.]+):(.+)$/.exec(to) ?? [];
    const other = this.#lab.machines.find((each) => each.address === address);
    if (other === undefined) throw new Error(`no machine has the address ${address}`);
    await copyFile(machine.pathOf(from), other.pathOf(path));
  }

  /** The packages are installed on the host, whose programs the lab uses. */
  async #requirePackages(machine: Machine, words: string[]): Promise<void> {
    const packages = words.slice(1).filter((word) => !word.startsWith('-'));
    if (packages.length > 0) await machine.run(['dpkg-query', '-W', ...packages]);
  }
}
