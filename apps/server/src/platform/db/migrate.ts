import { inArray, sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Logger } from 'pino';
import { z } from 'zod';
import { StartError } from '../../start-error.ts';
import { waitForLock } from './advisory-locks.ts';
import type { Database } from './database.ts';
import { isLockTimeout } from './database-errors.ts';
import { appliedMigrations, firstUnknown, isBeforeBaseline, upgrade } from './migrations.ts';
import { orm } from './orm.ts';
import { businessSettings } from './schema/configuration.ts';
import { type ShortLocks, withShortLocks } from './short-locks.ts';
import { defineStatement, rowsOf } from './statement.ts';

/** The definitions of the counters, and the functions that they call. */
const DEFINITIONS = defineStatement({
  name: 'counter-definitions',
  text: `SELECT md5(string_agg(text, ' ' ORDER BY text)) AS hash FROM (
      SELECT d::text AS text FROM counter_definitions AS d
      UNION ALL SELECT prosrc FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND proname ~ 'counter_(keys?|changes)$|^amount_(day|step)$'
    ) AS definitions`,
  row: z.object({ hash: z.string() }),
  example: [],
  isPrepared: false,
});

const COUNTED_TABLES = defineStatement({
  name: 'counted-tables',
  text: 'SELECT DISTINCT quote_ident(source) AS name FROM counter_definitions ORDER BY 1',
  row: z.object({ name: z.string() }),
  example: [],
  isPrepared: false,
});

/**
 * Recounts all rows if the time zone or the counters' definitions have changed. Writers wait up to half a second
 * until the transactions that count in the old way have ended; then the difference is added concurrently (OPER-03).
 */
async function recountCounters(client: pg.ClientBase, timeZone: string, options: ShortLocks): Promise<void> {
  const [definitions] = await rowsOf(client, DEFINITIONS, []);
  const wanted = `${timeZone} ${definitions?.hash}`;
  const { name, value } = businessSettings;
  const stored = await orm(client)
    .select({ name, value })
    .from(businessSettings)
    .where(inArray(name, ['time_zone', 'counted_as']));
  const of = (setting: string) => stored.find((row) => row.name === setting)?.value;
  if (of('time_zone') === timeZone && of('counted_as') === wanted) return;
  const save = (setting: string, text: string) =>
    orm(client)
      .insert(businessSettings)
      .values({ name: setting, value: text })
      .onConflictDoUpdate({ target: name, set: { value: sql`excluded.value` } });
  const tables = await rowsOf(client, COUNTED_TABLES, []);
  await withShortLocks(client, options, async (run) => {
    for (const table of tables) await run(`LOCK TABLE ${table.name} IN SHARE ROW EXCLUSIVE MODE`);
    await save('time_zone', timeZone);
    // If the recount is interrupted, it is repeated at the next startup.
    await save('counted_as', '');
  });
  options.log?.info('recounting rows');
  await client.query('CALL rebuild_counters()');
  await save('counted_as', wanted);
}

/** How long a migration retries to lock a table; each attempt takes half a second. */
const TABLE_LOCK_MS = 600_000;

export interface MigrationLimits {
  /** The longest wait for another node's migrations, in milliseconds. */
  readonly longestMs?: number;
  /** The longest wait for a locked table, in milliseconds. */
  readonly tableLockMs?: number;
  readonly log?: Logger;
}

/**
 * Migrates tables and functions while nodes of the previous release run; their calls wait up to half a second
 * (OPER-03). One node migrates and the others wait. Recounts if the business time zone has changed (FMT-02).
 * @param database connected without a pooler. If no migrations are pending, a role that can only read is enough
 * @throws StartError if a newer program has migrated the database, or a lock is not granted in time
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
      `A migration waited ${Math.ceil(tableLockMs / 1000)} seconds for a table that another program has locked: try again later.`,
      { cause: error },
    );
  } finally {
    // Closing the connection releases lock and setting.
    client.release(true);
  }
}

/** Rejects a database that was migrated by a newer program or is too old to upgrade. */
async function rejectUnknownMigrations(client: pg.ClientBase): Promise<void> {
  const unknown = firstUnknown(await appliedMigrations(client));
  if (unknown === undefined) return;
  const migration = `migration ${unknown.id} (of ${new Date(unknown.when).toISOString()})`;
  if (isBeforeBaseline(unknown))
    throw new StartError(
      `The database has ${migration}, which this release cannot upgrade. Start the previous release once, then start this release again.`,
    );
  throw new StartError(
    `The database has ${migration}, which this release does not know: a newer release has migrated it. Start that release, or restore a backup made before.`,
  );
}
