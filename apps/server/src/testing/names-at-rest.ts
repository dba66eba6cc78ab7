import { readdir } from 'node:fs/promises';

/**
 * Returns the sorted names in the data directory of a stopped server. Omits `access.ndjson`, which is created by the
 * first change of access.
 */
export const namesAtRest = async (dataDir: string): Promise<string[]> =>
  (await readdir(dataDir)).filter((name) => name !== 'access.ndjson').sort();
