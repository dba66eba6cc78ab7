import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { advisoryLocks } from './advisory-locks.ts';
import type { Database } from './database.ts';
import { isLockTimeout } from './database-errors.ts';

const RETRY_MS = 100;

/** The folder of migrations: beside the sources, or beside the built program. */
export function migrationsFolder(): string {
  const candidates = ['../../migrations', '../migrations', './migrations'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  const found = candidates.find((candidate) => existsSync(`${candidate}/meta/_journal.json`));
  if (!found) throw new Error('the migrations are missing from this installation');
  return found;
}

/**
 * Brings the schema up to date, forward only. Several nodes may start at once: one migrates, the others wait.
 * Day figures depend on the business time zone, so a changed one makes them anew (FMT-02).
 */
export async function migrateDatabase(database: Database, settings: { readonly timeZone: string }): Promise<void> {
  const client = await database.pool.connect();
  try {
    await client.query('SET statement_timeout = 0');
    await client.query('SELECT pg_advisory_lock($1)', [advisoryLocks.migration]);
    await migrate(drizzle(client), { migrationsFolder: migrationsFolder() });
    const { rows } = await client.query<{ value: string }>(
      "SELECT value FROM business_facts WHERE name = 'time_zone'",
    );
    if (rows[0]?.value !== settings.timeZone) await rebuildTallies(client, settings.timeZone);
  } finally {
    // The connection goes, and with it the lock and the setting, whatever state it is in.
    client.release(true);
  }
}

/**
 * Makes the day figures anew. It locks every tallied table, in an order that a writer of several tables may not share;
 * it is the one that gives way, before PostgreSQL would end either as a deadlock (after a second), and tries again.
 */
async function rebuildTallies(client: pg.PoolClient, timeZone: string): Promise<void> {
  for (;;) {
    try {
      await client.query('BEGIN');
      await client.query("SET LOCAL lock_timeout = '500ms'");
      await client.query(
        "INSERT INTO business_facts VALUES ('time_zone', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        [timeZone],
      );
      await client.query('CALL rebuild_tallies()');
      await client.query('COMMIT');
      return;
    } catch (error) {
      await client.query('ROLLBACK');
      if (!isLockTimeout(error)) throw error;
    }
    await delay(RETRY_MS);
  }
}
