import { randomUUID } from 'node:crypto';
import { access, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncDirectory } from '../db/embedded/sync-directory.ts';
import type { ImageStore } from './image-store.ts';

/** A name that ends so is not yet an image: it is being written, or was when somebody pulled the plug. */
export const UNFINISHED = '.part';

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Images in a folder of the data directory, readable by this account alone; the folder is made when there are any. */
export function diskStore(folder: string): ImageStore {
  const pathOf = (name: string) => join(folder, name);
  return {
    put: async (name, bytes) => {
      const path = pathOf(name);
      const draft = `${path}.${randomUUID().slice(0, 8)}${UNFINISHED}`;
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
    async *list() {
      for (const part of ['images', 'documents']) {
        const names = await readdir(pathOf(part)).catch((error: unknown) => {
          if (isMissing(error)) return [];
          throw error;
        });
        for (const name of names) yield `${part}/${name}`;
      }
    },
  };
}
