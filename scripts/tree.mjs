import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * A file of the tree, by its path from the root.
 * @typedef {{ path: string, text: string }} SourceFile
 */

/**
 * A violation of a rule: its place, and how to fix it.
 * @typedef {{ path: string, line: number, message: string }} SearchResult
 */

/**
 * Paths of every file that git tracks or would add, from the root.
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
 * The text files whose path matches.
 * @param {RegExp} pattern
 * @returns {SourceFile[]}
 */
export function readTree(pattern) {
  return listPaths()
    .filter((path) => pattern.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

/** Source files of TypeScript and JavaScript. */
export const codePattern = /\.(ts|tsx|mts|cts|js|mjs|cjs|jsx)$/;

/**
 * Whether a file is a test, by its name.
 * @param {string} path
 */
export function isTest(path) {
  return /\.test\.(ts|tsx|mjs)$/.test(path);
}
