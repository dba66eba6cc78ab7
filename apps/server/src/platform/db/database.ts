import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Logger } from 'pino';
import type { ChainKey } from './chain-links.ts';
import {
  acceptsWrites,
  dropStatementNames,
  isUnreplicated,
  UnreplicatedCommit,
  UnresponsiveDatabase,
  UtcClient,
  watchStatements,
  withClient,
  withinLimit,
} from './client.ts';
import { type Fault, faultOf, hasSqlState } from './database-errors.ts';
import { rowsOf, type Statement } from './statement.ts';

export interface Readiness {
  check(): Promise<Fault | null>;
  close(): Promise<void>;
}

/**
 * The interval of checks while there is disk space. While the disk is full, every readiness check tests it (OWN-12).
 */
const SPACE_CHECK_MS = 10_000;

// Writes half a megabyte, which exceeds the memory, to a temporary file, so that it adds no WAL, table or bloat.
const WRITE_TEMPORARY_FILE = `SET LOCAL work_mem = '64kB'; SET LOCAL temp_tablespaces = '';
  SELECT count(*) FROM generate_series(1, 20000)`;

async function hasSpace(client: pg.Client): Promise<boolean> {
  try {
    await client.query(WRITE_TEMPORARY_FILE);
    return true;
  } catch (error) {
    if (hasSqlState(error, '53100')) return false;
    // The server limits temporary files, so this does not mean that the disk is full.
    if (hasSqlState(error, '53400')) return true;
    throw error;
  }
}

export interface ReadinessParts {
  readonly newClient: () => pg.Client;
  readonly limitMs: number;
  /** Returns null until the program has opened its keys. */
  readonly knowsKey: () => ((id: string) => boolean) | null;
}

/**
 * Creates the readiness check. Its connection stays open between checks. After a failure it tries a new connection
 * immediately, so that a broken connection alone does not make a node unready. Concurrent checks share their result.
 */
export function readinessOf({ newClient, limitMs, knowsKey }: ReadinessParts): Readiness {
  let connected: pg.Client | null = null;
  let checking: Promise<Fault | null> | null = null;
  let hadSpaceAtMs = Number.NEGATIVE_INFINITY;

  async function checkSpace(client: pg.Client): Promise<Fault | null> {
    if (performance.now() - hadSpaceAtMs < SPACE_CHECK_MS) return null;
    hadSpaceAtMs = (await hasSpace(client)) ? performance.now() : Number.NEGATIVE_INFINITY;
    return hadSpaceAtMs > 0 ? null : 'disk_full';
  }

  async function checkKey(client: pg.Client): Promise<Fault | null> {
    const knows = knowsKey();
    if (knows === null) return null;
    const { rows } = await client.query<{ id: string }>(
      "SELECT value AS id FROM business_settings WHERE name = 'data_key'",
    );
    return rows.every(({ id }) => knows(id)) ? null : 'unknown_data_key';
  }

  async function checkOn(client: pg.Client, begin: () => Promise<unknown>): Promise<Fault | null> {
    try {
      return await withinLimit(client, limitMs, async () => {
        await begin();
        // After a fail-over another host may accept writes.
        if (!(await acceptsWrites(client))) return 'read_only';
        const fault = (await checkKey(client)) ?? (await checkSpace(client));
        connected = client;
        return fault;
      });
    } catch (error) {
      return faultOf(error) ?? 'unreachable';
    } finally {
      if (connected !== client) client.connection.stream.destroy();
    }
  }

  async function check(): Promise<Fault | null> {
    const open = connected;
    connected = null;
    const fault = open === null ? 'unreachable' : await checkOn(open, () => Promise.resolve());
    if (open !== null && connected === open) return fault;
    const client = newClient();
    client.on('error', () => undefined);
    return checkOn(client, () => client.connect());
  }

  return {
    check: () => {
      checking ??= check().finally(() => {
        checking = null;
      });
      return checking;
    },
    close: async () => {
      await checking;
      connected?.connection.stream.destroy();
      connected = null;
    },
  };
}

export interface Database {
  readonly pool: pg.Pool;
  /** The query builder outside of transactions. Use `orm(client)` inside a transaction. */
  readonly orm: NodePgDatabase;
  rows<R extends object>(statement: Statement<R>, values: readonly unknown[]): Promise<R[]>;
  /**
   * Runs `work` in a transaction, which is rolled back if `work` throws.
   * @throws UnreplicatedCommit if the commit may still be lost
   */
  transaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T>;
  /**
   * Runs a transaction in which statements and the commit may take any time as long as the server works on them.
   * Waits for locks and standbys have the usual limits.
   */
  longTransaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T>;
  /** Finds out, outside of the pool, why nothing can be written; null if writes are possible (OWN-12). */
  findFault(): Promise<Fault | null>;
  /** Provides the keys of the chains (PRIV-04). */
  setKeys(keys: ProgramKeys): void;
  close(): Promise<void>;
}

