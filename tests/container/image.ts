import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findTemporaryFolder } from '../../apps/server/src/temporary-folder.ts';
import { eventually } from '../../apps/server/src/testing/eventually.ts';

const repository = fileURLToPath(new URL('../../', import.meta.url));
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const UNSHARE = ['--mount', '--pid', '--fork', '--kill-child'];
const MOUNT_OVERLAY_SCRIPT = `mount -t overlay overlay -o "lowerdir=/,upperdir=$PWD/upper,workdir=$PWD/work" root
mount -t proc proc root/proc
mount --rbind /dev root/dev`;
const READ_ONLY = `mount --bind "$ROOT" "$ROOT"
mount -o remount,bind,ro "$ROOT"
mount -t tmpfs -o mode=1777 tmpfs "$ROOT/tmp"
mount --bind "$DATA" "$ROOT/data"
mount -t proc proc "$ROOT/proc"
mount -t tmpfs tmpfs "$ROOT/dev"
for name in null zero random urandom; do touch "$ROOT/dev/$name"; mount --bind "/dev/$name" "$ROOT/dev/$name"; done
mkdir -m 1777 "$ROOT/dev/shm"`;

/** Whether this machine has the programs that the image copies from the PostgreSQL image. */
export const hasPostgresTools = existsSync('/usr/lib/postgresql');

/** An instruction of a Dockerfile. */
export interface Instruction {
  readonly name: string;
  readonly value: string;
}

/** Returns the stages of a Dockerfile, each a list of instructions that starts with FROM. */
export function readStages(text: string): Instruction[][] {
  const stages: Instruction[][] = [];
  for (const line of text.replaceAll(/\\\n\s*/g, ' ').split('\n')) {
    const [, name, value] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) continue;
    if (name === 'FROM') stages.push([]);
    stages.at(-1)?.push({ name, value });
  }
  return stages;
}

/** Returns the reason why this machine cannot build an image without a container engine; null if it can. */
export function imageSkipReason(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'only root on Linux can build the image without a container engine';
  const trial =
    'mount -t tmpfs none /mnt && mkdir /mnt/u /mnt/w /mnt/m && mount -t overlay none -o lowerdir=/,upperdir=/mnt/u,workdir=/mnt/w /mnt/m';
  const { status, stderr } = spawnSync('unshare', ['--mount', 'sh', '-c', trial], { encoding: 'utf8' });
  return status === 0 ? null : `no overlay can be mounted here (${stderr.trim()})`;
}

/**
 * The image of the Dockerfile, built and run in namespaces. Node and the libraries of this machine replace those of
 * the base image.
 */
