import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { EmbeddedUnavailable } from './embedded-errors.ts';

/** The account that runs PostgreSQL, which refuses to run as root. */
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
 * Chooses the account. If the program runs as root, returns the owner of existing data, `postgres`, `wayside`
 * (created if missing) or `nobody`; otherwise null for the current account. @param owner uid of the data's owner
 * @throws EmbeddedUnavailable if no account is usable
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

// Checks that the account has a name, which PostgreSQL requires. A bare uid in a container has none.
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
      // The next command or account is tried.
    }
  }
  return undefined;
}

/**
 * Returns the spawn options and the directory argument for running PostgreSQL's programs as `user`. Another account
 * may have no access to the parent folders (such as root's home), so the working directory is named through /proc.
 * Before version 16, the programs changed their working directory.
 */
export function processOptionsFor(user: SystemUser | null, directory: string, majorVersion: number) {
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
