import { StartError } from '../../start-error.ts';
import { UNFINISHED } from '../files/disk-store.ts';
import type { ImageStore } from '../files/image-store.ts';
import type { FileFiller } from './fill-draft.ts';
import { damaged } from './read-archive.ts';

/** Enough for a line; an image has some. */
export const BYTES_PER_LINE = 256 * 1024;
const IMAGE = /^(images|documents)\/[\w-][\w.-]*$/;

/**
 * The images of a store in pieces, other than those that `read` has, to which it adds the others. One that was deleted since it was listed
 * is skipped.
 * @returns their number
 * @throws StartError when the store does not give them
 */
export async function* imageParts(store: ImageStore, read: Set<string>): AsyncGenerator<unknown, number> {
  let count = 0;
  try {
    for await (const { name } of store.list()) {
      if (read.has(name) || name.endsWith(UNFINISHED)) continue;
      read.add(name);
      const bytes = await store.get(name);
      if (bytes === null) continue;
      yield { file: name };
      for (let at = 0; at < bytes.length; at += BYTES_PER_LINE)
        yield { bytes: bytes.subarray(at, at + BYTES_PER_LINE).toString('base64') };
      count += 1;
    }
  } catch (error) {
    throw new StartError('The images cannot be read, so there is no backup.', { cause: error });
  }
  return count;
}

/** Puts the images of a backup into a store. Until the database names them, nothing shows them. */
export function fillStore(store: ImageStore, path: string): FileFiller {
  let name: string | null = null;
  let pieces: Buffer[] = [];
  let count = 0;

  async function put(): Promise<void> {
    if (name === null) return;
    await store.put(name, Buffer.concat(pieces)).catch((error: unknown) => {
      throw new StartError(`The image ${name} cannot be stored; the database was not changed.`, { cause: error });
    });
    [name, pieces] = [null, []];
    count += 1;
  }

  return {
    take: async (part) => {
      if ('file' in part) {
        await put();
        if (!IMAGE.test(part.file)) throw damaged(path);
        name = part.file;
      } else if ('bytes' in part && name !== null) pieces.push(Buffer.from(part.bytes, 'base64'));
      else throw damaged(path);
    },
    end: async () => {
      await put();
      return count;
    },
  };
}
