import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root folder of the repository. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * A file of the tree; its path is relative to the root.
 * @typedef {{ path: string, text: string }} SourceFile
 */

/**
 * A violation of a rule, with its location and how to fix it.
 * @typedef {{ path: string, line: number, message: string }} SearchResult
 */

/**
 * Returns the paths of all files that git tracks or would add, relative to the root.
 * @returns {string[]}
 */
export function listPaths() {
  const output = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  return output
    .split('\0')
    .filter((path) => path !== '' && existsSync(join(root, path)))
    .sort();
}

/**
 * Returns the text files with a matching path.
 * @param {RegExp} pattern
 * @returns {SourceFile[]}
 */
export function readTree(pattern) {
  return listPaths()
    .filter((path) => pattern.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

/** TypeScript and JavaScript source files. */
export const codePattern = /\.(ts|tsx|mts|cts|js|mjs|cjs|jsx)$/;

/**
 * Checks by its name whether a file is a test.
 * @param {string} path
 */
export function isTest(path) {
  return /\.test\.(ts|tsx|mjs)$/.test(path);
}
