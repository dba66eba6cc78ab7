import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream, rmSync } from 'node:fs';
import { rename, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { syncDirectory } from '../../data-directory.ts';
import { StartError } from '../../start-error.ts';
import { encryptingTo } from './age-encryption.ts';
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
 * Checks that a backup can be written to `path`; an existing file is replaced when the new one is complete.
 * @throws StartError with the reason
 */
export async function requireWritablePath(path: string): Promise<void> {
  const folder = await stat(dirname(path)).catch((error: NodeJS.ErrnoException) => failWith(path, error));
  if (!folder.isDirectory()) throw unwritable(path, 'its folder is a file');
  const existing = await stat(path).catch(() => null);
  if (existing === null || existing.isFile()) return;
  throw unwritable(path, existing.isDirectory() ? 'it is a folder' : 'it is no ordinary file');
}

/**
 * Writes a backup beside `path`, readable by this account alone, and renames it when it is complete and on the disk.
 * @param parts yields the values of the lines and returns the end without its checksum
 * @param recipient the age public key that it is encrypted to; null for none
 * @returns the size in bytes
 * @throws StartError when the path is not writable
 */
export async function writeArchive(
  path: string,
  parts: AsyncGenerator<unknown, Omit<ArchiveEnd, 'sha256'>>,
  recipient: string | null,
): Promise<number> {
  const encrypt = recipient === null ? null : await encryptingTo(recipient);
  const draft = `${path}.${randomUUID().slice(0, 8)}.part`;
  const removeDraft = () => rmSync(draft, { force: true });
  // Also when a signal ends the process.
  process.once('exit', removeDraft);
  const lines = Readable.from(withChecksum(parts), { objectMode: true, highWaterMark: 2 });
  const target = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true });
  try {
    if (encrypt === null) await pipeline(lines, createGzip({ level: 4 }), target);
    else await pipeline(lines, createGzip({ level: 4 }), encrypt, target);
    await rename(draft, path);
    await syncDirectory(dirname(path));
    return target.bytesWritten;
  } catch (error) {
    removeDraft();
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    failWith(path, error as NodeJS.ErrnoException);
  } finally {
    process.removeListener('exit', removeDraft);
  }
}

async function* withChecksum(parts: AsyncGenerator<unknown, Omit<ArchiveEnd, 'sha256'>>): AsyncGenerator<string> {
  const hash = createHash('sha256');
  let next = await parts.next();
  for (; next.done !== true; next = await parts.next()) {
    const line = `${JSON.stringify(next.value)}\n`;
    hash.update(line);
    yield line;
  }
  yield `${JSON.stringify({ ...next.value, sha256: hash.digest('hex') })}\n`;
}

function failWith(path: string, error: NodeJS.ErrnoException): never {
  const reason = reasons[error.code ?? ''];
  if (reason === undefined) throw error;
  throw unwritable(path, reason, error);
}

function unwritable(path: string, reason: string, cause?: Error): StartError {
  return new StartError(`The backup ${basename(path)} cannot be written to ${dirname(path)}: ${reason}.`, {
    cause,
  });
}
