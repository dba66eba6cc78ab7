import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import './tsx-for-dependency-cruiser.mjs';
import { directionRules, readMap, seededFiles } from './architecture-map.mjs';
import { codePattern, listPaths, root } from './tree.mjs';

// Imported after the shim above, because it loads swc at once.
const { cruise } = await import('dependency-cruiser');

/** @type {import('dependency-cruiser').IConfiguration} */
const configuration = createRequire(import.meta.url)('../.dependency-cruiser.cjs');
const rows = readMap(readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8'));
const generalRules = configuration.forbidden ?? [];
const rules = [...generalRules, ...directionRules(rows)];
const folders = ['apps', 'packages', 'e2e', 'tests', 'bench', 'bin', 'scripts'];

/**
 * Reads the tree under a folder and lists what breaks a rule.
 * @param {string} baseDir
 * @param {import('dependency-cruiser').IForbiddenRuleType[]} forbidden
 */
async function violationsIn(baseDir, forbidden) {
  const { enhancedResolveOptions, ...options } = configuration.options ?? {};
  const result = await cruise(
    folders.filter((folder) => existsSync(join(baseDir, folder))),
    { ...options, baseDir, ruleSet: { forbidden }, validate: true },
    enhancedResolveOptions,
  );
  if (typeof result.output === 'string') throw new Error('dependency-cruiser answered with text');
  const { modules, summary } = result.output;
  return { read: new Set(modules.map((module) => module.source)), violations: summary.violations };
}

/** Every general rule must find its seeded violation, else the tool reads nothing and would pass everything. */
async function blindRules() {
  const { violations } = await violationsIn(join(root, 'scripts/fixtures/imports'), generalRules);
  const found = new Set(violations.map((violation) => violation.rule.name));
  return generalRules.map((rule) => rule.name ?? '').filter((name) => !found.has(name));
}

/** Every import that ARCHITECTURE.md does not allow is seeded once, for each pair of rows, and must be found. */
async function unseenDirections() {
  const folder = mkdtempSync(join(tmpdir(), 'wayside-imports-'));
  try {
    const files = seededFiles(rows);
    for (const { path, text } of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const { violations } = await violationsIn(folder, directionRules(rows));
    const found = new Set(violations.map(({ from, to }) => `${from} → ${to}`));
    const seeded = files.flatMap(({ path, forbidden }) => forbidden.map((to) => `${path} → ${to}`));
    return { seeded, unseen: seeded.filter((violation) => !found.has(violation)) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const issues = (await blindRules()).map((name) => `rule ${name} does not find its seeded violation`);
const { seeded, unseen } = await unseenDirections();
issues.push(...unseen.map((violation) => `the seeded violation ${violation} is not found`));
const { read, violations } = await violationsIn(root, rules);
const unread = listPaths().filter(
  (path) =>
    folders.some((folder) => path.startsWith(`${folder}/`)) &&
    !path.startsWith('scripts/fixtures/') &&
    codePattern.test(path) &&
    !read.has(path),
);
issues.push(...unread.map((path) => `${path} was not read`));
if (read.size === 0 || seeded.length === 0) issues.push('no module was read at all');
issues.push(...violations.map(({ from, to, rule }) => `${from} → ${to}: ${rule.name}`));

for (const issue of issues) console.error(issue);
console.log(
  `${rules.length} rules over ${read.size} modules, ${seeded.length} seeded directions, ${issues.length} issues`,
);
process.exitCode = issues.length === 0 ? 0 : 1;
