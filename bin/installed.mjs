import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {{ version?: string, dev?: boolean, optional?: boolean, link?: boolean, inBundle?: boolean }} LockEntry */

/**
 * Checks whether node_modules matches package-lock.json. It compares the lists of packages, because a clone or a
 * checkout changes file times.
 * @param {string} root
 * @param {{ withTools: boolean }} options without tools, packages that only a build needs may be missing
 */
export function isInstalled(root, { withTools }) {
  const wanted = packagesOf(join(root, 'package-lock.json'));
  const installed = packagesOf(join(root, 'node_modules/.package-lock.json'));
  if (wanted === null) return installed !== null;
  if (installed === null) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/') || (entry.dev === true && !withTools)) return true;
    const there = installed[path];
    // Packages of other platforms are not installed.
    if (there === undefined) return entry.optional === true;
    return entry.link === true || there.version === entry.version;
  });
}

/**
 * Runs `npm ci` and shows its output only if it fails.
 * @param {string} root
 */
export function install(root) {
  process.stderr.write('Installing missing dependencies (npm ci); the first time this takes a minute…\n');
  const { status, stdout, stderr, error } = spawnSync('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    maxBuffer: 100_000_000,
  });
  if (status === 0) return;
  if (error) throw new Error(`npm could not be started: ${error.message}`);
  throw new Error(`${stdout}${stderr}\nThe dependencies could not be installed: "npm ci" failed, see above.`);
}

/**
 * @param {string} path the path of a lock file
 * @returns {Record<string, LockEntry> | null} null if the file is missing or incomplete
 */
function packagesOf(path) {
  if (!existsSync(path)) return null;
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages ?? null;
  } catch {
    return null;
  }
}