export class Image {
  readonly #folder = mkdtempSync(join(findTemporaryFolder(['/var/tmp']), 'wayside-image-'));
  readonly #final: readonly Instruction[];
  readonly root = join(this.#folder, 'image');

  private constructor(final: readonly Instruction[]) {
    this.#final = final;
  }

  /**
   * Runs the stages that the last stage copies from. The stage for the PostgreSQL programs is skipped if this machine
   * does not have them.
   * @throws Error with the output of the failed step
   */
  static build(): Image {
    const stages = readStages(readFileSync(join(repository, 'Dockerfile'), 'utf8'));
    const image = new Image(stages.at(-1) ?? []);
    for (const { name, value } of image.#final) {
      const [, stage, source = ''] = /^--from=(\S+) (\S+) \/$/.exec(value) ?? [];
      if (name !== 'COPY' || stage === undefined || (stage === 'tools' && !hasPostgresTools)) continue;
      const instructions = stages.find(([from]) => from?.value.endsWith(` AS ${stage}`)) ?? [];
      cpSync(join(image.#runStage(stage, instructions), source), image.root, {
        recursive: true,
        verbatimSymlinks: true,
      });
    }
    // A container engine creates these folders.
    for (const name of ['proc', 'dev']) mkdirSync(join(image.root, name), { recursive: true });
    return image;
  }

  /** @returns the folder with the files that the stage added */
  #runStage(stage: string, instructions: readonly Instruction[]): string {
    const own = join(this.#folder, stage);
    for (const name of ['upper', 'work', 'root']) mkdirSync(join(own, name), { recursive: true });
    let folder = '/';
    for (const { name, value } of instructions) {
      if (name === 'WORKDIR') folder = value;
      else if (name === 'COPY') copyCheckout(value.split(' ')[0] ?? '', join(own, 'upper', folder));
      else if (name === 'RUN') runStep(own, folder, value);
    }
    return join(own, 'upper');
  }

  /** The size of all files in bytes. */
  get size(): number {
    return Number(execFileSync('du', ['-s', '--block-size=1', this.root], { encoding: 'utf8' }).split('\t')[0]);
  }

  /**
   * Runs the image like `docker run --read-only --tmpfs /tmp -v …:/data`, with the host's network.
   * @param data the folder that is mounted as the volume
   * @param words the command; replaces CMD
   */
  run(data: string, env: Readonly<Record<string, string>>, words?: readonly string[]): Container {
    const [user = 0, group = 0] = instructionValue(this.#final, 'USER').split(':').map(Number);
    mkdirSync(data, { recursive: true });
    execFileSync('chown', ['-R', `${user}:${group}`, data]);
    const variables = this.#final
      .filter(({ name }) => name === 'ENV')
      .flatMap(({ value }) => value.split(' '))
      .concat(Object.entries(env).map(([name, value]) => `${name}=${value}`));
    const inside = `cd ${instructionValue(this.#final, 'WORKDIR')}; export ${variables.map((pair) => `'${pair}'`).join(' ')}; exec "$@"`;
    const script = `set -e\n${READ_ONLY}\nexec chroot --userspec=${user}:${group} "$ROOT" /bin/sh -c "$INSIDE" sh "$@"`;
    const command = [...listOf(this.#final, 'ENTRYPOINT'), ...(words ?? listOf(this.#final, 'CMD'))];
    const child = spawn('unshare', [...UNSHARE, 'sh', '-c', script, 'sh', ...command], {
      env: { PATH, ROOT: this.root, DATA: data, INSIDE: inside },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return new Container(child);
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** A running image. */
export class Container {
  readonly #child: ChildProcess;
  output = '';

  constructor(child: ChildProcess) {
    this.#child = child;
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => (this.output += String(chunk)));
  }

  /** The process that `docker stop` signals. */
  get pid(): number {
    const children = readFileSync(`/proc/${this.#child.pid}/task/${this.#child.pid}/children`, 'utf8');
    return Number(children.trim().split(' ')[0]);
  }

  /** Waits until a page responds with 200. */
  async untilServing(address: string): Promise<void> {
    await eventually(
      `an answer of ${address}`,
      async () => {
        if (this.#child.exitCode !== null) throw new Error(`the container ended:\n${this.output}`);
        const response = await fetch(address).catch(() => null);
        return response?.status === 200;
      },
      300_000,
    );
  }

  /** @returns the exit code after `signal`, or of a run that ends without it */
  async ended(signal?: NodeJS.Signals): Promise<number | null> {
    const exit = this.#child.exitCode === null ? once(this.#child, 'exit') : [this.#child.exitCode];
    if (signal !== undefined) process.kill(this.pid, signal);
    const [code] = await exit;
    return typeof code === 'number' ? code : null;
  }
}

function instructionValue(instructions: readonly Instruction[], wanted: string): string {
  const found = instructions.find(({ name }) => name === wanted);
  if (found === undefined) throw new Error(`the Dockerfile has no ${wanted}`);
  return found.value;
}

function listOf(instructions: readonly Instruction[], wanted: string): string[] {
  const list: unknown = JSON.parse(instructionValue(instructions, wanted));
  if (!Array.isArray(list)) throw new Error(`${wanted} is not a list`);
  return list.map(String);
}

/** Runs a command in a folder of this machine and writes its changes to `upper` of the stage. */
function runStep(stage: string, folder: string, command: string): void {
  const script = `set -e\n${MOUNT_OVERLAY_SCRIPT}\nexec chroot root sh -c 'cd "$0" && sh -c "$1"' "$FOLDER" "$COMMAND"`;
  execFileSync('unshare', [...UNSHARE, 'sh', '-c', script], {
    cwd: stage,
    env: { PATH, HOME: '/root', FOLDER: folder, COMMAND: command },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

/**
 * Copies a file like COPY with .dockerignore. For ".", it copies the files that Git would commit from the working
 * tree.
 */
export function copyCheckout(source: string, target: string): void {
  if (source !== '.') {
    cpSync(join(repository, source), join(target, basename(source)));
    return;
  }
  const names = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: repository,
    encoding: 'utf8',
  });
  for (const name of names.split('\0').filter((path) => path !== '' && existsSync(join(repository, path)))) {
    mkdirSync(dirname(join(target, name)), { recursive: true });
    cpSync(join(repository, name), join(target, name));
  }
}
