import { statfs } from 'node:fs/promises';
import { StartError } from '../../../start-error.ts';

/** Thrown if PostgreSQL cannot run on this machine. Callers append the message to the start of a sentence. */
export class EmbeddedUnavailable extends Error {
  override readonly name = 'EmbeddedUnavailable';
}

/** The size of two WAL segments. PostgreSQL does not start with less space. */
const MIN_FREE_BYTES = 2 * 16 * 1024 * 1024;

/** Checks the free space, because a server on a full disk rarely reports the reason. */
export async function isDiskFull(path: string): Promise<boolean> {
  const stats = await statfs(path).catch(() => null);
  return stats !== null && stats.bavail * stats.bsize < MIN_FREE_BYTES;
}

export function diskFull(path: string, cause: unknown): StartError {
  return new StartError(`DATA_DIR (${path}) cannot be used: the disk is full.`, { cause });
}
