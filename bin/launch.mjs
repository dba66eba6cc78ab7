import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, isBuilt, parts } from './build.mjs';
import { install, isInstalled } from './installed.mjs';
import { withProcessLock } from './process-lock.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Installs missing packages, builds stale parts, and runs the program in this process, so that signals reach it
 * (RUN-01).
 * @param {string[]} args the command and its arguments
 */
export async function launch(args) {
  const [command = 'start', ...rest] = args;
  try {
    await prepare(neededFor(command, rest));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  }
  if (command === 'build') return;
  if (command === 'dev') await (await import('./dev.mjs')).dev(root);
  else await import(pathToFileURL(join(root, 'apps/server/dist/main.js')).href);
}

/**
 * @param {string} command
 * @param {string[]} rest `build server` builds only that part
 */
function neededFor(command, rest) {
  if (command === 'dev') return [];
  if (command === 'build' && rest.length > 0) return parts.filter((part) => rest.includes(part));
  return command === 'start' || command === 'build' ? parts : ['server'];
}

/**
 * Installs and builds the needed parts. A built program without sources, as in a container, needs no preparation.
 * @param {string[]} needed the parts to build; empty if a tool builds while it runs
 */
async function prepare(needed) {
  const stale = () => needed.filter((part) => !isBuilt(root, part));
  const isReady = () => stale().length === 0 && isInstalled(root, { withTools: needed.length === 0 });
  if (isReady()) return;
  await withProcessLock(join(root, '.cache/launcher.lock'), async () => {
    if (!isInstalled(root, { withTools: needed.length === 0 || stale().length > 0 })) install(root);
    for (const part of stale()) await build(root, part);
  });
}
