import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname, join, normalize, sep } from 'node:path';
import type { z } from 'zod';
import type { partSchema } from './archive-format.ts';
import { damaged } from './read-archive.ts';

type Part = z.infer<typeof partSchema>;

/** Takes the parts of a backup that are files. */
export interface FileFiller {
  take(part: Part): Promise<void>;
  /** Puts the last one on the disk and answers how many there were. */
  end(): Promise<number>;
}

/** Writes the files of a backup below `folder`, which is made when there are any. */
export function fillFiles(folder: string, path: string): FileFiller {
  let current: FileHandle | null = null;
  let count = 0;

  async function close(): Promise<void> {
    await current?.sync();
    await current?.close();
    current = null;
  }

  return {
    take: async (part) => {
      if ('file' in part) {
        await close();
        const target = normalize(join(folder, part.file));
        if (!target.startsWith(folder + sep)) throw damaged(path);
        await mkdir(dirname(target), { recursive: true, mode: 0o700 });
        current = await open(target, 'wx', 0o600);
        count += 1;
      } else if ('bytes' in part && current !== null) {
        await current.write(Buffer.from(part.bytes, 'base64'));
      } else throw damaged(path);
    },
    end: async () => {
      await close();
      return count;
    },
  };
}
