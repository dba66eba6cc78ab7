import { createHash } from 'node:crypto';
import type { MigrationMeta } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { z } from 'zod';
import { endBackFill } from './back-fills.ts';
import {
  currentMigrations,
  functionFiles,
  type MigrationStep,
  migrationSteps,
  neededBackFills,
  withoutConcurrently,
} from './migration-files.ts';
import { type Run, type ShortLocks, withShortLocks } from './short-locks.ts';

/** Everything of `functions/`: what is missing after a migration has to be created again. */
const OBJECTS = `SELECT array_agg(oid::text) AS ids FROM (
  SELECT oid FROM pg_proc WHERE pronamespace = 'public'::regnamespace
  UNION ALL SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'v'
  UNION ALL SELECT oid FROM pg_trigger WHERE NOT tgisinternal) AS objects`;
const objects = z.tuple([z.object({ ids: z.nullable(z.array(z.string())) })]);

/** Applies a migration step by step, after the back-fills that it needs. One that was killed continues with its next step. */
export async function applyMigration(
  client: pg.ClientBase,
  migration: MigrationMeta,
  options: ShortLocks,
): Promise<void> {
  for (const name of neededBackFills(migration.sql)) await endBackFill(client, name, options.log);
  const steps = migrationSteps(migration.sql);
  const done = await countDone(client, migration);
  for (const [index, step] of [...steps.entries()].slice(done)) {
    const finish = (run: Run) =>
      index === steps.length - 1 ? enter(run, migration) : enterSteps(run, migration, index + 1);
    if (step.kind === 'transaction')
      await withShortLocks(client, options, async (run) => {
        await keepFunctions(run, async () => {
          for (const statement of step.statements) await run(statement);
        });
        await finish(run);
      });
    else {
      await runAlone(client, step, options);
      await withShortLocks(client, options, finish);
    }
  }
}

const appliedSteps = z.array(z.object({ steps: z.number() }));

async function countDone(client: pg.ClientBase, { folderMillis }: MigrationMeta): Promise<number> {
  const { rows } = await client.query('SELECT steps FROM drizzle.applied_steps WHERE created_at = $1', [
    folderMillis,
  ]);
  return appliedSteps.parse(rows)[0]?.steps ?? 0;
}

async function enterSteps(run: Run, { folderMillis }: MigrationMeta, steps: number): Promise<void> {
  await run(
    'INSERT INTO drizzle.applied_steps VALUES ($1, $2) ON CONFLICT (created_at) DO UPDATE SET steps = excluded.steps',
    [folderMillis, steps],
  );
}

/** Enters a migration as applied. */
export async function enter(run: Run, { hash, folderMillis }: MigrationMeta): Promise<void> {
  await run('DELETE FROM drizzle.applied_steps WHERE created_at = $1', [folderMillis]);
  await run('INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ($1, $2)', [hash, folderMillis]);
}

/** Has all functions created again where a migration has removed one, a view or a trigger. */
async function keepFunctions(run: Run, migrate: () => Promise<void>): Promise<void> {
  const idsOf = async () => objects.parse((await run(OBJECTS)).rows)[0].ids ?? [];
  const before = await idsOf();
  await migrate();
  const after = new Set(await idsOf());
  if (before.some((id) => !after.has(id))) await run('DELETE FROM drizzle.applied_functions');
}

/**
 * Runs a statement that takes long. Nobody waits for it, so it may wait for others: for old transactions, and for an index that was left
 * incomplete to be removed.
 */
async function runAlone(
  client: pg.ClientBase,
  step: Exclude<MigrationStep, { kind: 'transaction' }>,
  { limitMs, log }: ShortLocks,
): Promise<void> {
  log?.info({ statement: step.statement.trim() }, 'a step of a migration runs beside the service');
  await client.query(`SET lock_timeout = ${limitMs}`);
  if (step.kind === 'create-index' && (await stateOf(client, step.index)) === 'valid') return;
  if (step.kind === 'create-index') await dropInvalid(client, step.index);
  if (step.kind === 'drop-index' && (await stateOf(client, step.index)) === 'missing') return;
  try {
    await client.query(step.statement);
  } catch (error) {
    if (step.kind === 'create-index') await dropInvalid(client, step.index).catch(() => undefined);
    throw error;
  }
}

/** What a build that was killed has left is invalid: PostgreSQL maintains it and does not use it. */
async function dropInvalid(client: pg.ClientBase, index: string): Promise<void> {
  if ((await stateOf(client, index)) === 'invalid') await client.query(`DROP INDEX CONCURRENTLY "${index}"`);
}

async function stateOf(client: pg.ClientBase, index: string): Promise<'valid' | 'invalid' | 'missing'> {
  const { rows } = await client.query<{ is_valid: boolean }>(
    'SELECT indisvalid AS is_valid FROM pg_index WHERE indexrelid = to_regclass(quote_ident($1))',
    [index],
  );
  const [found] = rows;
  if (found === undefined) return 'missing';
  return found.is_valid ? 'valid' : 'invalid';
}

const appliedFunctions = z.array(z.object({ name: z.nullable(z.string()), hash: z.string() }));

/**
 * Creates the functions, views and triggers that differ from those of the database: a trigger locks its table, so that what is the same
 * is left alone. All in one transaction, because they call each other.
 */
export async function applyFunctions(run: Run): Promise<void> {
  const { rows } = await run('SELECT name, hash FROM drizzle.applied_functions');
  const applied = new Map(appliedFunctions.parse(rows).map(({ name, hash }) => [name, hash]));
  const files = functionFiles().map((file) => ({ ...file, hash: hashOf(file.text) }));
  const changed = files.filter(({ name, hash }) => applied.get(name) !== hash);
  if (changed.length === 0) return;
  await run('SET LOCAL check_function_bodies = off');
  for (const { text } of changed) await run(text);
  await run('DELETE FROM drizzle.applied_functions WHERE name IS NULL OR name = ANY ($1)', [
    changed.map(({ name }) => name),
  ]);
  await run('INSERT INTO drizzle.applied_functions (name, hash) SELECT * FROM unnest($1::text[], $2::text[])', [
    changed.map(({ name }) => name),
    changed.map(({ hash }) => hash),
  ]);
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

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
