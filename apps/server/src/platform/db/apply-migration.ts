import { createHash } from 'node:crypto';
import type { MigrationMeta } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { z } from 'zod';
import { endBackFill } from './back-fills.ts';
import { functionFiles } from './migration-files.ts';
import { type MigrationStep, migrationSteps, neededBackFills } from './migration-steps.ts';
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
