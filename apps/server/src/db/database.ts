import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Logger } from 'pino';

/** A statement with a name is prepared once a connection and then only executed. */
export interface NamedStatement {
  readonly name: string;
  readonly text: string;
}

/** The database as the application uses it. */
export interface Database {
  readonly pool: pg.Pool;
  /** Typed queries, outside of a transaction. */
  readonly orm: NodePgDatabase;
  /** Runs a prepared statement and returns its rows. */
  rows<R extends object>(statement: NamedStatement, values: readonly unknown[]): Promise<R[]>;
  /** Runs `work` in one transaction: committed when it resolves, rolled back when it throws. */
  transaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T>;
  /** Whether the database answers now, within two seconds. */
  isReady(): Promise<boolean>;
  close(): Promise<void>;
}

export interface ConnectOptions {
  /** Connections at most. */
  readonly max: number;
  readonly log: Logger;
  /** How long a statement may run, in milliseconds; 0 is for ever. Default 15,000. */
  readonly statementTimeoutMs?: number;
  /** Makes the clients, for a server with several hosts. */
  readonly Client?: typeof pg.Client;
}

const READY_TIMEOUT_MS = 2_000;
const CONNECT_TIMEOUT_MS = 5_000;

// Counts and paise are far below 2^53, so that a plain number holds them exactly.
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8
      ? Number
      : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

/**
 * Opens a pool of connections; nothing is sent before the first query.
 * @param connectionString `postgres://…`
 */
export function connectDatabase(connectionString: string, options: ConnectOptions): Database {
  const { max, log, statementTimeoutMs = 15_000 } = options;
  const pool = new pg.Pool({
    connectionString,
    max,
    types,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: 'wayside',
    options: `-c timezone=UTC -c statement_timeout=${statementTimeoutMs} -c max_parallel_workers_per_gather=0`,
    ...(options.Client ? { Client: options.Client } : {}),
  });
  // A connection that breaks while idle is replaced by the next query; without a listener it would end the process.
  pool.on('error', (error) =>
    log.warn({ code: (error as { code?: string }).code }, 'a database connection was lost'),
  );

  // The pool listens only while it is idle; one that breaks between two statements of a transaction fails the next one.
  pool.on('connect', (client) => client.on('error', () => undefined));

  async function transaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    let isBroken = false;
    try {
      await client.query('BEGIN');
      const result = await work(client);
      await client.query('COMMIT');
      return result;
    } catch (error) {
      await client.query('ROLLBACK').catch(() => {
        isBroken = true;
      });
      throw error;
    } finally {
      client.release(isBroken);
    }
  }

  return {
    pool,
    orm: drizzle(pool, { casing: 'snake_case' }),
    transaction,
    rows: async <R extends object>(statement: NamedStatement, values: readonly unknown[]) =>
      (await pool.query<R & pg.QueryResultRow>({ ...statement, values: [...values] })).rows,
    isReady: () => {
      const timeout = new Promise<false>((resolve) => setTimeout(resolve, READY_TIMEOUT_MS, false).unref());
      return Promise.race([
        pool.query('SELECT 1').then(
          () => true,
          () => false,
        ),
        timeout,
      ]);
    },
    close: () => pool.end(),
  };
}
