import { readdir } from 'node:fs/promises';

/**
 * The names in the data directory of a stopped program, sorted; without `access.ndjson`, which appears with the first change of access.
 */
export const namesAtRest = async (dataDir: string): Promise<string[]> =>
  (await readdir(dataDir)).filter((name) => name !== 'access.ndjson').sort();
