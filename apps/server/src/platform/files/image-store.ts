import { randomUUID } from 'node:crypto';
import { access, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncDirectory } from '../../data-directory.ts';

export interface StoredFile {
  readonly name: string;
  readonly writtenAt: Date;
}

/** Stores images under names such as `images/….webp`. */
export interface ImageStore {
  /** Stores a file atomically; replaces an existing one. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Returns null if the file is missing. */
  get(name: string): Promise<Buffer | null>;
  has(name: string): Promise<boolean>;
  /** Removes a file; ignores a missing one. */
  remove(name: string): Promise<void>;
  /** Lists images, thumbnails and unfinished files in no particular order. */
  list(): AsyncIterable<StoredFile>;
  removeUnfinished(before: Date): Promise<void>;
}

/** The suffix of unfinished files. */
export const UNFINISHED_SUFFIX = '.part';

const FOLDERS = ['images', 'documents'];
const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Stores images in a private folder, which it creates for the first image. */
export function createDiskStore(folder: string): ImageStore {
  const pathOf = (name: string) => join(folder, name);
  return {
    put: async (name, bytes) => {
      const path = pathOf(name);
      const draft = `${path}.${randomUUID().slice(0, 8)}${UNFINISHED_SUFFIX}`;
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      try {
        const file = await open(draft, 'wx', 0o600);
        try {
          await file.writeFile(bytes);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(draft, path);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      await syncDirectory(dirname(path));
    },
    get: async (name) => {
      try {
        return await readFile(pathOf(name));
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    has: (name) =>
      access(pathOf(name)).then(
        () => true,
        () => false,
      ),
    remove: (name) => rm(pathOf(name), { force: true }),
    list: () => filesIn(folder),
    removeUnfinished: async (before) => {
      for await (const { name, writtenAt } of filesIn(folder))
        if (name.endsWith(UNFINISHED_SUFFIX) && writtenAt < before) await rm(pathOf(name), { force: true });
    },
  };
}

async function* filesIn(folder: string): AsyncGenerator<StoredFile> {
  for (const part of FOLDERS) {
    const names = await readdir(join(folder, part)).catch(noneIfMissing);
    for (const name of names) {
      const there = await stat(join(folder, part, name)).catch(noneIfMissing);
      if (!Array.isArray(there)) yield { name: `${part}/${name}`, writtenAt: there.mtime };
    }
  }
}

function noneIfMissing(error: unknown): [] {
  if (isMissing(error)) return [];
  throw error;
}
