import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { eventually } from '../../apps/server/src/testing/eventually.ts';
import { type ExternalServer, startExternalServer } from '../../apps/server/src/testing/external-server.ts';
import {
  buildProgram,
  databaseSettings,
  type Program,
  startProgram,
} from '../../apps/server/src/testing/program.ts';
import { acceptsConnections } from './kill-backend.ts';

/** The target to kill: one or both programs, the database, or a single busy database process. */
export type Victim = 'one program' | 'both programs' | 'database' | 'backend';
export const VICTIMS: readonly Victim[] = ['one program', 'database', 'backend', 'both programs'];

/** The final response to a request, which was retried until there was one. */
export interface FinalResponse<T> {
  readonly status: number;
  readonly body: T;
  /** Whether an earlier attempt had no response and may have had an effect. */
  readonly wasLost: boolean;
}

export interface Request {
  readonly token: string;
  readonly method?: 'GET' | 'POST' | 'PATCH';
  /** JSON, or a form. */
  readonly body?: object | FormData;
}

const RECOVERY_MS = 180_000;
const RESPONSE_TIMEOUT_MS = 600_000;
const PAUSE_MS = 50;
const MAX_STARTS = 5;

/** Starts two programs on one PostgreSQL, all of which a test can kill and restart. */
export async function startTwoNodes() {
  buildProgram();
  const server: ExternalServer = await startExternalServer();
  const environment = databaseSettings(server.connectionString, server.dataDir);
  const startOne = () => startProgram(environment);
  let programs: Program[] = [startOne(), startOne()];
  let addresses = await Promise.all(programs.map((program) => program.ready()));
  let turn = 0;

  async function query<R extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<R[]> {
    const client = new pg.Client({ connectionString: server.connectionString });
    client.on('error', () => undefined);
    await client.connect();
    try {
      // By default, node-postgres returns sums of paise as text.
      client.setTypeParser(20, Number);
      return (await client.query<R>(text, values)).rows;
    } finally {
      await client.end();
    }
  }

  /** Returns the lines in the programs' logs about a failed request. */
  function loggedAbout(response: string): string {
    const [, id = response] = /"requestId":"([^"]+)"/.exec(response) ?? [];
    const lines = programs.flatMap((program) => program.stdout().split('\n'));
    return lines.filter((line) => line.includes(id)).join('\n');
  }

  /** Sends a request to the nodes in turn until there is a response. */
  async function ask<T>(path: string, { token, method = 'POST', body }: Request): Promise<FinalResponse<T>> {
    const until = Date.now() + RESPONSE_TIMEOUT_MS;
    for (let wasLost = false; Date.now() < until; wasLost = true) {
      turn += 1;
      const isForm = body instanceof FormData;
      const sent = await fetch(`${addresses[turn % addresses.length]}/api/v1${path}`, {
        method,
        headers: { token, ...(isForm || body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
        signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
      })
        .then(async (response) => ({ status: response.status, text: await response.text() }))
        .catch(() => null);
      if (sent?.status === 500) throw new Error(`${method} ${path}: ${sent.text}\n${loggedAbout(sent.text)}`);
      if (sent !== null && sent.status !== 503 && sent.status !== 429)
        return { status: sent.status, body: parseBody<T>(sent.text), wasLost };
      await delay(PAUSE_MS);
    }
    throw new Error(`${method} ${path} had no answer`);
  }

  /**
   * Starts an action and kills the target in the middle of it. The row is locked, and the kill happens as soon as a
   * database process waits for that row in its transaction.
   */
  async function killInTheMiddle(
    victim: Victim,
    lock: { text: string; values: unknown[] },
    act: () => Promise<void>,
  ) {
    const blocker = new pg.Client({ connectionString: server.connectionString });
    blocker.on('error', () => undefined);
    await blocker.connect();
    await blocker.query('BEGIN');
    const { rowCount } = await blocker.query(lock.text, lock.values);
    if (rowCount !== 1) throw new Error(`nothing to lock by ${lock.text}`);
    const [self] = (await blocker.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows;
    const acting = act();
    // The promise is awaited at the end but may reject before that.
    acting.catch(() => undefined);
    let blocked: number | undefined;
    const find = async () => {
      const [found] = await query<{ pid: number }>(
        'SELECT pid FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid)) LIMIT 1',
        [self?.pid],
      );
      blocked = found?.pid;
      return blocked !== undefined;
    };
    await eventually(`somebody waits for ${lock.text}`, find, RESPONSE_TIMEOUT_MS);
    const killed = await kill(victim, blocked ?? 0);
    await blocker.query('ROLLBACK').catch(() => undefined);
    await blocker.end().catch(() => undefined);
    if (victim === 'database') await server.start();
    await recover(killed);
    await acting;
  }

  async function kill(victim: Victim, blocked: number): Promise<readonly Program[]> {
    if (victim === 'database') await server.stop('at once');
    if (victim === 'backend') process.kill(blocked, 'SIGKILL');
    if (victim === 'database' || victim === 'backend') return [];
    const killed = victim === 'both programs' ? programs : programs.slice(0, 1);
    for (const { child } of killed) child.kill('SIGKILL');
    return killed;
  }

  /** A program exits if the database is recovering or busy when it starts; it is then restarted. */
  async function restart(): Promise<Program> {
    for (let attempt = 1; ; attempt += 1) {
      const program = startOne();
      try {
        await program.ready();
        return program;
      } catch (error) {
        if (attempt === MAX_STARTS) throw error;
      }
    }
  }

  async function recover(killed: readonly Program[]): Promise<void> {
    await eventually('the database', () => acceptsConnections(server.connectionString), RECOVERY_MS);
    await Promise.all(killed.map((program) => program.ended()));
    programs = await Promise.all(programs.map((program) => (killed.includes(program) ? restart() : program)));
    addresses = await Promise.all(programs.map((program) => program.ready()));
    for (const address of addresses)
      await eventually(address, async () => (await fetch(`${address}/readyz`)).status === 200, RECOVERY_MS);
  }

  return {
    connectionString: server.connectionString,
    environment,
    addresses: () => addresses,
    query,
    ask,
    killInTheMiddle,
    stop: async () => {
      await Promise.all(programs.map((program) => program.stop('SIGKILL')));
      await server.remove();
    },
  };
}

export type TwoNodes = Awaited<ReturnType<typeof startTwoNodes>>;

/** The file of a run is not JSON. */
function parseBody<T>(text: string): T {
  try {
    return JSON.parse(text) as T;
  } catch {
    return text as T;
  }
}
