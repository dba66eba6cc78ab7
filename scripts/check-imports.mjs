import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import './tsx-for-dependency-cruiser.mjs';
import { codePattern, listPaths, root } from './tree.mjs';

// Only now: it takes hold of swc while it is imported.
const { cruise } = await import('dependency-cruiser');

/** @type {import('dependency-cruiser').IConfiguration} */
const configuration = createRequire(import.meta.url)('../.dependency-cruiser.cjs');
const rules = configuration.forbidden ?? [];
const rooms = ['apps', 'packages', 'e2e'];

/**
 * Reads the tree under a folder and lists what breaks a rule.
 * @param {string} baseDir
 */
async function violationsIn(baseDir) {
  const { enhancedResolveOptions, ...options } = configuration.options ?? {};
  const result = await cruise(
    rooms.filter((room) => existsSync(join(baseDir, room))),
    { ...options, baseDir, ruleSet: { forbidden: rules }, validate: true },
    enhancedResolveOptions,
  );
  if (typeof result.output === 'string') throw new Error('dependency-cruiser answered with text');
  const { modules, summary } = result.output;
  return { read: new Set(modules.map((module) => module.source)), violations: summary.violations };
}

/** Every rule must find its seeded violation, else the tool reads nothing and would pass everything. */
async function blindRules() {
  const { violations } = await violationsIn(join(root, 'scripts/fixtures/imports'));
  const seen = new Set(violations.map((violation) => violation.rule.name));
  return rules.map((rule) => rule.name ?? '').filter((name) => !seen.has(name));
}

const complaints = (await blindRules()).map((name) => `rule ${name} does not find its seeded violation`);
const { read, violations } = await violationsIn(root);
const unread = listPaths().filter(
  (path) => rooms.some((room) => path.startsWith(`${room}/`)) && codePattern.test(path) && !read.has(path),
);
complaints.push(...unread.map((path) => `${path} was not read`));
if (read.size === 0) complaints.push('no module was read at all');
complaints.push(...violations.map(({ from, to, rule }) => `${from} → ${to}: ${rule.name}`));

for (const complaint of complaints) console.error(complaint);
console.log(`${rules.length} rules over ${read.size} modules, ${complaints.length} complaints`);
process.exitCode = complaints.length === 0 ? 0 : 1;
