import type { MigrationMeta } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { z } from 'zod';
import { applyFunctions, applyMigration, enter } from './apply-migration.ts';
import { currentMigrations, migrationsBeforeBaseline, stepToBaseline } from './migration-files.ts';
import { withoutConcurrently } from './migration-steps.ts';
import { type Run, type ShortLocks, withShortLocks } from './short-locks.ts';

/**
 * What a database says of its migrations: those that it has, the one that is applied in part, the functions, and the back-fills. It is
 * drizzle's table and ours.
 */
const CREATE_JOURNAL = `
  CREATE SCHEMA IF NOT EXISTS drizzle;
  CREATE TABLE IF NOT EXISTS drizzle.__drizzle_migrations (id serial PRIMARY KEY, hash text NOT NULL, created_at bigint);
  CREATE TABLE IF NOT EXISTS drizzle.applied_functions (hash text NOT NULL);
  ALTER TABLE drizzle.applied_functions ADD COLUMN IF NOT EXISTS name text;
  CREATE TABLE IF NOT EXISTS drizzle.applied_steps (created_at bigint PRIMARY KEY, steps integer NOT NULL);
  CREATE TABLE IF NOT EXISTS drizzle.back_fills (name text PRIMARY KEY, position text NOT NULL DEFAULT '', rows bigint NOT NULL DEFAULT 0,
    started_at timestamptz NOT NULL DEFAULT now(), ended_at timestamptz)`;

/** Finds a row where the journal has all of that. */
const HAS_JOURNAL = "SELECT FROM pg_tables WHERE schemaname = 'drizzle' AND tablename = 'back_fills'";

const appliedMigration = z.object({ id: z.number(), when: z.number() });

/** A migration that a database has; `when` is the time at which it was written and identifies it. */
export type AppliedMigration = z.infer<typeof appliedMigration>;

/** The migrations of a database, oldest first; none where it is new. */
export async function appliedMigrations(client: Pick<pg.ClientBase, 'query'>): Promise<AppliedMigration[]> {
  const { rows: tables } = await client.query(
    "SELECT FROM pg_tables WHERE schemaname = 'drizzle' AND tablename = '__drizzle_migrations'",
  );
  if (tables.length === 0) return [];
  const { rows } = await client.query(
    'SELECT id, created_at::float8 AS when FROM drizzle.__drizzle_migrations ORDER BY created_at',
  );
  return z.array(appliedMigration).parse(rows);
}

/** The first of the migrations that this program does not have; undefined when it has all. */
export function firstUnknown(applied: readonly AppliedMigration[]): AppliedMigration | undefined {
  const timesOf = (known: readonly MigrationMeta[]) => new Set(known.map(({ folderMillis }) => folderMillis));
  const times = timesOf(currentMigrations());
  const others = applied.filter(({ when }) => !times.has(when));
  if (others.length === 0) return undefined;
  const old = timesOf(migrationsBeforeBaseline());
  return others.find(({ when }) => !old.has(when));
}

/**
 * Gives an empty database the tables that it had after these migrations; null when this program does not have them all.
 * The functions are those of the migrations themselves: `upgrade` creates the others.
 */
export function tablesAfter(migrations: readonly number[]): ((client: pg.ClientBase) => Promise<void>) | null {
  const history = [currentMigrations(), migrationsBeforeBaseline()].find(
    (known) => migrations.length > 0 && migrations.every((when, index) => known[index]?.folderMillis === when),
  );
  if (history === undefined) return null;
  return async (client) => {
    await client.query(CREATE_JOURNAL);
    await applyAtOnce(
      (statement, values = []) => client.query(statement, [...values]),
      history.slice(0, migrations.length),
    );
  };
}

/**
 * Applies the migrations that a database lacks, then the functions that differ from its own. A new database gets everything in one
 * transaction; one that others use gets each step by itself, and a start after a kill continues with the next one (OPER-03).
 * @param client of a session that has the lock of migrations
 */
export async function upgrade(client: pg.ClientBase, options: ShortLocks): Promise<void> {
  const migrations = currentMigrations();
  const { rowCount } = await client.query(HAS_JOURNAL);
  const applied = await appliedMigrations(client);
  if (applied.length === 0) {
    await withShortLocks(client, options, async (run) => {
      await run(CREATE_JOURNAL);
      await applyAtOnce(run, migrations);
      await applyFunctions(run);
    });
    return;
  }
  // A role that may not create tables is not asked to where they exist: a program without migrations to apply starts with any.
  if (rowCount === 0) await withShortLocks(client, options, (run) => run(CREATE_JOURNAL));
  const count = await reachBaseline(client, applied, options);
  for (const migration of migrations.slice(count)) await applyMigration(client, migration, options);
  await withShortLocks(client, { ...options, hasManyLocks: true }, applyFunctions);
}

/** Brings a database of before the baseline to it. @returns how many of the current migrations it has then */
async function reachBaseline(
  client: pg.ClientBase,
  applied: readonly AppliedMigration[],
  options: ShortLocks,
): Promise<number> {
  const [baseline] = currentMigrations();
  if (baseline === undefined || applied[0]?.when === baseline.folderMillis) return applied.length;
  await withShortLocks(client, options, async (run) => {
    await applyAtOnce(run, migrationsBeforeBaseline().slice(applied.length));
    await run(stepToBaseline());
    await run('DELETE FROM drizzle.__drizzle_migrations');
    await run('DELETE FROM drizzle.applied_functions');
    await enter(run, baseline);
  });
  return 1;
}

/** Applies migrations in the transaction of `run`, in a database that nobody else uses. */
async function applyAtOnce(run: Run, migrations: readonly MigrationMeta[]): Promise<void> {
  for (const migration of migrations) {
    for (const statement of migration.sql) await run(withoutConcurrently(statement));
    await enter(run, migration);
  }
}
