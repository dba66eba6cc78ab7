import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { migrationsFolder, readJournal } from '../db/migration-journal.ts';

/** Whether this program has all of the migrations; it has not those of a newer one. */
export async function knowsMigrations(migrations: readonly number[]): Promise<boolean> {
  const { entries } = await readJournal();
  return migrations.length > 0 && migrations.every((when, index) => entries[index]?.when === when);
}

/** Applies the first migrations to an empty database, so that it has the tables of a backup from that time. */
export async function migrateTo(pool: pg.Pool, migrations: readonly number[]): Promise<void> {
  const journal = await readJournal();
  const entries = journal.entries.slice(0, migrations.length);
  const folder = await mkdtemp(join(tmpdir(), 'wayside-migrations-'));
  try {
    await mkdir(join(folder, 'meta'));
    await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }));
    for (const { tag } of entries)
      await copyFile(join(migrationsFolder(), `${tag}.sql`), join(folder, `${tag}.sql`));
    await migrate(drizzle(pool), { migrationsFolder: folder });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
