import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import pino from 'pino';
import type { TestProject } from 'vitest/node';
import { connectDatabase } from '../db/database.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { openTestServer } from './database-server.ts';
import { keepAsTemplate, openLite } from './lite-server.ts';
import { TEMPLATE_DATABASE, withDatabase } from './test-database-names.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The server on which createTestDatabase makes its copies, or PGlite's template of them. */
    testServer: string;
  }
}

/** One server for the run and one migrated database in it, which each test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (process.env['WAYSIDE_TEST_DATABASE'] === 'fallback') return setUpLite(project);
  const server = await openTestServer(process.env);
  project.provide('testServer', server.connectionString);
  await makeTemplate(server.connectionString);
  return server.stop;
}

/** The same on PGlite: a migrated one in a file. */
async function setUpLite(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'wayside-test-'));
  const lite = await openLite(null);
  await migrate(lite.connectionString);
  project.provide('testServer', await keepAsTemplate(lite, join(folder, 'template.tar')));
  await lite.stop();
  return () => rm(folder, { recursive: true });
}

async function makeTemplate(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(`DROP DATABASE IF EXISTS ${TEMPLATE_DATABASE}`);
  await client.query(`CREATE DATABASE ${TEMPLATE_DATABASE}`);
  await client.end();
  await migrate(withDatabase(connectionString, TEMPLATE_DATABASE));
}

async function migrate(connectionString: string): Promise<void> {
  const database = connectDatabase(connectionString, { max: 1, log: pino({ level: 'warn' }) });
  await migrateDatabase(database, { timeZone: 'Asia/Kolkata' });
  await database.close();
}
