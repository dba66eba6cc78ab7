import { mkdir, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { z } from 'zod';
import { syncDirectory } from '../../data-directory.ts';
import type { ObjectStorage, Settings } from '../../settings.ts';
import { createObjectStore } from './object-store.ts';

/** An append-only record outside the database, so that restoring a backup does not replace it. */
export interface ReplayLog<T extends { readonly id: string }> {
  /** Resolves once the entries are stored. Appending an entry twice is harmless. */
  append(entries: readonly T[]): Promise<void>;
  ids(): Promise<string[]>;
  get(ids: readonly string[]): Promise<T[]>;
}

export interface ReplayLogLocation<T> {
  /** The path in the data directory. */
  readonly path: string;
  /** The folder in object storage, with a trailing slash. */
  readonly folder: string;
  readonly entry: z.ZodType<T>;
}

/** Opens a record in the object storage or, if there is none, in the data directory. */
export function openReplayLog<T extends { readonly id: string }>(
  { objectStorage }: Pick<Settings, 'objectStorage'>,
  location: ReplayLogLocation<T>,
): ReplayLog<T> {
  return objectStorage === null ? createFileLog(location) : createObjectLog(objectStorage, location);
}

function createFileLog<T extends { readonly id: string }>({ path, entry }: ReplayLogLocation<T>): ReplayLog<T> {
  const folder = dirname(path);

  async function readAll(): Promise<T[]> {
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
    return text.split('\n').flatMap((line) => readLine(entry, line) ?? []);
  }

  return {
    append: async (entries) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = await open(path, 'a', 0o600);
      try {
        // The leading line break protects these entries from an earlier append that a full disk cut off.
        await file.appendFile(entries.map((each) => `\n${JSON.stringify(each)}`).join(''));
        await file.sync();
      } finally {
        await file.close();
      }
      await syncDirectory(folder);
    },
    ids: async () => (await readAll()).map((each) => each.id),
    get: async (ids) => {
      const wanted = new Set(ids);
      const found = new Map((await readAll()).map((each) => [each.id, each]));
      return [...found.values()].filter((each) => wanted.has(each.id));
    },
  };
}

/** Parses a line; null if it was cut off. The entry of such a line is appended again. */
function readLine<T>(entry: z.ZodType<T>, line: string): T | null {
  try {
    return entry.parse(JSON.parse(line));
  } catch {
    return null;
  }
}

const CONCURRENCY = 8;

function createObjectLog<T extends { readonly id: string }>(
  storage: ObjectStorage,
  { folder, entry }: ReplayLogLocation<T>,
): ReplayLog<T> {
  const store = createObjectStore(storage);
  const nameOf = (of: string) => `${folder}${of}.json`;
  return {
    append: async (entries) => {
      await mapConcurrently(entries, (each) =>
        store.put(nameOf(each.id), Buffer.from(JSON.stringify(each)), 'application/json'),
      );
    },
    ids: async () => {
      const found: string[] = [];
      for await (const { name } of store.listFolder(folder))
        found.push(name.slice(folder.length, name.lastIndexOf('.')));
      return found;
    },
    get: async (ids) => {
      const found = await mapConcurrently(ids, (each) => store.get(nameOf(each)));
      return found.flatMap((bytes) => (bytes && readLine(entry, bytes.toString())) ?? []);
    },
  };
}

/** Runs `work` for several items at a time. */
async function mapConcurrently<T, R>(all: readonly T[], work: (each: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let from = 0; from < all.length; from += CONCURRENCY)
    results.push(...(await Promise.all(all.slice(from, from + CONCURRENCY).map(work))));
  return results;
}
