import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually } from '../../apps/server/src/testing/eventually.ts';

const repository = fileURLToPath(new URL('../../', import.meta.url));
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

const BALLAST = '/var/lib/postgresql/ballast';

/**
 * The root file system of a new machine: the host's programs, its own disk and devices, and no processes. /dev has no
 * watchdog, because that would restart the host.
 */
const BOOT = `set -e
mkdir -p upper work root
mount -t overlay overlay -o "lowerdir=/,upperdir=$PWD/upper,workdir=$PWD/work" root
cd root
mount -t proc proc proc
mount -t tmpfs tmpfs dev
mkdir dev/shm dev/pts
mount -t tmpfs tmpfs dev/shm
for name in null zero full random urandom tty; do touch dev/$name; mount --bind /dev/$name dev/$name; done
ln -s /proc/self/fd dev/fd
mount -t tmpfs tmpfs run
mkdir -p run/lock run/postgresql run/haproxy
echo +0 > run/clock
chown postgres:postgres run/postgresql
mount -t tmpfs tmpfs tmp
chmod 1777 tmp dev/shm
[ -e etc/machine-of-a-test ] || rm -rf var/lib/etcd/default etc/wayside
touch etc/machine-of-a-test
mkdir -p srv/repository
mount --bind "$REPOSITORY" srv/repository
touch usr/local/bin/node
mount --bind "$NODE" usr/local/bin/node
mount -t tmpfs -o "size=$DISK" tmpfs var/lib/postgresql
chown postgres:postgres var/lib/postgresql
hostname "$NAME"
ip link set lo up
echo booted
exec chroot . env --ignore-signal=CHLD sleep infinity
`;

/** Arguments for `setpriv` that end all processes of the namespaces when the calling process ends for any reason. */
export const UNSHARE = ['--pdeathsig=KILL', 'unshare', '--pid', '--fork', '--kill-child=SIGKILL'];

export interface RunOptions {
  /** A user account on the machine. */
  readonly user?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** The file for the output; pipes are used if it is missing. */
  readonly log?: string;
}

/**
 * A machine made of namespaces. It has its own network, processes and host name, and a disk that starts as a copy of
 * the host's.
 */
export class Machine {
  readonly name: string;
  readonly address: string;
  /** The folder with its files on the host, including service logs. */
  readonly folder: string;
  #holder: ChildProcess | null = null;
  #init = 0;
  readonly #diskSize: string;

  constructor(name: string, address: string, folder: string, diskSize = '1500m') {
    this.name = name;
    this.address = address;
    this.folder = folder;
    this.#diskSize = diskSize;
  }

  /** The process that holds the namespaces of the machine. */
  get init(): number {
    return this.#init;
  }

  get isOn(): boolean {
    return this.#holder !== null;
  }

  async boot(): Promise<void> {
    mkdirSync(join(this.folder, 'logs'), { recursive: true });
    const holder = spawn('setpriv', [...UNSHARE, '--mount', '--net', '--uts', '--ipc', 'sh', '-c', BOOT], {
      cwd: this.folder,
      env: { PATH, REPOSITORY: repository, NODE: process.execPath, NAME: this.name, DISK: this.#diskSize },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#holder = holder;
    let output = '';
    let errors = '';
    holder.stdout.on('data', (chunk) => (output += String(chunk)));
    holder.stderr.on('data', (chunk) => (errors += String(chunk)));
    await eventually(`the boot of ${this.name}`, () => {
      if (holder.exitCode !== null) throw new Error(`${this.name} did not boot: ${errors}`);
      return output.includes('booted');
    });
    this.#init = childOf(holder.pid ?? 0) ?? 0;
  }

  /** Kills all processes at once, like a power failure. The in-memory disk is lost. */
  async powerOff(): Promise<void> {
    const holder = this.#holder;
    if (holder === null) return;
    this.#holder = null;
    const ended = once(holder, 'exit');
    process.kill(this.#init, 'SIGKILL');
    await ended;
  }

  /** Starts a program in the machine. Returns a helper process; pass its pid to `childOf` to get the program. */
  start(command: readonly string[], { user = 'root', env = {}, cwd = '/', log }: RunOptions = {}): ChildProcess {
    const { uid, gid } = this.#account(user);
    const into = ['--mount', '--net', '--pid', '--uts', '--ipc', '--root', `--wdns=${cwd}`];
    const output = log === undefined ? 'pipe' : openSync(log, 'a');
    return spawn(
      'nsenter',
      ['--target', String(this.#init), ...into, `--setgid=${gid}`, `--setuid=${uid}`, '--', ...command],
      {
        env: { PATH, LANG: 'C.UTF-8', ...env },
        stdio: ['ignore', output, output],
      },
    );
  }

  /**
   * Runs a program and waits for it to end.
   * @returns its output
   * @throws Error with the output if the exit code is not 0
   */
  async run(command: readonly string[], options: RunOptions = {}): Promise<string> {
    const child = this.start(command, options);
    let output = '';
    child.stdout?.on('data', (chunk) => (output += String(chunk)));
    child.stderr?.on('data', (chunk) => (output += String(chunk)));
    const [code] = await once(child, 'close');
    if (code !== 0) throw new Error(`${this.name}: ${command.join(' ')} ended with ${code}:\n${output}`);
    return output;
  }

  /** Returns the host pids of the machine's processes with a name. */
  processes(name: string): number[] {
    const space = namespaceOf(this.#init);
    return readdirSync('/proc')
      .filter((entry) => /^\d+$/.test(entry))
      .map(Number)
      .filter((pid) => namespaceOf(pid) === space && nameOf(pid) === name);
  }

  /** Sends a signal to all processes of the machine with a name. */
  signal(name: string, signal: NodeJS.Signals): void {
    for (const pid of this.processes(name)) {
      try {
        process.kill(pid, signal);
      } catch {
        // The process has just ended.
      }
    }
  }

  /** Fills the disk of the machine's database. */
  async fillDisk(): Promise<void> {
    // The command intentionally fails when no space is left.
    await this.run(['sh', '-c', `dd if=/dev/zero of=${BALLAST} bs=1M 2> /dev/null || true`]);
  }

  /** Sets the clock of the machine's node ahead of the host's by that many seconds. */
  setClock(seconds: number): void {
    writeFileSync(this.pathOf('/run/clock'), `+${seconds}\n`);
  }

  async freeDisk(): Promise<void> {
    await this.run(['rm', '-f', BALLAST]);
  }

  /** Returns the host path of a path in the machine. */
  pathOf(path: string): string {
    return join(`/proc/${this.#init}/root`, path);
  }

  read(path: string): string | null {
    try {
      return readFileSync(this.pathOf(path), 'utf8');
    } catch {
      return null;
    }
  }

  #account(user: string): { uid: string; gid: string } {
    const line = this.read('/etc/passwd')
      ?.split('\n')
      .find((each) => each.startsWith(`${user}:`));
    const [, , uid, gid] = line?.split(':') ?? [];
    if (uid === undefined || gid === undefined) throw new Error(`${this.name} has no account ${user}`);
    return { uid, gid };
  }
}

function namespaceOf(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/ns/pid`);
  } catch {
    return null;
  }
}

function nameOf(pid: number): string | null {
  try {
    const comm = readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
    return comm === 'patroni' ? comm : basename(readlinkSync(`/proc/${pid}/exe`));
  } catch {
    return null;
  }
}

/** Returns the only child of a process; null if it has none yet. */
export function childOf(pid: number): number | null {
  try {
    const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    return child ? Number(child) : null;
  } catch {
    return null;
  }
}
