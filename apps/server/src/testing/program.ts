import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Answer } from './test-application.ts';
import { DATA_KEY } from './test-keys.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const STOP_MS = 30_000;
const START_MS = 180_000;

/** The built server as a separate process. */
export interface Program {
  readonly child: ChildProcess;
  readonly pid: number;
  /** Its output so far. */
  stdout(): string;
  stderr(): string;
  /** Resolves with the address that it prints when it is ready; rejects with its output when it ends before. */
  ready(): Promise<string>;
  /** Resolves with its exit code, -1 after a signal. */
  ended(): Promise<number>;
  /** Sends a signal and resolves like `ended`. */
  stop(signal?: NodeJS.Signals): Promise<number>;
}

/** Settings of a program on a database server with shared files. */
export const onServer = (connectionString: string, dataDir: string) => ({
  DATABASE_URL: connectionString,
  DATA_DIR: dataDir,
  FILES_SHARED: 'on',
  DATA_KEY,
});

let isBuilt = false;

/** Builds the server if its sources have changed; call it in beforeAll. */
export function buildProgram(): void {
  if (!isBuilt) build('server');
  isBuilt = true;
}

/** Builds the web too, for a program that cannot write into its folder. */
export const buildWithWeb = (): void => build();

function build(...parts: string[]): void {
  const words = ['bin/wayside.cjs', 'build', ...parts];
  const { status, stderr } = spawnSync(process.execPath, words, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

/**
 * Starts the built server on a free port with only these settings.
 * @param environment settings; DATA_DIR or DATABASE_URL or API_HOST must be one of them
 * @param main the built program, if it is elsewhere
 * @param input its standard input
 */
export function startProgram(
  environment: Record<string, string>,
  {
    words = ['start'],
    main = `${root}apps/server/dist/main.js`,
    input,
  }: { words?: string[]; main?: string; input?: string } = {},
): Program {
  const child = spawn(process.execPath, [main, ...words], {
    cwd: root,
    env: { PATH: process.env['PATH'], PORT: '0', DEMO: 'off', CHECK_ANSWERS: 'on', ...environment },
    stdio: 'pipe',
  });
  child.stdin.end(input);
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => (stdout += String(chunk)));
  child.stderr.on('data', (chunk) => (stderr += String(chunk)));
  const closed = once(child, 'close').then(() => child.exitCode ?? -1);
  const address = () => /Wayside is ready: (\S+)/.exec(stdout)?.[1];

  async function ready(): Promise<string> {
    const signal = AbortSignal.timeout(START_MS);
    for (;;) {
      const found = address();
      if (found !== undefined) return found;
      const event = await Promise.race([once(child.stdout, 'data', { signal }).catch(() => null), closed]);
      if (event === null) throw new Error(`it was not ready within ${START_MS} ms: ${stderr || stdout}`);
      if (typeof event === 'number') throw new Error(`it ended with ${event}: ${stderr || stdout}`);
    }
  }

  return {
    child,
    pid: child.pid ?? 0,
    stdout: () => stdout,
    stderr: () => stderr,
    ready,
    ended: () => closed,
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal);
      const forced = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
      const code = await closed;
      clearTimeout(forced);
      return code;
    },
  };
}

/** Calls the API of a running program. @param headers with a token or a key, where the call needs one */
export async function callProgram(
  address: string,
  [method, path, body]: readonly [method: string, path: string, body?: object | undefined],
  headers: Readonly<Record<string, string>> = {},
): Promise<Pick<Answer, 'status' | 'body'>> {
  const answer = await fetch(`${address}/api/v1${path}`, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: await answer.json() };
}

/** Signs in to a running program and returns the token; empty for a wrong password. */
export async function tokenFrom(address: string, password: string): Promise<string> {
  const { body } = await callProgram(address, ['POST', '/admin/login', { email: 'admin@wayside.test', password }]);
  return body.token ?? '';
}

const DEFAULT_ROUNDS = 3;

/** Rounds of a kill test, from 1, as a table for `it.each`. WAYSIDE_KILL_ROUNDS overrides their number. */
export function killRounds(count = DEFAULT_ROUNDS): [number][] {
  const rounds = Number(process.env['WAYSIDE_KILL_ROUNDS'] ?? count);
  return Array.from({ length: rounds }, (_, index) => [index + 1]);
}
