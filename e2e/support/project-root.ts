import { join } from 'node:path';

/** The root folder of the repository. */
export const projectRoot = join(import.meta.dirname, '..', '..');
