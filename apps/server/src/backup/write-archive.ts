import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream, rmSync } from 'node:fs';
import { rename, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { syncDirectory } from '../db/embedded/data-directory.ts';
import { StartError } from '../start-error.ts';
import type { ArchiveEnd } from './archive-format.ts';

const reasons: Record<string, string> = {
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'its folder is a file',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'it is on a read-only file system',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file system takes no file of that size',
  ENAMETOOLONG: 'its name is too long',
};

/**
 * Refuses a place where no backup can be put; a file that is there will be replaced when the new one is whole.
 * @throws StartError that says why
 */
export async function requireArchivePlace(path: string): Promise<void> {
  const folder = await stat(dirname(path)).catch((error: NodeJS.ErrnoException) => refuse(path, error));
  if (!folder.isDirectory()) throw unwritable(path, 'its folder is a file');
  const there = await stat(path).catch(() => null);
  if (there === null || there.isFile()) return;
  throw unwritable(path, there.isDirectory() ? 'it is a folder' : 'it is no ordinary file');
}

/**
 * Writes a backup beside `path` and renames it when it is whole and on the disk; readable by this account alone.
 * @param parts the values of the lines; the last one is what the end says besides the checksum of all the others
 * @returns its size in bytes
 * @throws StartError when it cannot be written there
 */
export async function writeArchive(
  path: string,
  parts: AsyncGenerator<unknown, Omit<ArchiveEnd, 'sha256'>>,
): Promise<number> {
  const draft = `${path}.${randomUUID().slice(0, 8)}.part`;
  const removeDraft = () => rmSync(draft, { force: true });
  // Also when a signal ends us in the middle.
  process.once('exit', removeDraft);
  const lines = Readable.from(sealed(parts), { objectMode: true, highWaterMark: 2 });
  const target = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true });
  try {
    await pipeline(lines, createGzip({ level: 4 }), target);
    await rename(draft, path);
    await syncDirectory(dirname(path));
    return target.bytesWritten;
  } catch (error) {
    removeDraft();
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    refuse(path, error as NodeJS.ErrnoException);
  } finally {
    process.removeListener('exit', removeDraft);
  }
}

async function* sealed(parts: AsyncGenerator<unknown, Omit<ArchiveEnd, 'sha256'>>): AsyncGenerator<string> {
  const hash = createHash('sha256');
  let next = await parts.next();
  for (; next.done !== true; next = await parts.next()) {
    const line = `${JSON.stringify(next.value)}\n`;
    hash.update(line);
    yield line;
  }
  yield `${JSON.stringify({ ...next.value, sha256: hash.digest('hex') })}\n`;
}

function refuse(path: string, error: NodeJS.ErrnoException): never {
  const reason = reasons[error.code ?? ''];
  if (reason === undefined) throw error;
  throw unwritable(path, reason, error);
}

function unwritable(path: string, reason: string, cause?: Error): StartError {
  return new StartError(`The backup ${basename(path)} cannot be written to ${dirname(path)}: ${reason}.`, {
    cause,
  });
}
