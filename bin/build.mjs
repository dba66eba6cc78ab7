import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The parts that are built, each into its `dist`. */
export const parts = ['server', 'web'];

const draftName = `.dist-${process.pid}`;

/** The sources of each part. A change in any of them makes its build stale. */
const sources = {
  server: [
    'apps/server/src',
    'packages/contract/src',
    'packages/demo/src',
    'apps/server/package.json',
    'bin/bundle-server.mjs',
    'bin/server-bundle.mjs',
    'package-lock.json',
  ],
  web: [
    'apps/web/src',
    'apps/web/public',
    'apps/web/build',
    'apps/web/index.html',
    'apps/web/vite.config.ts',
    'apps/web/package.json',
    'packages/contract/src',
  ],
};

/**
 * Checks whether the build of a part matches its sources. A build without sources always matches.
 * @param {string} root
 * @param {string} part
 */
export function isBuilt(root, part) {
  const stamp = join(root, 'apps', part, 'dist/.stamp');
  if (!existsSync(stamp)) return false;
  return !existsSync(join(root, 'apps', part, 'src')) || readFileSync(stamp, 'utf8') === fingerprint(root, part);
}

/**
 * Builds a part in a new folder and then replaces the current build, so that no reader sees an incomplete one.
 * @param {string} root
 * @param {string} part
 */
export async function build(root, part) {
  process.stderr.write(`Building the ${part}…\n`);
  const folder = join(root, 'apps', part);
  const draft = join(folder, draftName);
  const made = fingerprint(root, part);
  try {
    await run(part === 'web' ? viteCommand(folder) : [join(root, 'bin/bundle-server.mjs'), draft], folder);
    writeFileSync(join(draft, '.stamp'), made);
    replace(draft, join(folder, 'dist'));
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/**
 * @param {string} draft
 * @param {string} target
 */
function replace(draft, target) {
  const old = `${draft}-old`;
  if (existsSync(target)) renameSync(target, old);
  renameSync(draft, target);
  rmSync(old, { recursive: true, force: true });
}

/** @param {string} folder */
function viteCommand(folder) {
  const vite = dirname(createRequire(join(folder, 'package.json')).resolve('vite/package.json'));
  return [join(vite, 'bin/vite.js'), 'build', '--outDir', draftName, '--emptyOutDir', '--logLevel', 'warn'];
}

/**
 * Runs a command in a separate process, so that its memory is released before the server runs.
 * @param {string[]} command
 * @param {string} cwd
 */
async function run(command, cwd) {
  const child = spawn(process.execPath, command, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  if (code !== 0) throw new Error(`${output}\nThe build failed, see above.`);
}

/**
 * @param {string} root
 * @param {string} part
 */
function fingerprint(root, part) {
  const hash = createHash('sha256').update(process.version);
  for (const path of sources[/** @type {keyof typeof sources} */ (part)].flatMap((source) => filesIn(root, source)))
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)))
      .update('\0');
  return hash.digest('hex');
}

/**
 * @param {string} root
 * @param {string} path
 * @returns {string[]}
 */
function filesIn(root, path) {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full)
    .sort()
    .filter((name) => name !== 'testing' && !/\.test\.tsx?$/.test(name))
    .flatMap((name) => filesIn(root, `${path}/${name}`));
}
