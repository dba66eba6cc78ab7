import type { MigrationMeta } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { z } from 'zod';
import { applyFunctions, applyMigration, enter } from './apply-migration.ts';
import { currentMigrations } from './migration-files.ts';
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

/** The first migration of a database that this program does not have; undefined when it has all. */
export function firstUnknown(applied: readonly AppliedMigration[]): AppliedMigration | undefined {
  const known = new Set(currentMigrations().map(({ folderMillis }) => folderMillis));
  return applied.some(({ when }) => when >= baselineTime())
    ? applied.find((migration) => !isBeforeBaseline(migration) && !known.has(migration.when))
    : applied[0];
}

/** Whether a migration is one of those that the baseline replaced. */
export const isBeforeBaseline = ({ when }: AppliedMigration): boolean => when < baselineTime();

/**
 * Returns a function that gives an empty database the tables that it had after these migrations; null when this program does not have
 * all of them. The function does not create functions, views and triggers: `upgrade` does.
 */
export function tablesAfter(migrations: readonly number[]): ((client: pg.ClientBase) => Promise<void>) | null {
  const known = currentMigrations();
  const since = sinceBaseline(migrations);
  if (since.length === 0 || since.some((when, index) => known[index]?.folderMillis !== when)) return null;
  return async (client) => {
    await client.query(CREATE_JOURNAL);
    await applyAtOnce(
      (statement, values = []) => client.query(statement, [...values]),
      known.slice(0, since.length),
    );
  };
}

const baselineTime = (): number => currentMigrations()[0]?.folderMillis ?? 0;

/**
 * The migrations from the baseline on. The baseline contains the older ones and has the time of the last of them, so a database that
 * applied them one by one has it too.
 */
const sinceBaseline = (times: readonly number[]): number[] => times.filter((when) => when >= baselineTime());

/**
 * Applies the migrations that a database lacks, then the functions that differ from its own. A new database gets everything in one
 * transaction; one that others use gets each step alone, and a start after a kill continues with the next one (OPER-03).
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
  const count = sinceBaseline(applied.map(({ when }) => when)).length;
  for (const migration of migrations.slice(count)) await applyMigration(client, migration, options);
  await withShortLocks(client, { ...options, hasManyLocks: true }, applyFunctions);
}

/** Applies migrations in the transaction of `run`, in a database that nobody else uses. */
async function applyAtOnce(run: Run, migrations: readonly MigrationMeta[]): Promise<void> {
  for (const migration of migrations) {
    for (const statement of migration.sql) await run(withoutConcurrently(statement));
    await enter(run, migration);
  }
}
