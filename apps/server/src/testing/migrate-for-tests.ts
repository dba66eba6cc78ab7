import pino from 'pino';
import { connectDatabase } from '../platform/db/database.ts';
import { migrateDatabase } from '../platform/db/migrate.ts';
import { grantRights } from '../platform/db/program-role.ts';
import type { TestServer } from './database-server.ts';

/** For tests: creates the tables and functions of a database and grants permissions to the server's role. */
export async function migrateForTests(
  connectionString: string,
  server: Pick<TestServer, 'programConnectionString'> | null,
): Promise<void> {
  const database = connectDatabase(connectionString, { max: 1, log: pino({ level: 'warn' }) });
  await migrateDatabase(database, { timeZone: 'Asia/Kolkata' });
  await grantRights(database, server === null ? [] : [new URL(server.programConnectionString).username]);
  await database.close();
}
