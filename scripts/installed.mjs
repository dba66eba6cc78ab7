import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Runs `npm ci` unless what is installed is what the lock file says. Needs nothing that it installs. */
export function ensureInstalled() {
  if (isInstalled()) return;
  console.log('Installing what is missing (npm ci)…');
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
}

function isInstalled() {
  const record = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = packagesOf(record);
  const wanted = packagesOf(join(root, 'package-lock.json'));
  return Object.entries(wanted).every(([path, entry]) => {
    const there = installed[path];
    if (there === undefined)
      return path === '' || entry.optional === true || entry.link === true || !path.includes('node_modules');
    return there.version === entry.version;
  });
}

/**
 * @param {string} path of a lock file
 * @returns {Record<string, { version?: string, optional?: boolean, link?: boolean }>}
 */
function packagesOf(path) {
  return JSON.parse(readFileSync(path, 'utf8')).packages;
}
