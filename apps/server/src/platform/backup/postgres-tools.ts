import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type pg from 'pg';
import { StartError } from '../../start-error.ts';

export interface PostgresTool {
  readonly name: 'pg_dump' | 'pg_restore';
  readonly path: string;
  readonly majorVersion: number;
}

/** The folders in which Debian and Red Hat install the versions. PATH contains only one version. */
const FOLDERS = [
  { parent: '/usr/lib/postgresql', name: /^\d+$/ },
  { parent: '/usr', name: /^pgsql-\d+$/ },
];
/** Detects an unresponsive server as fast as the program itself does. */
const CONNECTION = 'keepalives_idle=10 keepalives_interval=5 keepalives_count=3 tcp_user_timeout=15000';
const MAX_ERROR_LENGTH = 4_000;

/**
 * Finds the oldest program that can read a server or dump of a major version, because newer programs write formats
 * that older servers cannot read.
 * @param searched folders in the format of PATH
 * @throws StartError if there is none
 */
export async function findTool(
  name: PostgresTool['name'],
  majorVersion: number,
  searched = searchPath(),
  folders = FOLDERS,
): Promise<PostgresTool> {
  const found = (await foldersOf(searched, folders))
    .map((folder) => join(folder, name))
    .filter(existsSync)
    .flatMap((path) => toolAt(name, path))
    .sort((a, b) => a.majorVersion - b.majorVersion);
  const right = found.find((tool) => tool.majorVersion >= majorVersion);
  if (right !== undefined) return right;
  const advice = `install PostgreSQL's client programs of version ${majorVersion} or newer (on Debian postgresql-client-${majorVersion})`;
  const newest = found.at(-1);
  throw new StartError(
    newest === undefined
      ? `${name} is not installed: ${advice}.`
      : `The installed ${name} has version ${newest.majorVersion}, older than the database's PostgreSQL ${majorVersion}: ${advice}.`,
  );
}

// biome-ignore lint/style/noProcessEnv: it is the system's, and no setting of the program
const searchPath = (): string => process.env['PATH'] ?? '';

async function foldersOf(searched: string, folders: typeof FOLDERS): Promise<string[]> {
  const ofPath = searched.split(delimiter).filter((folder) => folder !== '');
  const ofVersions = folders.map(async ({ parent, name }) => {
    const names = await readdir(parent).catch(() => []);
    return names.filter((it) => name.test(it)).map((it) => join(parent, it, 'bin'));
  });
  return [...ofPath, ...(await Promise.all(ofVersions)).flat()];
}

function toolAt(name: PostgresTool['name'], path: string): PostgresTool[] {
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
  const version = /\(PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1];
  return status === 0 && version !== undefined ? [{ name, path, majorVersion: Number(version) }] : [];
}

export interface RunningTool {
  readonly child: ChildProcessWithoutNullStreams;
  readonly ended: Promise<unknown>;
  /** Resolves when the program has succeeded. @throws StartError with the program's last error */
  succeeded(): Promise<void>;
}

export interface ToolAddress {
  readonly client: pg.Client;
  /** The address with its encryption parameters. */
  readonly connectionString: string;
}

/**
 * Starts a program that connects to a client's database. The password is not passed as an argument, because other
 * users of the machine can see arguments.
 */
export function startTool(tool: PostgresTool, args: readonly string[], address: ToolAddress): RunningTool {
  const child = spawn(tool.path, [`--dbname=${CONNECTION}`, '--no-password', ...args], {
    env: environmentOf(address),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk) => (errors = (errors + String(chunk)).slice(-MAX_ERROR_LENGTH)));
  // `succeeded` reports why the program ended.
  child.stdin.on('error', () => undefined);
  const ended = new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve));
  return {
    child,
    ended: ended.catch(() => undefined),
    succeeded: async () => {
      const code = await ended;
      if (code === 0) return;
      const reason = errors.split('\n').find((line) => /error:/.test(line)) ?? `it ended with ${code}`;
      throw new StartError(`${tool.name} failed: ${reason.replace(/^.*?error: /, '').trim()}`);
    },
  };
}

/** Connection parameters and the equivalent environment variables of PostgreSQL's programs. */
const TLS = {
  sslmode: 'PGSSLMODE',
  sslrootcert: 'PGSSLROOTCERT',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
};

function environmentOf({ client, connectionString }: ToolAddress): NodeJS.ProcessEnv {
  const { host, port, user = '', password, database = '' } = client;
  const parameters = new URLSearchParams(connectionString.split('?')[1]);
  const tls = Object.entries(TLS).flatMap(([name, variable]) => {
    // A mode of node-postgres: it encrypts without checking the certificate.
    const value = parameters.get(name)?.replace('no-verify', 'require');
    return value === undefined ? [] : [[variable, value]];
  });
  return {
    ...Object.fromEntries(tls),
    PATH: searchPath(),
    LC_ALL: 'C',
    PGHOST: host,
    PGPORT: String(port),
    PGUSER: user,
    PGDATABASE: database,
    PGCONNECT_TIMEOUT: '15',
    ...(password ? { PGPASSWORD: password } : {}),
  };
}
