import { statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';

const IN_MEMORY = '/dev/shm';
/** Much more than the databases of all tests that run at once. */
const NEEDED_BYTES = 4 * 1024 ** 3;

/**
 * The folder for temporary data of tests: in memory if there is enough, because a slow disk would have to write some fifty copies of a
 * database, else the system's.
 */
export function tmpfsDir() {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    if (Math.min(bavail * bsize, freemem()) > NEEDED_BYTES) return IN_MEMORY;
  } catch {
    // Not every system has /dev/shm.
  }
  return tmpdir();
}
