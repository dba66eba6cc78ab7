import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { z } from 'zod';
import { defineStatement, rowsOf } from './statement.ts';

const appliedMigration = z.object({ id: z.number(), when: z.number() });

/** A migration that a database has; `when` is the time at which it was written and identifies it. */
export type AppliedMigration = z.infer<typeof appliedMigration>;

const CREATE_JOURNAL = `
  CREATE SCHEMA IF NOT EXISTS drizzle;
  CREATE TABLE IF NOT EXISTS drizzle.__drizzle_migrations (id serial PRIMARY KEY, hash text NOT NULL, created_at bigint);
  CREATE TABLE IF NOT EXISTS drizzle.applied_functions (hash text NOT NULL)`;

/** The migrations of a database, oldest first; none where it is new. */
export async function appliedMigrations(client: pg.ClientBase): Promise<AppliedMigration[]> {
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
  const times = timesOf(current());
  const others = applied.filter(({ when }) => !times.has(when));
  if (others.length === 0) return undefined;
  const old = timesOf(beforeBaseline());
  return others.find(({ when }) => !old.has(when));
}

/**
 * Gives an empty database the tables that it had after these migrations; null when this program does not have them all.
 * The functions are those of the migrations themselves: `upgrade` creates the others.
 */
export function tablesAfter(migrations: readonly number[]): ((client: pg.ClientBase) => Promise<void>) | null {
  const history = [current(), beforeBaseline()].find(
    (known) => migrations.length > 0 && migrations.every((when, index) => known[index]?.folderMillis === when),
  );
  if (history === undefined) return null;
  return async (client) => {
    await client.query(CREATE_JOURNAL);
    await apply(client, history.slice(0, migrations.length));
  };
}

/** Applies the migrations that a database lacks, then the functions if they differ from its own. Runs in a transaction. */
export async function upgrade(client: pg.ClientBase): Promise<void> {
  await ensureJournal(client);
  const migrations = current();
  const [baseline] = migrations;
  const applied = await appliedMigrations(client);
  let count = applied.length;
  if (baseline && count > 0 && applied[0]?.when !== baseline.folderMillis) {
    await apply(client, beforeBaseline().slice(count));
    await client.query(readFileSync(join(folder(), 'before-baseline/to-baseline.sql'), 'utf8'));
    await client.query('DELETE FROM drizzle.__drizzle_migrations');
    await enter(client, baseline);
    count = 1;
  }
  await apply(client, migrations.slice(count));
  await createFunctions(client, { isNeeded: count < migrations.length });
}

/** A role that may not create a schema is not asked to where it exists: a program without migrations to apply starts with any. */
async function ensureJournal(client: pg.ClientBase): Promise<void> {
  const { rowCount } = await client.query(
    "SELECT FROM pg_tables WHERE schemaname = 'drizzle' AND tablename = 'applied_functions'",
  );
  if (rowCount === 0) await client.query(CREATE_JOURNAL);
}

const APPLIED_FUNCTIONS = defineStatement({
  name: 'applied-functions',
  text: 'SELECT hash FROM drizzle.applied_functions',
  row: z.object({ hash: z.string() }),
  example: [],
  isPrepared: false,
});

/** The files need no order of their own: bodies are unchecked until they run, and a view depends on tables alone. */
async function createFunctions(client: pg.ClientBase, { isNeeded }: { readonly isNeeded: boolean }): Promise<void> {
  const files = readdirSync(join(folder(), 'functions')).sort();
  const statements = files.map((file) => readFileSync(join(folder(), 'functions', file), 'utf8'));
  const hash = createHash('sha256').update(statements.join('\n')).digest('hex');
  const [applied] = await rowsOf(client, APPLIED_FUNCTIONS, []);
  if (!isNeeded && applied?.hash === hash) return;
  await client.query('SET LOCAL check_function_bodies = off');
  for (const statement of statements) await client.query(statement);
  await client.query('DELETE FROM drizzle.applied_functions');
  await client.query('INSERT INTO drizzle.applied_functions (hash) VALUES ($1)', [hash]);
}

async function apply(client: pg.ClientBase, migrations: readonly MigrationMeta[]): Promise<void> {
  for (const migration of migrations) {
    for (const statement of migration.sql) await client.query(statement);
    await enter(client, migration);
  }
}

async function enter(client: pg.ClientBase, { hash, folderMillis }: MigrationMeta): Promise<void> {
  await client.query('INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ($1, $2)', [
    hash,
    folderMillis,
  ]);
}

const current = () => readMigrationFiles({ migrationsFolder: folder() });
const beforeBaseline = () => readMigrationFiles({ migrationsFolder: join(folder(), 'before-baseline') });

/** The folder of migrations: beside the sources, or beside the built program. */
function folder(): string {
  const candidates = ['../../migrations', '../migrations', './migrations'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  const found = candidates.find((candidate) => existsSync(`${candidate}/meta/_journal.json`));
  if (!found) throw new Error('the migrations are missing from this installation');
  return found;
}
