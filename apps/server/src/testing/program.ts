import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { TestResponse } from './test-application.ts';
import { DATA_KEY } from './test-keys.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const STOP_MS = 30_000;
const START_MS = 180_000;

/** The built server as a separate process. */
export interface Program {
  readonly child: ChildProcess;
  readonly pid: number;
  /** Returns the output so far. */
  stdout(): string;
  stderr(): string;
  /**
   * Resolves with the URL that the server prints when it is ready. Rejects with the output if the server ends before
   * that.
   */
  ready(): Promise<string>;
  /** Resolves with the exit code, or -1 after a signal. */
  ended(): Promise<number>;
  /** Sends a signal and resolves like `ended`. */
  stop(signal?: NodeJS.Signals): Promise<number>;
}

/** Returns the settings of a server that uses a database server and shared files. */
export const databaseSettings = (connectionString: string, dataDir: string) => ({
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

/** Also builds the web app, for a server that cannot write to its folder. */
export const buildWithWeb = (): void => build();

function build(...parts: string[]): void {
  const words = ['bin/wayside.cjs', 'build', ...parts];
  const { status, stderr } = spawnSync(process.execPath, words, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

/**
 * Starts the built server on a free port with only these settings.
 * @param environment settings, which must include DATA_DIR, DATABASE_URL or API_HOST
 * @param main path of the built server, if it is elsewhere
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

/** Calls the API of a running server. @param headers with a token or a key, if the call needs one */
export async function callProgram(
  address: string,
  [method, path, body]: readonly [method: string, path: string, body?: object | undefined],
  headers: Readonly<Record<string, string>> = {},
): Promise<Pick<TestResponse, 'status' | 'body'>> {
  const response = await fetch(`${address}/api/v1${path}`, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

/** Signs in to a running server and returns the token; empty if the password is wrong. */
export async function fetchToken(address: string, password: string): Promise<string> {
  const { body } = await callProgram(address, ['POST', '/admin/login', { email: 'admin@wayside.test', password }]);
  return body.token ?? '';
}

const DEFAULT_ROUNDS = 3;

/**
 * Returns the rounds of a kill test, starting at 1, as a table for `it.each`. WAYSIDE_KILL_ROUNDS overrides their
 * number.
 */
export function killRounds(count = DEFAULT_ROUNDS): [number][] {
  const rounds = Number(process.env['WAYSIDE_KILL_ROUNDS'] ?? count);
  return Array.from({ length: rounds }, (_, index) => [index + 1]);
}
