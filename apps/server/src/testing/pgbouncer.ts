import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { acceptsConnections } from '../../../../tests/crash/kill-backend.ts';
import { freePort } from '../../../../tests/free-port.ts';
import { chooseSystemUser } from '../platform/db/embedded/system-user.ts';
import { eventually } from './eventually.ts';

const CANDIDATE_PATHS = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'];

/** The reason for skipping a test if PgBouncer is missing. */
export const PGBOUNCER_SKIP_REASON = 'there is no PgBouncer here: install pgbouncer';

/** Checks whether PgBouncer is installed. */
export const hasPgBouncer = (): boolean => CANDIDATE_PATHS.some((place) => existsSync(place));

export type PgBouncer = Awaited<ReturnType<typeof startPgBouncer>>;

/**
 * Starts PgBouncer on loopback with default settings except for the address and pool mode.
 * @param poolMode as in pgbouncer.ini
 */
export async function startPgBouncer(connectionString: string, poolMode: 'transaction' | 'session') {
  const executable = CANDIDATE_PATHS.find((path) => existsSync(path));
  if (executable === undefined) throw new Error(PGBOUNCER_SKIP_REASON);
  const user = chooseSystemUser(null);
  const folder = await mkdtemp(join(tmpdir(), 'wayside-pgbouncer-'));
  // PgBouncer does not run as root, so its user account needs access.
  await chmod(folder, 0o711);
  const file = join(folder, 'pgbouncer.ini');
  const port = await freePort();
  const { hostname, port: serverPort, pathname, username, password } = new URL(connectionString);
  const name = pathname.slice(1);
  await writeFile(
    file,
    `[databases]
${name} = host=${hostname} port=${serverPort} dbname=${name} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${poolMode}
`,
    { mode: 0o600 },
  );
  if (user !== null) await chown(file, user.uid, user.gid);
  const through = new URL(connectionString);
  through.hostname = '127.0.0.1';
  through.port = String(port);
  let restarts = 0;
  let isStopping = false;
  function run() {
    const child = spawn(executable ?? '', [file], {
      cwd: folder,
      stdio: 'ignore',
      env: {},
      ...(user === null ? {} : { uid: user.uid, gid: user.gid }),
    });
    child.on('close', () => {
      if (isStopping) return;
      restarts += 1;
      running = run();
    });
    return child;
  }
  let running = run();
  await eventually('PgBouncer', () => acceptsConnections(through.href));
  return {
    connectionString: through.href,
    /** Returns how often PgBouncer has crashed and was restarted, as its service unit would do. */
    restarts: () => restarts,
    stop: async () => {
      isStopping = true;
      const ended = once(running, 'close');
      running.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}
