import pg from 'pg';
import pino from 'pino';
import type { TestProject } from 'vitest/node';
import { connectDatabase } from '../db/database.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { openTestServer } from './database-server.ts';
import { TEMPLATE_DATABASE, withDatabase } from './test-database-names.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The server on which createTestDatabase makes its copies. */
    testServer: string;
  }
}

/** One server for the run and one migrated database in it, which each test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await openTestServer(process.env);
  project.provide('testServer', server.connectionString);
  await makeTemplate(server.connectionString);
  return server.stop;
}

async function makeTemplate(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(`DROP DATABASE IF EXISTS ${TEMPLATE_DATABASE}`);
  await client.query(`CREATE DATABASE ${TEMPLATE_DATABASE}`);
  await client.end();
  const log = pino({ level: 'warn' });
  const database = connectDatabase(withDatabase(connectionString, TEMPLATE_DATABASE), { max: 1, log });
  await migrateDatabase(database, { timeZone: 'Asia/Kolkata' });
  await database.close();
}
