import { createHash } from 'node:crypto';
import type { MigrationMeta } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { z } from 'zod';
import { endBackFill } from './back-fills.ts';
import {
  functionFiles,
  type MigrationStep,
  migrationSteps,
  neededBackFills,
  readMigrations,
  withoutConcurrently,
} from './migration-files.ts';
import { type Run, type ShortLocks, withShortLocks } from './short-locks.ts';

/** The objects created by the files in `functions/`. */
const OBJECTS = `SELECT array_agg(oid::text) AS ids FROM (
  SELECT oid FROM pg_proc WHERE pronamespace = 'public'::regnamespace
  UNION ALL SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'v'
  UNION ALL SELECT oid FROM pg_trigger WHERE NOT tgisinternal) AS objects`;
const objects = z.tuple([z.object({ ids: z.nullable(z.array(z.string())) })]);

/**
 * Runs the back-fills that a migration needs, then applies the migration step by step. Continues a migration that was
 * interrupted.
 */
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
      index === steps.length - 1 ? recordMigration(run, migration) : recordSteps(run, migration, index + 1);
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

async function recordSteps(run: Run, { folderMillis }: MigrationMeta, steps: number): Promise<void> {
  await run(
    'INSERT INTO drizzle.applied_steps VALUES ($1, $2) ON CONFLICT (created_at) DO UPDATE SET steps = excluded.steps',
    [folderMillis, steps],
  );
}

/** Records a migration as applied. */
export async function recordMigration(run: Run, { hash, folderMillis }: MigrationMeta): Promise<void> {
  await run('DELETE FROM drizzle.applied_steps WHERE created_at = $1', [folderMillis]);
  await run('INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ($1, $2)', [hash, folderMillis]);
}

/** Recreates all functions if a migration has removed a function, view or trigger. */
async function keepFunctions(run: Run, migrate: () => Promise<void>): Promise<void> {
  const idsOf = async () => objects.parse((await run(OBJECTS)).rows)[0].ids ?? [];
  const before = await idsOf();
  await migrate();
  const after = new Set(await idsOf());
  if (before.some((id) => !after.has(id))) await run('DELETE FROM drizzle.applied_functions');
}

/** Runs a long statement. It may wait for old transactions, because no one waits for it. */
async function runAlone(
  client: pg.ClientBase,
  step: Exclude<MigrationStep, { kind: 'transaction' }>,
  { limitMs, log }: ShortLocks,
): Promise<void> {
  log?.info({ statement: step.statement.trim() }, 'a migration step runs while the server handles requests');
  await client.query(`SET lock_timeout = ${limitMs}`);
  if (step.kind === 'create-index' && (await readIndexState(client, step.index)) === 'valid') return;
  if (step.kind === 'create-index') await dropInvalidIndex(client, step.index);
  if (step.kind === 'drop-index' && (await readIndexState(client, step.index)) === 'missing') return;
  try {
    await client.query(step.statement);
  } catch (error) {
    if (step.kind === 'create-index') await dropInvalidIndex(client, step.index).catch(() => undefined);
    throw error;
  }
}

/** An interrupted build leaves an invalid index, which PostgreSQL updates but does not use. */
async function dropInvalidIndex(client: pg.ClientBase, index: string): Promise<void> {
  if ((await readIndexState(client, index)) === 'invalid') await client.query(`DROP INDEX CONCURRENTLY "${index}"`);
}

async function readIndexState(client: pg.ClientBase, index: string): Promise<'valid' | 'invalid' | 'missing'> {
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
 * Replaces the functions, views and triggers that have changed, in one transaction because they call each other.
 * Unchanged ones are skipped, because replacing a trigger locks its table.
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

/** The journal of applied migrations, the partly applied migration, functions and back-fills. */
const CREATE_JOURNAL = `
  CREATE SCHEMA IF NOT EXISTS drizzle;
  CREATE TABLE IF NOT EXISTS drizzle.__drizzle_migrations (id serial PRIMARY KEY, hash text NOT NULL, created_at bigint);
  CREATE TABLE IF NOT EXISTS drizzle.applied_functions (hash text NOT NULL);
  ALTER TABLE drizzle.applied_functions ADD COLUMN IF NOT EXISTS name text;
  CREATE TABLE IF NOT EXISTS drizzle.applied_steps (created_at bigint PRIMARY KEY, steps integer NOT NULL);
  CREATE TABLE IF NOT EXISTS drizzle.back_fills (name text PRIMARY KEY, position text NOT NULL DEFAULT '', rows bigint NOT NULL DEFAULT 0,
    started_at timestamptz NOT NULL DEFAULT now(), ended_at timestamptz)`;

const SELECT_JOURNAL_TABLE = "SELECT FROM pg_tables WHERE schemaname = 'drizzle' AND tablename = 'back_fills'";

const appliedMigration = z.object({ id: z.number(), when: z.number() });

/** `when` is the creation time of the migration, its identifier. */
export type AppliedMigration = z.infer<typeof appliedMigration>;

/** Returns the applied migrations, oldest first; empty for a new database. */
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

/** Returns the first applied migration that this program does not include. */
export function firstUnknown(applied: readonly AppliedMigration[]): AppliedMigration | undefined {
  const known = new Set(readMigrations().map(({ folderMillis }) => folderMillis));
  return applied.some(({ when }) => when >= baselineTime())
    ? applied.find((migration) => !isBeforeBaseline(migration) && !known.has(migration.when))
    : applied[0];
}

/** Checks whether the baseline replaced the migration. */
export const isBeforeBaseline = ({ when }: AppliedMigration): boolean => when < baselineTime();

/**
 * Returns a function that creates the tables of these migrations in an empty database, without functions, views and
 * triggers. Null if this program does not include a migration.
 */
export function tablesAfter(migrations: readonly number[]): ((client: pg.ClientBase) => Promise<void>) | null {
  const known = readMigrations();
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

const baselineTime = (): number => readMigrations()[0]?.folderMillis ?? 0;

/**
 * Returns the migrations since the baseline, inclusive. The baseline has the time of the last migration that it
 * replaces, so older databases have it too.
 */
const sinceBaseline = (times: readonly number[]): number[] => times.filter((when) => when >= baselineTime());

/**
 * Applies pending migrations, then changed functions. A new database is migrated in one transaction, an existing one
 * step by step, so that an interrupted migration continues at the next startup (OPER-03).
 * @param client a client of the session that holds the migration lock
 */
export async function upgrade(client: pg.ClientBase, options: ShortLocks): Promise<void> {
  const migrations = readMigrations();
  const { rowCount } = await client.query(SELECT_JOURNAL_TABLE);
  const applied = await appliedMigrations(client);
  if (applied.length === 0) {
    await withShortLocks(client, options, async (run) => {
      await run(CREATE_JOURNAL);
      await applyAtOnce(run, migrations);
      await applyFunctions(run);
    });
    return;
  }
  // A role that may not create tables can start if no migration is pending.
  if (rowCount === 0) await withShortLocks(client, options, (run) => run(CREATE_JOURNAL));
  const count = sinceBaseline(applied.map(({ when }) => when)).length;
  for (const migration of migrations.slice(count)) await applyMigration(client, migration, options);
  await withShortLocks(client, { ...options, hasManyLocks: true }, applyFunctions);
}

/** Applies migrations to a database without other users. */
async function applyAtOnce(run: Run, migrations: readonly MigrationMeta[]): Promise<void> {
  for (const migration of migrations) {
    for (const statement of migration.sql) await run(withoutConcurrently(statement));
    await recordMigration(run, migration);
  }
}
