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
 * The root of a fresh machine: this machine's programs, its own disk, devices, and no processes. /dev has no
 * watchdog, because that would restart the real machine.
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

/** Arguments for `setpriv`: all processes of the namespaces end with the calling process, however it ends. */
export const UNSHARE = ['--pdeathsig=KILL', 'unshare', '--pid', '--fork', '--kill-child=SIGKILL'];

export interface RunOptions {
  /** An account of the machine. */
  readonly user?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** A file for its output, else pipes. */
  readonly log?: string;
}

/** A machine made of namespaces: own network, processes, host name, and a disk that starts as a copy of this one's. */
export class Machine {
  readonly name: string;
  readonly address: string;
  /** Its files on this machine; the logs of services are below it. */
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

  /** The process whose namespaces are the machine's. */
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

  /** Kills every process at once, like a power failure; its in-memory disk is lost. */
  async powerOff(): Promise<void> {
    const holder = this.#holder;
    if (holder === null) return;
    this.#holder = null;
    const ended = once(holder, 'exit');
    process.kill(this.#init, 'SIGKILL');
    await ended;
  }

  /** Starts a program in the machine. The process is a helper; `childOf` its pid is the program. */
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
   * Runs a program to its end.
   * @returns its output
   * @throws Error with the output when the exit code is not 0
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

  /** The pids, on this machine, of its processes with a name. */
  processes(name: string): number[] {
    const space = namespaceOf(this.#init);
    return readdirSync('/proc')
      .filter((entry) => /^\d+$/.test(entry))
      .map(Number)
      .filter((pid) => namespaceOf(pid) === space && nameOf(pid) === name);
  }

  /** Sends a signal to all its processes with a name. */
  signal(name: string, signal: NodeJS.Signals): void {
    for (const pid of this.processes(name)) {
      try {
        process.kill(pid, signal);
      } catch {
        // It has just ended.
      }
    }
  }

  /** Takes all that is free on the disk of its database. */
  async fillDisk(): Promise<void> {
    // Ends with an error when there is no more space, which is the aim.
    await this.run(['sh', '-c', `dd if=/dev/zero of=${BALLAST} bs=1M 2> /dev/null || true`]);
  }

  /** Lets the clock of its node be ahead of this machine's by that many seconds. */
  setClock(seconds: number): void {
    writeFileSync(this.pathOf('/run/clock'), `+${seconds}\n`);
  }

  async freeDisk(): Promise<void> {
    await this.run(['rm', '-f', BALLAST]);
  }

  /** A path of the machine as this one sees it. */
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

/** The only child of a process, null while it has none. */
export function childOf(pid: number): number | null {
  try {
    const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    return child ? Number(child) : null;
  } catch {
    return null;
  }
}
