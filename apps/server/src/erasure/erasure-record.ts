import { mkdir, open, readFile } from 'node:fs/promises';
import { z } from 'zod';
import { dataDirectoryAt, syncDirectory } from '../data-directory.ts';
import { ERASURE_EVENTS } from '../db/schema/erasures.ts';
import { objectStore } from '../files/object-store.ts';
import type { ObjectStorage, Settings } from '../settings.ts';

const id = z.string().regex(/^[0-9a-f]{24}$/);
const erasure = z.object({
  id,
  kind: z.enum(['user', 'mechanic']),
  personId: id,
  event: z.enum(ERASURE_EVENTS),
  version: z.nullable(z.string().regex(/^\d+$/)),
  at: z.iso.datetime(),
});

/** An erasure as it is remembered outside of the database: ids, and nothing about the person. */
export type RememberedErasure = z.infer<typeof erasure>;

/** The record of erasures that no restore of the database replaces (PRIV-06). */
export interface ErasureRecord {
  /** Resolves when they are on the disk or in the object storage. The same one again does no harm. */
  append(erasures: readonly RememberedErasure[]): Promise<void>;
  /** The ids of all erasures. */
  ids(): Promise<string[]>;
  get(ids: readonly string[]): Promise<RememberedErasure[]>;
}

/** Opens it: in the object storage that the settings name, else in the data directory. It is not read before its first use. */
export function openErasureRecord({
  objectStorage,
  dataDir,
}: Pick<Settings, 'objectStorage' | 'dataDir'>): ErasureRecord {
  return objectStorage === null ? fileRecord(dataDir) : objectRecord(objectStorage);
}

/** A file with a line for each erasure, which is only appended to. */
function fileRecord(dataDir: string): ErasureRecord {
  const path = dataDirectoryAt(dataDir).erasures;

  async function readAll(): Promise<RememberedErasure[]> {
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
    return text.split('\n').flatMap((line) => readLine(line) ?? []);
  }

  return {
    append: async (erasures) => {
      await mkdir(dataDir, { recursive: true, mode: 0o700 });
      const file = await open(path, 'a', 0o600);
      try {
        // Each line begins with its end of line: an append that a full disk has cut off spoils no other.
        await file.appendFile(erasures.map((each) => `\n${JSON.stringify(each)}`).join(''));
        await file.sync();
      } finally {
        await file.close();
      }
      await syncDirectory(dataDir);
    },
    ids: async () => (await readAll()).map((each) => each.id),
    get: async (ids) => {
      const wanted = new Set(ids);
      return (await readAll()).filter((each) => wanted.has(each.id));
    },
  };
}

/** Null for a line that was cut off: its erasure is appended again. */
function readLine(line: string): RememberedErasure | null {
  try {
    return erasure.parse(JSON.parse(line));
  } catch {
    return null;
  }
}

const FOLDER = 'erasures/';
const AT_ONCE = 8;

/** An object for each erasure, under its id. */
function objectRecord(storage: ObjectStorage): ErasureRecord {
  const store = objectStore(storage);
  const nameOf = (of: string) => `${FOLDER}${of}.json`;
  return {
    append: async (erasures) => {
      await eachOf(erasures, (each) =>
        store.put(nameOf(each.id), Buffer.from(JSON.stringify(each)), 'application/json'),
      );
    },
    ids: async () => {
      const found: string[] = [];
      for await (const { name } of store.listFolder(FOLDER))
        found.push(name.slice(FOLDER.length, name.lastIndexOf('.')));
      return found;
    },
    get: async (ids) => {
      const found = await eachOf(ids, (each) => store.get(nameOf(each)));
      return found.flatMap((bytes) => (bytes && readLine(bytes.toString())) ?? []);
    },
  };
}

/** Does something for each, some at the same time. */
async function eachOf<T, R>(all: readonly T[], work: (each: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let from = 0; from < all.length; from += AT_ONCE)
    results.push(...(await Promise.all(all.slice(from, from + AT_ONCE).map(work))));
  return results;
}