interface ProgramKeys {
  readonly chainKey: () => ChainKey;
  readonly knows: (id: string) => boolean;
}

export interface ConnectOptions {
  readonly max: number;
  readonly log: Logger;
  /** The maximum duration of a statement in milliseconds; 0 for no limit. */
  readonly statementTimeoutMs?: number;
  /**
   * Milliseconds without a response after which a connection is closed. It must be longer than the statement limit.
   * Null for never.
   */
  readonly responseTimeoutMs?: number | null;
  /** The longest wait for a new connection or for a free connection from the pool. */
  readonly connectTimeoutMs?: number;
  readonly idleTimeoutMs?: number;
  /** Milliseconds after which the server ends an idle transaction; requires a statement timeout. */
  readonly idleInTransactionMs?: number;
  /** Whether a pooler gives each transaction a different backend, so that sessions cannot have state (OPER-02). */
  readonly isPooled?: boolean;
  /** The client class for a server with several hosts. */
  readonly Client?: typeof pg.Client;
}

const READY_TIMEOUT_MS = 2_000;
// With the wait for a pool connection, a request to an unresponsive database fails after 15 s (OPER-01).
const CONNECT_TIMEOUT_MS = 5_000;
const RESPONSE_TIMEOUT_MS = 10_000;
/**
 * The attempts to connect during a command, so that a command of an hour does not fail because a busy server is once
 * slow to accept a connection.
 */
const COMMAND_CHECKS = 3;
const STATEMENT_TIMEOUT_MS = 8_000;
/** Releases the locks of a node that disappeared during a transaction. */
const IDLE_IN_TRANSACTION_MS = 20_000;
/** Applies if statements have no limit. */
const LOCK_TIMEOUT_MS = 600_000;
const IDLE_TIMEOUT_MS = 60_000;
const KEEP_ALIVE_AFTER_MS = 10_000;

// Parses bigint as a number, because counts and amounts in paise are far below 2^53.
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8
      ? Number
      : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

/** The settings of a session or, behind a pooler, of each transaction. */
const sessionSettings = (statementTimeoutMs: number, idleInTransactionMs: number): Record<string, number> => ({
  statement_timeout: statementTimeoutMs,
  max_parallel_workers_per_gather: 0,
  ...(statementTimeoutMs === 0
    ? { lock_timeout: LOCK_TIMEOUT_MS }
    : { idle_in_transaction_session_timeout: idleInTransactionMs }),
});
/** Lets the server detect a client that disappeared. There is no effect on a connection to a pooler. */
const KEEP_ALIVE = { tcp_keepalives_idle: 10, tcp_keepalives_interval: 5, tcp_keepalives_count: 3 };

