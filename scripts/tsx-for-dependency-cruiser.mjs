import { createRequire } from 'node:module';

/** @import { ParseOptions } from '@swc/core' */

/**
 * dependency-cruiser 17 makes swc parse every file as TypeScript without JSX. If this module is imported first, swc
 * parses .tsx files with JSX.
 */
const swc = createRequire(import.meta.url)('@swc/core');
const parseFileSync = swc.parseFileSync;

/**
 * @param {string} path
 * @param {ParseOptions} options
 */
swc.parseFileSync = (path, options) => parseFileSync(path, { ...options, tsx: path.endsWith('x') });
