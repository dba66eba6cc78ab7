/** Checks every import against .dependency-cruiser.cjs and the map in ARCHITECTURE.md. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import './tsx-for-dependency-cruiser.mjs';
import { directionRules, readMap } from './architecture-map.mjs';
import { codePattern, listPaths, root } from './tree.mjs';

// Imported after the shim above, because it loads swc immediately.
const { cruise } = await import('dependency-cruiser');

/** @type {import('dependency-cruiser').IConfiguration} */
const { forbidden = [], options: { enhancedResolveOptions, ...options } = {} } = createRequire(import.meta.url)(
  '../.dependency-cruiser.cjs',
);
const rules = [...forbidden, ...directionRules(readMap(readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')))];
const folders = ['apps', 'packages', 'e2e', 'tests', 'bench', 'bin', 'scripts'];

const { output } = await cruise(
  folders.filter((folder) => existsSync(join(root, folder))),
  { ...options, baseDir: root, ruleSet: { forbidden: rules }, validate: true },
  enhancedResolveOptions,
);
if (typeof output === 'string') throw new Error('dependency-cruiser did not return JSON');
const { modules, summary } = output;
const read = new Set(modules.map((module) => module.source));
const unread = listPaths().filter(
  (path) => folders.some((folder) => path.startsWith(`${folder}/`)) && codePattern.test(path) && !read.has(path),
);
const issues = [
  ...unread.map((path) => `${path} was not read`),
  // Without a working parser, the tool would find no imports and accept everything.
  ...(modules.some(({ dependencies }) => dependencies.length > 0) ? [] : ['no import was read']),
  ...summary.violations.map(({ from, to, rule }) => `${from} → ${to}: ${rule.name}`),
];

for (const issue of issues) console.error(issue);
console.log(`${rules.length} rules over ${read.size} modules, ${issues.length} issues`);
process.exitCode = issues.length === 0 ? 0 : 1;
