import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';

/** A file of SQL, by its name without folder. */
export interface SqlFile {
  readonly name: string;
  readonly text: string;
}

/** The migrations of this program, oldest first. */
export const currentMigrations = (): MigrationMeta[] => readMigrationFiles({ migrationsFolder: folder() });

/** Functions, views and triggers. They need no order of their own: bodies are unchecked until they run, and a view depends on tables alone. */
export const functionFiles = (): SqlFile[] => filesIn('functions');

/** The back-fills, in the order of the migrations that they belong to. */
export const backFillFiles = (): SqlFile[] => filesIn('back-fills');

function filesIn(name: string): SqlFile[] {
  const path = join(folder(), name);
  if (!existsSync(path)) return [];
  const names = readdirSync(path).filter((file) => file.endsWith('.sql'));
  return names.sort().map((file) => ({ name: file.slice(0, -4), text: readFileSync(join(path, file), 'utf8') }));
}

/** The folder of migrations: beside the sources, or beside the built program. */
function folder(): string {
  const candidates = ['../../../migrations', '../migrations', './migrations'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  const found = candidates.find((candidate) => existsSync(`${candidate}/meta/_journal.json`));
  if (!found) throw new Error('the migrations are missing from this installation');
  return found;
}
