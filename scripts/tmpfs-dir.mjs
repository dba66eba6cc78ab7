import { statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';

const IN_MEMORY = '/dev/shm';
/** Far more than the databases of all tests that run at once. */
const ROOMY_BYTES = 4 * 1024 ** 3;

/**
 * Where tests keep what they throw away: in memory where there is plenty, which spares a slow disk some fifty copies of
 * a database, else where the system has it.
 */
export function tmpfsDir() {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    if (Math.min(bavail * bsize, freemem()) > ROOMY_BYTES) return IN_MEMORY;
  } catch {
    // Not every system has one.
  }
  return tmpdir();
}
