import { createRequire } from 'node:module';

/** @import { ParseOptions } from '@swc/core' */

/**
 * dependency-cruiser 17 asks swc to read every file as TypeScript without JSX, and stops at the first tag. Import this
 * before it: from then on swc reads .tsx files as what they are.
 */
const swc = createRequire(import.meta.url)('@swc/core');
const parseFileSync = swc.parseFileSync;

/**
 * @param {string} path
 * @param {ParseOptions} options
 */
swc.parseFileSync = (path, options) => parseFileSync(path, { ...options, tsx: path.endsWith('x') });
