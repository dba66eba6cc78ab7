import { statfs } from 'node:fs/promises';
import { StartError } from '../../../start-error.ts';

/** PostgreSQL cannot run here. The message ends a sentence; the fallback is used where the data allow it. */
export class EmbeddedUnavailable extends Error {
  override readonly name = 'EmbeddedUnavailable';
}

/** Two segments of PostgreSQL's log: with less it does not even start. */
const MIN_FREE_BYTES = 2 * 16 * 1024 * 1024;

/**
 * Whether the disk of a directory is too full for a database. A server on a full disk fails in many ways and rarely names
 * the reason, so the free space decides.
 */
export async function isDiskFull(path: string): Promise<boolean> {
  const stats = await statfs(path).catch(() => null);
  return stats !== null && stats.bavail * stats.bsize < MIN_FREE_BYTES;
}

/** The error of a database that cannot be opened on a full disk. */
export function diskFull(path: string, cause: unknown): StartError {
  return new StartError(`DATA_DIR (${path}) cannot be used: the disk is full.`, { cause });
}
