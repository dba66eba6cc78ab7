import { setTimeout as delay } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import type pg from 'pg';
import { StartError } from '../start-error.ts';
import type { Database } from './database.ts';
import { isLockTimeout } from './database-errors.ts';
import { appliedMigrations, firstUnknown, upgrade } from './migrations.ts';
import { orm } from './orm.ts';
import { businessSettings } from './schema/business-settings.ts';
import { waitForLock } from './wait-for-lock.ts';

const RETRY_MS = 100;
/** How long a migration waits for a table that another program has locked. */
const TABLE_LOCK_MS = 60_000;

export interface MigrationLimits {
  /** The longest wait for another node's migrations, in milliseconds. */
  readonly longestMs?: number;
  /** The longest wait for a table that another program has locked, in milliseconds. */
  readonly tableLockMs?: number;
}

/**
 * Brings tables and functions up to date, forward only. Several nodes may start at once: one migrates, the others wait.
 * Counters by day depend on the business time zone: when it changes they are rebuilt (FMT-02).
 * @param database with sessions of its own: not through a pooler. Any role that may read will do where nothing has to change
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
    await rejectUnknownMigrations(client);
    await client.query(`SET lock_timeout = ${tableLockMs}`);
    await inTransaction(client, () => upgrade(client));
    const { name, value } = businessSettings;
    const [stored] = await orm(client).select({ value }).from(businessSettings).where(eq(name, 'time_zone'));
    if (stored?.value !== settings.timeZone) await rebuildCounters(client, settings.timeZone, tableLockMs);
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

/** A newer program may have changed the data in a way that this one would damage. */
async function rejectUnknownMigrations(client: pg.ClientBase): Promise<void> {
  const unknown = firstUnknown(await appliedMigrations(client));
  if (unknown === undefined) return;
  throw new StartError(
    `The database has migration ${unknown.id} (of ${new Date(unknown.when).toISOString()}), which this Wayside does not know: a newer one has migrated it. Start that one, or restore a backup from before.`,
  );
}

async function inTransaction(client: pg.ClientBase, work: () => Promise<unknown>): Promise<void> {
  await client.query('BEGIN');
  try {
    await work();
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/**
 * Counts every row again. It locks every counted table, in an order that a writer of several tables may not share: it
 * gives way before PostgreSQL would end either as a deadlock (after a second), and tries again.
 */
async function rebuildCounters(client: pg.ClientBase, timeZone: string, timeoutMs: number): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    try {
      return await inTransaction(client, async () => {
        await client.query("SET LOCAL lock_timeout = '500ms'");
        await client.query(
          "INSERT INTO business_settings VALUES ('time_zone', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
          [timeZone],
        );
        await client.query('CALL rebuild_counters()');
      });
    } catch (error) {
      if (!isLockTimeout(error) || performance.now() > deadline) throw error;
    }
    await delay(RETRY_MS);
  }
}
