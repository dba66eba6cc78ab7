import { statfs } from 'node:fs/promises';
import { StartError } from '../../../start-error.ts';

/** PostgreSQL cannot run on this machine. The message ends a sentence. */
export class EmbeddedUnavailable extends Error {
  override readonly name = 'EmbeddedUnavailable';
}

/** Two WAL segments: with less PostgreSQL does not start. */
const MIN_FREE_BYTES = 2 * 16 * 1024 * 1024;

/** Decides by free space, because a server on a full disk rarely names the reason. */
export async function isDiskFull(path: string): Promise<boolean> {
  const stats = await statfs(path).catch(() => null);
  return stats !== null && stats.bavail * stats.bsize < MIN_FREE_BYTES;
}

export function diskFull(path: string, cause: unknown): StartError {
  return new StartError(`DATA_DIR (${path}) cannot be used: the disk is full.`, { cause });
}
