/**
 * `npm run trace`: lists requirements that no test names (which fails with --strict) and unknown requirements that
 * tests name (which always fails). With --all, it lists the tests of each requirement.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findNamedIds, findUnknownIds, readRequirements } from './rules/requirement-ids.mjs';
import { codePattern, readTree, root } from './tree.mjs';

const flags = new Set(process.argv.slice(2));
const document = readFileSync(join(root, 'docs/requirements.md'), 'utf8');
const code = readTree(codePattern);
const requirements = readRequirements(document);
const named = findNamedIds(code);
const unknown = findUnknownIds(document, code);
const untested = requirements.filter(({ id }) => !named.some((name) => name.id === id));

if (flags.has('--all')) {
  for (const { id } of requirements) {
    const places = new Set(named.filter((name) => name.id === id).map(({ path }) => path));
    console.log(`${id} ${[...places].join(' ') || '–'}`);
  }
}
for (const { id, text } of untested) console.log(`${id} has no test: ${text}`);
for (const { path, line, message } of unknown) console.log(`${path}:${line} ${message}`);
console.log(`${requirements.length - untested.length} of ${requirements.length} requirements are named by a test.`);

const isComplete = untested.length === 0 && requirements.length > 0;
process.exitCode = unknown.length > 0 || (flags.has('--strict') && !isComplete) ? 1 : 0;
