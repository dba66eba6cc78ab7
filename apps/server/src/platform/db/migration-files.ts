import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';

export interface SqlFile {
  readonly name: string;
  readonly text: string;
}

/** Returns the migrations, oldest first. */
export const readMigrations = (): MigrationMeta[] => readMigrationFiles({ migrationsFolder: folder() });

/**
 * Returns functions, views and triggers. Their order does not matter, because bodies are not checked until they run.
 */
export const functionFiles = (): SqlFile[] => filesIn('functions');

/** Returns the back-fills in the order of their migrations. */
export const backFillFiles = (): SqlFile[] => filesIn('back-fills');

function filesIn(name: string): SqlFile[] {
  const path = join(folder(), name);
  if (!existsSync(path)) return [];
  const names = readdirSync(path).filter((file) => file.endsWith('.sql'));
  return names.sort().map((file) => ({ name: file.slice(0, -4), text: readFileSync(join(path, file), 'utf8') }));
}

/** Finds the folder next to the sources or next to the built program. */
function folder(): string {
  const candidates = ['../../../migrations', '../migrations', './migrations'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  const found = candidates.find((candidate) => existsSync(`${candidate}/meta/_journal.json`));
  if (!found) throw new Error('the migrations are missing from this installation');
  return found;
}

export type MigrationStep =
  | { readonly kind: 'transaction'; readonly statements: readonly string[] }
  /** Takes a long time outside of a transaction, without blocking writers. */
  | { readonly kind: 'create-index' | 'drop-index'; readonly index: string; readonly statement: string }
  /** Takes a long time in its own transaction, without blocking writers. */
  | { readonly kind: 'validate'; readonly statement: string };

const CREATE_INDEX = /^CREATE\s+(?:UNIQUE\s+)?INDEX\s+CONCURRENTLY\s+(?:IF\s+NOT\s+EXISTS\s+)?"?(\w+)"?/i;
const DROP_INDEX = /^DROP\s+INDEX\s+CONCURRENTLY\s+(?:IF\s+EXISTS\s+)?"?(\w+)"?/i;
const VALIDATE = /^ALTER\s+TABLE\s+\S+\s+VALIDATE\s+CONSTRAINT\s/i;
const NEEDS_BACK_FILL = /^\s*-- after back-fill (\S+)$/gm;

/**
 * Splits a migration into steps. Each long statement is its own step; the other statements between them share a
 * transaction.
 */
export function migrationSteps(statements: readonly string[]): MigrationStep[] {
  const steps: MigrationStep[] = [];
  let together: string[] = [];
  for (const statement of statements) {
    const alone = stepAlone(statement);
    if (alone === null) {
      together.push(statement);
      continue;
    }
    if (together.length > 0) steps.push({ kind: 'transaction', statements: together });
    together = [];
    steps.push(alone);
  }
  // A migration that contains only comments also has one step.
  if (together.length > 0 || steps.length === 0) steps.push({ kind: 'transaction', statements: together });
  return steps;
}

function stepAlone(statement: string): MigrationStep | null {
  const command = withoutComments(statement);
  const created = CREATE_INDEX.exec(command)?.[1];
  if (created !== undefined) return { kind: 'create-index', index: created, statement };
  const dropped = DROP_INDEX.exec(command)?.[1];
  if (dropped !== undefined) return { kind: 'drop-index', index: dropped, statement };
  return VALIDATE.test(command) ? { kind: 'validate', statement } : null;
}

/** Removes CONCURRENTLY for a database without other users, where indexes are built in the transaction. */
export const withoutConcurrently = (statement: string): string =>
  stepAlone(statement) === null ? statement : statement.replace(/\bCONCURRENTLY\s+/i, '');

/** Returns the back-fills that must end before a migration, as listed in lines `-- after back-fill NAME`. */
export const neededBackFills = (statements: readonly string[]): string[] =>
  [...statements.join('\n').matchAll(NEEDS_BACK_FILL)].flatMap(([, name]) => name ?? []);

const withoutComments = (statement: string): string => statement.replace(/^(?:\s*--[^\n]*\n|\s+)+/, '');