/** Opens a pool. It connects at the first query. Every wait has a limit (OPER-01). */
export function connectDatabase(connectionString: string, options: ConnectOptions): Database {
  const {
    max,
    log,
    statementTimeoutMs = STATEMENT_TIMEOUT_MS,
    responseTimeoutMs = RESPONSE_TIMEOUT_MS,
    isPooled = false,
  } = options;
  const connectionTimeoutMillis = options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS;
  const Client = options.Client ?? UtcClient;
  const config = {
    connectionString,
    types,
    connectionTimeoutMillis,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    application_name: 'wayside',
  };
  const settings = sessionSettings(statementTimeoutMs, options.idleInTransactionMs ?? IDLE_IN_TRANSACTION_MS);
  const idle = new Set<pg.Client>();
  const unreplicated = new WeakSet<pg.ClientBase>();
  /** Backends of long transactions. */
  const longWork = new WeakMap<pg.ClientBase, number>();
  let keys: ProgramKeys | null = null;

  const idleTimeoutMillis = options.idleTimeoutMs ?? IDLE_TIMEOUT_MS;
  const pool = new pg.Pool({ ...config, max, idleTimeoutMillis, Client, onConnect });
  // Without a listener, a broken idle connection would end the process. The pool removes its clients before it closes
  // them, so a stopping server may still end some.
  pool.on('error', (error) => {
    if (!pool.ending) log.warn({ code: (error as { code?: string }).code }, 'a database connection was lost');
  });
  pool.on('acquire', (client) => idle.delete(client));
  pool.on('release', (_error, client) => idle.add(client));
  pool.on('remove', (client) => idle.delete(client));

  async function onConnect(client: pg.ClientBase): Promise<void> {
    // The type of the pool's clients is wider than the actual class.
    if (!(client instanceof pg.Client)) return;
    // The pool listens for errors only on idle clients. Within a transaction, the next statement fails.
    client.on('error', () => undefined);
    client.on('notice', (notice) => {
      if (isUnreplicated(notice)) unreplicated.add(client);
    });
    client.chainKey = () => {
      if (keys === null) throw new Error('the data keys are not loaded');
      return keys.chainKey();
    };
    let pid = 0;
    watchStatements(client, {
      cancelAfterMs: isPooled && statementTimeoutMs > 0 ? statementTimeoutMs : null,
      responseTimeoutMs,
      isLong: () => statementTimeoutMs === 0 || longWork.has(client),
      isAtWork: () => isAtWork(longWork.get(client) ?? pid),
      onNoResponse: dropIdle,
      ...(statementTimeoutMs > 0
        ? { onSlow: (statement, ms) => log.warn({ statement, ms }, 'a slow statement') }
        : {}),
    });
    if (isPooled) {
      dropStatementNames(client);
      return;
    }
    const wanted = Object.entries({ ...settings, ...KEEP_ALIVE });
    const { rows } = await client.query<{ pid: number }>(
      `SELECT pg_backend_pid() AS pid, ${wanted.map(([name, value]) => `set_config('${name}', '${value}', false)`).join(', ')}`,
    );
    pid = rows[0]?.pid ?? 0;
  }

  /** Checks whether a backend still runs a statement. @throws UnresponsiveDatabase if the server does not respond */
  async function isAtWork(pid: number): Promise<boolean> {
    for (let left = statementTimeoutMs === 0 ? COMMAND_CHECKS : 1; ; left -= 1)
      try {
        return await isActive(pid);
      } catch (error) {
        if (left === 1 || !(error instanceof UnresponsiveDatabase)) throw error;
      }
  }

  function isActive(pid: number): Promise<boolean> {
    return withClient(new Client(config), connectionTimeoutMillis, async (client) => {
      // A commit that waits for a standby has done its work, and the statement timeout does not end it.
      const { rows } = await client.query(
        "SELECT FROM pg_stat_activity WHERE pid = $1 AND state = 'active' AND wait_event IS DISTINCT FROM 'SyncRep'",
        [pid],
      );
      return rows.length > 0;
    });
  }

  /** If one connection is unresponsive, the others probably are too. */
  function dropIdle(): void {
    log.warn({ dropped: idle.size }, 'the database did not respond; replacing its connections');
    // The pool treats it like a network error and removes the clients immediately.
    for (const client of [...idle]) client.connection.emit('error', new UnresponsiveDatabase());
  }

  const begin = isPooled
    ? ['BEGIN', ...Object.entries(settings).map(([name, value]) => `SET LOCAL ${name} = ${value}`)].join('; ')
    : 'BEGIN';

  async function beginLongWork(client: pg.PoolClient): Promise<void> {
    const { rows } = await client.query<{ pid: number }>(
      `SELECT pg_backend_pid() AS pid, set_config('lock_timeout', '${statementTimeoutMs || LOCK_TIMEOUT_MS}', true), set_config('statement_timeout', '0', true)`,
    );
    longWork.set(client, rows[0]?.pid ?? 0);
  }

  async function transaction<T>(work: (client: pg.PoolClient) => Promise<T>, isLong = false): Promise<T> {
    const client = await pool.connect();
    let isBroken = false;
    try {
      await client.query(begin);
      if (isLong) await beginLongWork(client);
      const result = await work(client);
      unreplicated.delete(client);
      await client.query('COMMIT');
      if (unreplicated.has(client)) throw new UnreplicatedCommit();
      return result;
    } catch (error) {
      await client.query('ROLLBACK').catch(() => {
        isBroken = true;
      });
      throw error;
    } finally {
      longWork.delete(client);
      client.release(isBroken);
    }
  }

  const readiness = readinessOf({
    newClient: () => new Client(config),
    limitMs: READY_TIMEOUT_MS,
    knowsKey: () => keys?.knows ?? null,
  });
  let closing: Promise<unknown> | null = null;

  return {
    pool,
    orm: drizzle(pool, { casing: 'snake_case' }),
    transaction: (work) => transaction(work),
    longTransaction: (work) => transaction(work, true),
    rows: (statement, values) => rowsOf(pool, statement, values),
    findFault: readiness.check,
    setKeys: (given) => {
      keys = given;
    },
    close: async () => {
      closing ??= Promise.all([pool.end(), readiness.close()]);
      await closing;
    },
  };
}
