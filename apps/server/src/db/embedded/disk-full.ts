import { statfs } from 'node:fs/promises';
import { StartError } from '../../start-error.ts';

/** Two of PostgreSQL's log files: with less it does not even start. */
const FULL_BELOW_BYTES = 2 * 16 * 1024 * 1024;

/**
 * Whether the disk of a directory has no room for a database to work. A server whose disk is full ends in many ways,
 * most of which do not say so: what is left is asked for.
 */
export async function isDiskFull(path: string): Promise<boolean> {
  const found = await statfs(path).catch(() => null);
  return found !== null && found.bavail * found.bsize < FULL_BELOW_BYTES;
}

/** What is said where a database could not be opened for that reason. */
export function diskFull(path: string, cause: unknown): StartError {
  return new StartError(`DATA_DIR (${path}) cannot be used: the disk is full.`, { cause });
}
