import { randomUUID } from 'node:crypto';
import pg from 'pg';
import pino from 'pino';
import { inject } from 'vitest';
import { connectDatabase, type Database } from '../db/database.ts';
import { isLite, openLite } from './lite-server.ts';
import { TEMPLATE_DATABASE, withDatabase } from './test-database-names.ts';

/** A migrated, empty database of a test file's own. */
export interface TestDatabase {
  readonly connectionString: string;
  readonly database: Database;
  /** Closes its connections and removes it. */
  drop(): Promise<void>;
}

const POOL = 5;
/** What a test prepares may be much, on a busy machine; the limits of the program are tested on their own. */
const PATIENT = { max: POOL, statementTimeoutMs: 60_000, silenceMs: 70_000 };

/** Makes one; the file drops it in its afterAll. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('testServer');
  if (isLite(server)) return createLiteDatabase(server);
  const name = `wayside_${randomUUID().replaceAll('-', '')}`;
  await onServer(server, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE_DATABASE}`);
  const connectionString = withDatabase(server, name);
  const database = connectDatabase(connectionString, { ...PATIENT, log: pino({ level: 'warn' }) });
  return {
    connectionString,
    database,
    drop: async () => {
      await database.close();
      await onServer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

async function createLiteDatabase(server: string): Promise<TestDatabase> {
  const lite = await openLite(server);
  const database = connectDatabase(lite.connectionString, { ...PATIENT, log: pino({ level: 'warn' }) });
  return {
    connectionString: lite.connectionString,
    database,
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
