import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const journalSchema = z.looseObject({ entries: z.array(z.looseObject({ when: z.number(), tag: z.string() })) });

/** The folder of migrations: beside the sources, or beside the built program. */
export function migrationsFolder(): string {
  const candidates = ['../../migrations', '../migrations', './migrations'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  const found = candidates.find((candidate) => existsSync(`${candidate}/meta/_journal.json`));
  if (!found) throw new Error('the migrations are missing from this installation');
  return found;
}

/** The migrations that this program has, in their order. */
export async function readJournal() {
  return journalSchema.parse(JSON.parse(await readFile(`${migrationsFolder()}/meta/_journal.json`, 'utf8')));
}
