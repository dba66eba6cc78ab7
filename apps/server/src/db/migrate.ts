import { setTimeout as delay } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { StartError } from '../start-error.ts';
import type { Database } from './database.ts';
import { isLockTimeout } from './database-errors.ts';
import { migrationsFolder, readJournal } from './migration-journal.ts';
import { waitForLock } from './wait-for-lock.ts';

const RETRY_MS = 100;
/** How long a migration waits for a table that somebody else has locked. */
const TABLE_LOCK_MS = 60_000;

export interface MigrationLimits {
  /** How long another node's migrations are waited for, in milliseconds. */
  readonly longestMs?: number;
  /** How long a table that somebody has locked is waited for, in milliseconds. */
  readonly tableLockMs?: number;
}

/**
 * Brings the schema up to date, forward only. Several nodes may start at once: one migrates, the others wait.
 * Day figures depend on the business time zone, so a changed one makes them anew (FMT-02).
 * @param database with sessions of its own: not through a pooler
 * @throws StartError when a newer program has migrated it, or a lock is not given in time
 */
export async function migrateDatabase(
  database: Database,
  settings: { readonly timeZone: string },
  { longestMs, tableLockMs = TABLE_LOCK_MS }: MigrationLimits = {},
): Promise<void> {
  const client = await database.pool.connect();
  try {
    await client.query('SET statement_timeout = 0');
    await waitForLock(client, 'migration', { until: 'session', ...(longestMs === undefined ? {} : { longestMs }) });
    await refuseUnknownMigrations(client);
    await client.query(`SET lock_timeout = ${tableLockMs}`);
    await migrate(drizzle(client), { migrationsFolder: migrationsFolder() });
    const { rows } = await client.query<{ value: string }>(
      "SELECT value FROM business_settings WHERE name = 'time_zone'",
    );
    if (rows[0]?.value !== settings.timeZone) await rebuildCounters(client, settings.timeZone, tableLockMs);
  } catch (error) {
    if (!isLockTimeout(error) || error instanceof StartError) throw error;
    throw new StartError(
      `A migration waited ${Math.ceil(tableLockMs / 1000)} seconds for a table that another program has locked: try again when that has ended.`,
      { cause: error },
    );
  } finally {
    // The connection goes, and with it the lock and the setting, whatever state it is in.
    client.release(true);
  }
}

/** What a newer program has made of the data this one could damage. */
async function refuseUnknownMigrations(client: pg.ClientBase): Promise<void> {
  const { rows: tables } = await client.query(
    "SELECT FROM pg_tables WHERE schemaname = 'drizzle' AND tablename = '__drizzle_migrations'",
  );
  if (tables.length === 0) return;
  const { rows: applied } = await client.query<{ id: number; when: number }>(
    'SELECT id, created_at::float8 AS when FROM drizzle.__drizzle_migrations ORDER BY created_at',
  );
  const { entries } = await readJournal();
  const known = new Set(entries.map(({ when }) => when));
  const unknown = applied.find(({ when }) => !known.has(when));
  if (unknown === undefined) return;
  throw new StartError(
    `The database has migration ${unknown.id} (of ${new Date(unknown.when).toISOString()}), which this Wayside does not know: a newer one has migrated it. Start that one, or restore a backup from before.`,
  );
}

/**
 * Makes the day figures anew. It locks every counted table, in an order that a writer of several tables may not share;
 * it is the one that gives way, before PostgreSQL would end either as a deadlock (after a second), and tries again.
 */
async function rebuildCounters(client: pg.PoolClient, timeZone: string, patienceMs: number): Promise<void> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    try {
      await client.query('BEGIN');
      await client.query("SET LOCAL lock_timeout = '500ms'");
      await client.query(
        "INSERT INTO business_settings VALUES ('time_zone', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        [timeZone],
      );
      await client.query('CALL rebuild_counters()');
      await client.query('COMMIT');
      return;
    } catch (error) {
      await client.query('ROLLBACK');
      if (!isLockTimeout(error) || performance.now() > deadline) throw error;
    }
    await delay(RETRY_MS);
  }
}
