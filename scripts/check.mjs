/**
 * `npm run check`: runs the checks of format, lint, types, dependency directions, unused code and the repository's
 * rules in parallel. `npm run check types rules` runs only the named ones.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled } from './installed.mjs';
import { root } from './tree.mjs';

const node = process.execPath;
const tsc = 'node_modules/typescript/bin/tsc';
const workspaces = [
  'packages/contract',
  'packages/client',
  'apps/server',
  'apps/web',
  'e2e',
  'bench',
  'examples',
  'scripts',
];

/** @type {{ name: string, command: string[] }[]} */
const steps = [
  {
    name: 'format-and-lint',
    command: ['node_modules/@biomejs/biome/bin/biome', 'ci', '--colors=off', '--max-diagnostics=50'],
  },
  ...workspaces
    .filter((folder) => existsSync(join(root, folder, 'tsconfig.json')))
    .map((folder) => ({ name: `types ${folder}`, command: [tsc, '-p', folder] })),
  { name: 'imports', command: ['scripts/check-imports.mjs'] },
  { name: 'unused', command: ['node_modules/knip/bin/knip.js', '--no-progress', '--no-config-hints'] },
  { name: 'rules', command: ['scripts/check-rules.mjs'] },
];

/**
 * Runs a step and collects its output, so that the outputs of parallel steps are not interleaved.
 * @param {{ name: string, command: string[] }} step
 * @returns {Promise<{ name: string, passed: boolean, seconds: number, output: string }>}
 */
function run({ name, command }) {
  const begun = performance.now();
  return new Promise((resolve) => {
    const child = spawn(node, command, { cwd: root, env: { ...process.env, NO_COLOR: '1' } });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.on('close', (code) => {
      resolve({ name, passed: code === 0, seconds: (performance.now() - begun) / 1000, output });
    });
  });
}

ensureInstalled();
const named = process.argv.slice(2);
const chosen = steps.filter(({ name }) => named.length === 0 || named.some((word) => name.startsWith(word)));
const results = await Promise.all(chosen.map(run));
for (const { name, passed, seconds, output } of results) {
  console.log(`${passed ? 'ok  ' : 'FAIL'} ${name} (${seconds.toFixed(1)} s)`);
  if (!passed) console.log(output.trim().replace(/^/gm, '     '));
}
const failed = results.filter(({ passed }) => !passed);
console.log(
  failed.length === 0 ? `All ${results.length} checks hold.` : `${failed.length} of ${results.length} checks fail.`,
);
process.exitCode = failed.length === 0 && results.length > 0 ? 0 : 1;
