import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { EmbeddedUnavailable } from './embedded-unavailable.ts';

/** The account that PostgreSQL runs as when Wayside runs as root; PostgreSQL refuses root. */
export interface SystemUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

const commands: [string, string[]][] = [
  ['useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', 'wayside']],
  ['adduser', ['-S', '-D', '-H', 'wayside']],
];

/**
 * The account for PostgreSQL: null is our own, when that is not root. Otherwise the owner of existing data, `postgres`,
 * `wayside` (made when it is missing), `nobody`.
 * @param owner who owns the existing data, as a number, or null
 * @throws EmbeddedUnavailable when there is no account that it accepts
 */
export function chooseSystemUser(owner: number | null): SystemUser | null {
  if (process.getuid?.() !== 0) {
    requireOwnAccount();
    return null;
  }
  const users = readUsers();
  const named = (name: string) => users.find((user) => user.name === name && user.uid !== 0);
  const user =
    users.find(({ uid }) => uid === owner && uid !== 0) ??
    named('postgres') ??
    named('wayside') ??
    createUser() ??
    named('nobody');
  if (user === undefined)
    throw new EmbeddedUnavailable('it refuses to run as root, and no other account can be made');
  return user;
}

// PostgreSQL looks its own account up by name and ends when there is none, as for a bare number given to a container.
function requireOwnAccount(): void {
  try {
    userInfo();
  } catch (error) {
    throw new EmbeddedUnavailable('the account it would run as has no name on this system', { cause: error });
  }
}

function readUsers(): SystemUser[] {
  try {
    return readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
      .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
      .filter(({ name, uid, gid }) => name !== '' && Number.isInteger(uid) && Number.isInteger(gid));
  } catch {
    return [];
  }
}

function createUser(): SystemUser | undefined {
  for (const [command, words] of commands) {
    try {
      execFileSync(command, words, { stdio: 'ignore' });
      return readUsers().find(({ name }) => name === 'wayside');
    } catch {
      // The next command, or the next account.
    }
  }
  return undefined;
}

/**
 * How a program of PostgreSQL is spawned as `user`, and what it is told about its directory. Under another account the
 * directory is the working directory, entered while we are still root and named through /proc, because the account
 * may be barred from the path above it (a home that only root may enter). Before version 16 the programs left the
 * working directory and could not return.
 */
export function runningAs(user: SystemUser | null, directory: string, majorVersion: number) {
  const env = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', ...windowsRoot() };
  if (user === null) return { options: { cwd: directory, env }, directory };
  const options = { cwd: directory, env, uid: user.uid, gid: user.gid };
  const isNamedThroughProc = process.platform === 'linux' && majorVersion >= 16;
  return { options, directory: isNamedThroughProc ? '/proc/self/cwd' : directory };
}

function windowsRoot(): Record<string, string> {
  // biome-ignore lint/style/noProcessEnv: programs on Windows do not start without it, and it is no setting of ours
  const root = process.env['SystemRoot'];
  return root === undefined ? {} : { SystemRoot: root };
}
