import type pg from 'pg';
import type { Logger } from 'pino';
import { StartError } from '../../start-error.ts';
import type { Database } from './database.ts';
import { isLockTimeout } from './database-errors.ts';
import { appliedMigrations, firstUnknown, isBeforeBaseline, upgrade } from './migrations.ts';
import { recountCounters } from './recount-counters.ts';
import { waitForLock } from './wait-for-lock.ts';

/** For how long a migration tries again to lock a table that others use, half a second each time. */
const TABLE_LOCK_MS = 600_000;

export interface MigrationLimits {
  /** The longest wait for another node's migrations, in milliseconds. */
  readonly longestMs?: number;
  /** The longest wait for a table that another program has locked, in milliseconds. */
  readonly tableLockMs?: number;
  /** Is told what takes long. */
  readonly log?: Logger;
}

/**
 * Brings tables and functions up to date, forward only, beside nodes of the release before, whose calls wait for its locks half a
 * second at most (OPER-03). Several nodes may start at once: one migrates, the others wait. Counters by day depend on the business
 * time zone: when it or their definitions change the rows are counted again (FMT-02).
 * @param database with sessions of its own: not through a pooler. Any role that may read will do where nothing has to change
 * @throws StartError when a newer program has migrated it, or a lock is not given in time
 */
export async function migrateDatabase(
  database: Database,
  settings: { readonly timeZone: string },
  { longestMs, tableLockMs = TABLE_LOCK_MS, log }: MigrationLimits = {},
): Promise<void> {
  const client = await database.pool.connect();
  try {
    await client.query('SET statement_timeout = 0');
    await waitForLock(client, 'migration', { until: 'session', ...(longestMs === undefined ? {} : { longestMs }) });
    await rejectUnknownMigrations(client);
    const options = { limitMs: tableLockMs, log };
    await upgrade(client, options);
    await recountCounters(client, settings.timeZone, options);
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

/** Rejects a database that this program would damage (a newer one has migrated it) or cannot upgrade (it is too old). */
async function rejectUnknownMigrations(client: pg.ClientBase): Promise<void> {
  const unknown = firstUnknown(await appliedMigrations(client));
  if (unknown === undefined) return;
  const migration = `migration ${unknown.id} (of ${new Date(unknown.when).toISOString()})`;
  if (isBeforeBaseline(unknown))
    throw new StartError(
      `The database has ${migration} and none that this Wayside can upgrade. Start the release before this one once, then start this one again.`,
    );
  throw new StartError(
    `The database has ${migration}, which this Wayside does not know: a newer one has migrated it. Start that one, or restore a backup from before.`,
  );
}
