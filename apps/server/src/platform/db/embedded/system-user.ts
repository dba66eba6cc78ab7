import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { EmbeddedUnavailable } from './embedded-errors.ts';

/** The account for PostgreSQL when Wayside runs as root, which PostgreSQL does not accept. */
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
 * Chooses the account for PostgreSQL: null for the own account unless that is root. As root it takes the owner of existing
 * data, `postgres`, `wayside` (created if missing) or `nobody`.
 * @param owner uid of the owner of existing data, or null
 * @throws EmbeddedUnavailable when PostgreSQL accepts none of them
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

// PostgreSQL needs a name for its account and ends without one, for example under a bare uid in a container.
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
      // Try the next command or account.
    }
  }
  return undefined;
}

/**
 * Spawn options and directory argument for a program of PostgreSQL as `user`. For another account the directory is the
 * working directory, named through /proc, because the account may lack access to its parents (a home of root). Before
 * version 16 the programs left the working directory and could not return.
 */
export function runningAs(user: SystemUser | null, directory: string, majorVersion: number) {
  const env = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', ...windowsRoot() };
  if (user === null) return { options: { cwd: directory, env }, directory };
  const options = { cwd: directory, env, uid: user.uid, gid: user.gid };
  const isNamedThroughProc = process.platform === 'linux' && majorVersion >= 16;
  return { options, directory: isNamedThroughProc ? '/proc/self/cwd' : directory };
}

function windowsRoot(): Record<string, string> {
  // biome-ignore lint/style/noProcessEnv: programs on Windows need it to start; it is no setting of Wayside
  const root = process.env['SystemRoot'];
  return root === undefined ? {} : { SystemRoot: root };
}
