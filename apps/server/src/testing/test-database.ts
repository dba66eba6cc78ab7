import { randomUUID } from 'node:crypto';
import pg from 'pg';
import pino from 'pino';
import { inject } from 'vitest';
import type { DataKeys } from '../platform/crypto/data-keys.ts';
import { connectDatabase, type Database } from '../platform/db/database.ts';
import { isLite, openLite } from './lite-server.ts';
import { TEMPLATE_DATABASE, withDatabase } from './test-database-names.ts';
import { testKeys } from './test-keys.ts';

/** A migrated, empty database for one test file. */
export interface TestDatabase {
  readonly connectionString: string;
  /** Uses the role that owns the tables, to prepare test data. */
  readonly database: Database;
  /** Uses the role of the running server. */
  readonly program: Database;
  /** The keys for DATA_KEY. */
  readonly keys: DataKeys;
  /** Closes the connections and drops the database. */
  drop(): Promise<void>;
}

const POOL = 5;
/** Long limits for busy machines; other tests cover the server's own limits. */
const LONG_LIMITS = { max: POOL, statementTimeoutMs: 60_000, responseTimeoutMs: 70_000 };

/** Creates a database; the test file drops it in afterAll. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('testServer');
  if (isLite(server)) return createLiteDatabase(server);
  const name = `wayside_${randomUUID().replaceAll('-', '')}`;
  await onServer(server, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE_DATABASE}`);
  const connectionString = withDatabase(server, name);
  const log = pino({ level: 'warn' });
  const database = connectDatabase(connectionString, { ...LONG_LIMITS, log });
  const program = connectDatabase(withDatabase(inject('testProgramServer'), name), { ...LONG_LIMITS, log });
  return {
    connectionString,
    database,
    program,
    keys: await testKeys(database),
    drop: async () => {
      await Promise.all([database.close(), program.close()]);
      await onServer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

async function createLiteDatabase(server: string): Promise<TestDatabase> {
  const lite = await openLite(server);
  const database = connectDatabase(lite.connectionString, {
    ...LONG_LIMITS,
    log: pino({ level: 'warn' }),
  });
  return {
    connectionString: lite.connectionString,
    database,
    program: database,
    keys: await testKeys(database),
    drop: async () => {
      await database.close();
      await lite.stop();
    },
  };
}

async function onServer(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
