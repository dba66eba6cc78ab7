import { join } from 'node:path';

/** The folder of the repository. */
export const projectRoot = join(import.meta.dirname, '..', '..');
