import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openTestServer, type TestServer } from './database-server.ts';
import { openLite, writeTemplate } from './lite-server.ts';
import { migrateForTests } from './migrate-for-tests.ts';
import { TEMPLATE_DATABASE, withDatabase } from './test-database-names.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The URL of the server for createTestDatabase, or the template of PGlite. */
    testServer: string;
    /** The URL with the role of the Wayside server. */
    testProgramServer: string;
  }
}

/** Starts one server with a migrated template database, which each test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (process.env['WAYSIDE_TEST_DATABASE'] === 'fallback') return setUpLite(project);
  const server = await openTestServer(process.env);
  project.provide('testServer', server.connectionString);
  project.provide('testProgramServer', server.programConnectionString);
  await makeTemplate(server);
  return server.stop;
}

/** Writes a migrated PGlite template to a file. */
async function setUpLite(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'wayside-test-'));
  const lite = await openLite(null);
  await migrateForTests(lite.connectionString, null);
  project.provide('testServer', await writeTemplate(lite, join(folder, 'template.tar')));
  project.provide('testProgramServer', lite.connectionString);
  await lite.stop();
  return () => rm(folder, { recursive: true });
}

async function makeTemplate(server: TestServer): Promise<void> {
  const { connectionString } = server;
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(`DROP DATABASE IF EXISTS ${TEMPLATE_DATABASE}`);
  await client.query(`CREATE DATABASE ${TEMPLATE_DATABASE}`);
  await client.end();
  await migrateForTests(withDatabase(connectionString, TEMPLATE_DATABASE), server);
}
